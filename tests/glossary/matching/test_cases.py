"""What is found and what is not: tables to extend. A mark before a surface is its status, none is preferred:
+ admitted, ^ abbreviation, - deprecated, ! wrong, ~ variant, = English left in zh or ja; [ ] lies inside a longer one.
"""

import pytest

from tests.glossary.small import matcher, shown

GLOSSARY = matcher(
    'id = "tensor"\nen.preferred = "tensor"\nzh.preferred = "张量"\nzh.admitted = ["tensor"]\nja.preferred = "テンソル"',
    'id = "pytorch"\nkeep = true\nen.preferred = "PyTorch"\nzh.wrong = ["火炬"]',
    'id = "python-2"\nkeep = true\nen.preferred = "Python 2"',
    'id = "cpp11"\nkeep = true\nen.preferred = "C++11"',
    'id = "cpp"\nkeep = true\nen.preferred = "C++"',
    'id = "gpu"\nen.preferred = "GPU"\nzh.preferred = "GPU"\nja.preferred = "GPU"',
    'id = "operator"\nen.preferred = "operator"\nen.abbreviation = ["op", "ops"]\nzh.preferred = "算子"\nzh.admitted = ["运算符"]\n'
    'zh.wrong = ["操作员", { form = "演算", only_near = ["PyTorch", "张量"] }]\nja.preferred = "演算子"',
    'id = "library"\nen.preferred = "library"\nzh.preferred = "库"\nzh.admitted = ["代码库"]\nja.preferred = "ライブラリ"',
    'id = "gradient"\nen.preferred = "gradient"\nzh.preferred = "梯度"\nja.preferred = "勾配"',
    'id = "gradient-descent"\nen.preferred = "gradient descent"\nzh.preferred = "梯度下降"\nja.preferred = "勾配降下法"',
    'id = "descent"\nen.preferred = "descent method"\nzh.preferred = "下降法"\nja.preferred = "降下法"',
    'id = "runtime"\nen.preferred = "runtime"\nzh.preferred = { form = "运行时", not_in = ["运行时间"] }\nja.preferred = "ランタイム"',
    'id = "backend"\nen.preferred = "backend"\nzh.preferred = "后端"\nja.preferred = "バックエンド"',
    'id = "backward"\nen.preferred = "backward"\nzh.preferred = "反向"\nja.preferred = "逆伝播"\n'
    'zh.wrong = [{ form = "后端", only_near = ["前向"] }]',
    'id = "mixed-precision"\nen.preferred = "mixed precision"\nzh.preferred = "混合精度"\nja.preferred = "混合精度"',
    'id = "tensor-core"\nen.preferred = "Tensor Core"\nzh.preferred = "Tensor Core"\nja.preferred = "Tensor コア"',
    'id = "torchscript"\nkeep = true\nen.preferred = "TorchScript"',
    'id = "torchvision"\nkeep = true\nidentifier = ["torchvision"]\nen.preferred = "TorchVision"',
    'id = "torch-compile"\nkeep = true\nen.preferred = "torch.compile"',
    'id = "profiler"\nen.preferred = "profiler"\nzh.preferred = "性能分析器"\nja.preferred = "プロファイラー"\nja.deprecated = ["プロファイル装置"]',
    'id = "memory-profiler"\nen.preferred = "memory profiler"\nzh.preferred = "内存分析器"\nja.preferred = "メモリプロファイラ"',
    'id = "graph"\nen.preferred = "graph"\nzh.preferred = "图"\nja.preferred = "グラフ"',
    'id = "engine"\nen.preferred = "engine"\nzh.preferred = "引擎"\nja.preferred = "エンジン"',
    'id = "core"\nen.preferred = "core"\nzh.preferred = "内核"\nja.preferred = "コア"',
    'id = "map"\nen.preferred = "mAP"\nzh.preferred = "平均精度"\nja.preferred = "平均適合率"',
    'id = "torch-nn"\nkeep = true\nen.preferred = "nn"',
    'id = "computing-graph"\nen.preferred = "computation graph"\nzh.preferred = "计算图"\nja.preferred = "計算グラフ"',
    'id = "api"\nkeep = true\nen.preferred = "API"',
    'id = "tensorflow"\nkeep = true\nen.preferred = "TensorFlow"',
    'id = "python"\nkeep = true\nen.preferred = "Python"',
    'id = "pytorch-mobile"\nkeep = true\nen.preferred = "PyTorch Mobile"',
    'id = "tensor-core-gpu"\nkeep = true\nen.preferred = "Tensor Core GPU"',
    'id = "model-parallelism"\nen.preferred = "model parallelism"\nzh.preferred = "模型并行"\nja.preferred = "モデル並列"',
    'id = "distributed-model-parallelism"\nen.preferred = "distributed model parallelism"\nzh.preferred = "分布式模型并行"\nja.preferred = "分散モデル並列"',
    'id = "data-loading"\nen.preferred = "data loading"\nzh.preferred = "数据加载"\nja.preferred = "データ読み込み"',
    'id = "data-loader"\nen.preferred = "data loader"\nen.admitted = ["dataloader"]\nzh.preferred = "数据加载器"\nja.preferred = "データローダー"',
    'id = "amp"\nen.preferred = "automatic mixed precision"\nen.abbreviation = ["AMP"]\nzh.preferred = "自动混合精度"\nja.preferred = "自動混合精度"',
    'id = "memory"\nen.preferred = "memory"\nzh.preferred = "内存"\nzh.admitted = ["記憶體"]\nja.preferred = "メモリ"',
    'id = "complex-autograd"\nen.preferred = "complex autograd"\nzh.preferred = "复数 autograd"\nja.preferred = "複素 autograd"',
    'id = "loss"\nen.preferred = { form = "loss", only_near = ["gradient"] }\nzh.preferred = "损失"\nja.preferred = "損失"',
    'id = "convolution"\nen.preferred = "convolution"\nzh.preferred = "卷积"\nja.preferred = "畳み込み"',
    'id = "callee"\nen.preferred = "callee"\nzh.preferred = "被调用者"\nja.preferred = "呼び出し先"',
    'id = "supervised"\nen.preferred = "supervised learning"\nzh.preferred = "监督学习"\nja.preferred = "教師あり学習"',
    'id = "self-supervised"\nen.preferred = "self-supervised learning"\nzh.preferred = "自监督学习"\nja.preferred = "自己教師あり学習"',
)  # fmt: skip

CHINESE = [
    # A CJK neighbour is a boundary on either side; nothing else is asked of Han.
    ("新的张量库", ["张量"]),
    ("新的PyTorch库", ["PyTorch"]),
    ("用PyTorch训练", ["PyTorch"]),
    ("使用GPU加速", ["GPU"]),
    ("一个tensor对象", ["+tensor"]),
    # A letter, a joining underscore or dot is none.
    ("MyPyTorch", []),
    ("PyTorchs3", []),
    ("torch.nn_x 和 nn", ["nn"]),
    ("torch.nn", []),
    ("a_nn", []),
    ("nn_a", []),
    ("at::nn", []),
    ("nn::Module", []),
    ("pip install torch[nn]", []),
    ("见[nn](x)和PyTorch[1]", ["nn", "PyTorch"]),
    ("1.PyTorch 的安装", ["PyTorch"]),
    ("见 PyTorch.", ["PyTorch"]),
    ("C++11标准", ["C++11"]),
    ("支持C++ 的接口", ["C++"]),
    ("用C++17编写", ["C++"]),
    ("PyTorch/GPU", ["PyTorch", "GPU"]),
    # A version may follow a name at once, not a common noun.
    ("PyTorch1.9发布", ["PyTorch"]),
    ("PyTorch1.9rc1 与 PyTorchv1.12", ["PyTorch", "PyTorch"]),
    ("PyTorch1.9x", []),
    ("python2 与 TensorFlow2.0", ["~python2", "TensorFlow"]),
    ("tensor2", []),
    ("8GPU 服务器", ["GPU"]),
    ("v8GPU", []),
    # The longest wins.
    ("停止支持Python2", ["~Python2"]),
    ("停止支持 Python 2", ["Python 2"]),
    ("Python 2.7", ["Python"]),
    ("Python 21", ["Python"]),
    # Casing: any for ordinary forms, a variant where the form has inner capitals.
    ("Tensor 对象", ["+Tensor"]),
    ("Pytorch 和 pytorch", ["~Pytorch", "~pytorch"]),
    ("gpu训练", ["~gpu"]),
    ("TensorCore", ["~TensorCore"]),
    ("Torch Script 与 torch script", ["~Torch Script"]),
    ("Tensor Cores", ["Tensor Cores"]),
    # English left in Chinese text; English that the entry admits is not.
    ("自定义operator", ["=operator"]),
    ("这些 operators 和 op", ["=operators", "=op"]),
    ("mixed-precision 训练", ["=mixed-precision"]),
    # Wrong forms, with and without company.
    ("PyTorch 的操作员", ["PyTorch", "!操作员"]),
    ("PyTorch 的演算", ["PyTorch", "!演算"]),
    ("复杂的演算", []),
    ("火炬是什么", ["!火炬"]),
    # Silent inside a longer string; nested inside a longer term; nothing across an edge.
    ("运行时的行为", ["运行时"]),
    ("减少运行时间", []),
    ("梯度下降", ["梯度下降"]),
    ("梯度下降法", ["梯度下降"]),
    # Compounds within compounds are terms of their own; single words and parts of names are not, nor is what an
    # affix makes another word of, nor parts of what has an abbreviation.
    ("分布式模型并行训练", ["分布式模型并行", "[模型并行]"]),
    ("模型并行训练", ["模型并行"]),
    ("数据加载器", ["数据加载器"]),
    ("自动混合精度", ["自动混合精度"]),
    ("Tensor Core GPU 与 PyTorch Mobile", ["Tensor Core GPU", "[Tensor Core]", "PyTorch Mobile"]),
    # Traditional characters fold to Simplified ones; what is listed in Traditional is not met in Simplified.
    ("自動混合精度", ["~自動混合精度"]),
    ("張量與張两", ["~張量"]),
    ("圖書館與記憶體", ["+記憶體"]),
    ("记忆体", []),
    ("運算符", ["~運算符"]),
    ("PyTorch 的操作員", ["PyTorch", "!操作員"]),
    # Mixed scripts.
    ("复数 autograd、复数autograd", ["复数 autograd", "~复数autograd"]),
    # Small letters joined to more Latin are an address, a package, a model.
    ("见 pytorch/vision 与 lab/pytorch", []),
    ("pip install pytorch-nightly", []),
    ("pytorch-based 的", ["~pytorch"]),
    ("Pytorch-Ignite", ["~Pytorch"]),
    # The company of an English form is met in translation too.
    ("梯度loss的方法", ["梯度", "=loss"]),
    ("loss of signal", []),
    ("代码库", ["+代码库"]),
    # Two concepts, one form: company decides, and the right reading wins where there is none.
    ("编译后端", ["后端"]),
    ("前向和后端", ["!后端"]),
    # Full width and invisible characters do not hide a term; the surface stays as written.
    ("ＰｙＴｏｒｃｈ库", ["~ＰｙＴｏｒｃｈ"]),
    ("Py\u200bTorch", ["~Py\u200bTorch"]),
    ("混合\n精度", ["混合\n精度"]),
    ("mixed\n  precision", ["=mixed\n  precision"]),
    ("mixed\n\nprecision", []),
    ("混合 精度", []),
    # One character: silent as long as nobody says where words begin.
    ("一个库", []),
    ("图书馆", []),
]

JAPANESE = [
    ("新しいテンソルを返す", ["テンソル"]),
    ("Tensor コアの利用", ["Tensor コア"]),
    ("Tensorコアの利用", ["~Tensorコア"]),
    # The length mark and ・ do not hide a term.
    ("プロファイラーで測る", ["プロファイラー"]),
    ("プロファイラで測る", ["~プロファイラ"]),
    ("プロファイル装置", ["-プロファイル装置"]),
    ("メモリ・プロファイラーを", ["~メモリ・プロファイラー"]),
    ("メモリプロファイラを", ["メモリプロファイラ"]),
    ("メモリー・プロファイラーを", ["~メモリー・プロファイラー"]),
    ("メモリープロファイラを", ["~メモリープロファイラ"]),
    ("プロファイラ・API", ["~プロファイラ", "API"]),
    ("ﾃﾝｿﾙ", ["~ﾃﾝｿﾙ"]),
    # Katakana inside longer katakana: a compound, not a piece of another word.
    ("エンジンルーム", ["エンジン"]),
    ("エンジニア", []),
    ("グラフィック", []),
    ("グラフノード", ["グラフ"]),
    ("グラフA", ["グラフ"]),
    ("スコア", []),
    ("マルチコア", []),
    ("コア数", ["コア"]),
    ("サブグラフ", ["グラフ"]),
    ("プグラフ", []),
    ("グラフー", []),
    ("グラフ・コア", ["グラフ", "コア"]),
    # Okurigana may be left out; Traditional characters are no variant of Japanese ones.
    ("畳み込みと畳込みと畳込", ["畳み込み", "~畳込み", "~畳込"]),
    ("呼出し先", ["~呼出し先"]),
    ("計算の流れ", []),
    ("張量", []),
    ("自己教師あり学習", ["自己教師あり学習", "[教師あり学習]"]),
]

ENGLISH = [
    ("Tensors are PyTorch's arrays.", ["Tensors", "PyTorch"]),
    ("libraries and a library", ["libraries", "library"]),
    ("tensorial", []),
    ("subtensor", []),
    ("GPUs, a gpu", ["GPUs"]),
    ("mixed-precision training", ["mixed-precision"]),
    ("Mixed Precision", ["Mixed Precision"]),
    ("a map of the operators", ["operators"]),
    ("gradient descent", ["gradient descent"]),
    ("tensor-aware", ["tensor"]),
    ("naïve operatör", []),
    ("opérator op", ["^op"]),
    ("distributed model parallelism", ["distributed model parallelism", "[model parallelism]"]),
    ("the dataloader", ["+dataloader"]),
]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        *(("zh", *case) for case in CHINESE),
        *(("ja", *case) for case in JAPANESE),
        *(("en", *case) for case in ENGLISH),
    ],
)
def test_found(lang, text, expected):
    assert shown(GLOSSARY.find(text, lang)) == expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("一个库", ["一个", "库"], ["库"]),
        ("图书馆", ["图书馆"], []),
        ("计算图和图", ["计算", "图", "和", "图"], ["计算图", "图"]),
        ("张量库", ["张", "量库"], ["张量", "库"]),
        ("宽图", ["宽图"], []),
        ("代码库", ["代码", "库"], ["+代码库"]),
    ],
)
def test_one_character_needs_a_word_of_its_own(text, words, expected):
    borders = {sum(map(len, words[:count])) for count in range(len(words) + 1)}
    assert shown(GLOSSARY.find(text, "zh", borders=borders)) == expected
