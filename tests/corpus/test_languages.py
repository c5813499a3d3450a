"""Languages: reading tags, and telling zh, ja and en from text."""

import pytest

from corpus.languages import Language, is_foreign_tag, is_traditional, parse_tag
from corpus.languages.detection import detect, segment_language
from corpus.sources.discovery import find
from corpus.sources.documents import read
from tests.shared import SHARED, needs_shared

TAGS = [
    ("zh", "zh", "zh"), ("zh-CN", "zh", "zh-CN"), ("zh_CN", "zh", "zh-CN"), ("zh-cn", "zh", "zh-CN"), ("zh-Hans", "zh", "zh-Hans"),
    ("zh_hans", "zh", "zh-Hans"), ("zh-Hans-CN", "zh", "zh-Hans-CN"), ("zh-TW", "zh", "zh-TW"), ("zh_Hant_HK", "zh", "zh-Hant-HK"),
    ("cn", "zh", "zh-CN"), ("tw", "zh", "zh-TW"), ("ja", "ja", "ja"), ("ja-JP", "ja", "ja-JP"), ("JA_jp", "ja", "ja-JP"), ("jp", "ja", "ja-JP"),
    ("en", "en", "en"), ("EN", "en", "en"), ("en-US", "en", "en-US"), ("en_GB", "en", "en-GB"), ("en-001", "en", "en-001"),
]  # fmt: skip


@pytest.mark.parametrize(("tag", "lang", "locale"), TAGS, ids=[case[0] for case in TAGS])
def test_tag(tag, lang, locale):
    assert parse_tag(tag) == Language(lang, locale)


@pytest.mark.parametrize(
    "name",
    ["", "ko", "de", "english", "zhang", "enable", "zh-", "-zh", "zh-guide", "docs", "js", "z", "en-USA", "ja.md"],
)
def test_no_tag(name):
    assert parse_tag(name) is None


@pytest.mark.parametrize("name", ["ko", "pt-BR", "pt_br", "rum", "VI", "kr"])
def test_tag_of_another_language(name):
    assert is_foreign_tag(name)


@pytest.mark.parametrize("name", ["docs", "zh", "en", "ja", "guide", "images", "korean"])
def test_no_tag_of_another_language(name):
    assert not is_foreign_tag(name)


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("zh", False),
        ("zh-CN", False),
        ("zh-Hant", True),
        ("zh-TW", True),
        ("zh-Hant-HK", True),
        ("zh-Hans-HK", False),
        ("ja", False),
        ("", False),
    ],
)
def test_script_decides_what_is_traditional_else_the_region(locale: str, expected: bool):
    assert is_traditional(locale) is expected


CODE = "\n```python\nimport torch\n\nmodel = torch.nn.Linear(10, 10)\nprint(model(torch.randn(3, 10)).shape)\n```\n" * 4

PAGES = [
    ("Chinese", "PyTorch 是一个张量库，支持自动求导。", "zh"),
    ("Chinese in traditional script", "PyTorch 是一個張量庫，這個版本對訓練過程進行了優化。", "zh-Hant"),
    ("Chinese with much code", "训练模型的例子如下，请先安装依赖再运行，完整的代码在仓库里。" + CODE, "zh"),
    ("Chinese that quotes Japanese", "日语里的“テンソル”就是张量的意思。" + "我们在这一节里只讨论中文的术语，其他语言的术语请参见附录。" * 4, "zh"),
    ("Japanese", "PyTorch はテンソルのライブラリです。", "ja"),
    ("Japanese with much code", "モデルを訓練する例を示します。先に依存関係を入れてください。" + CODE, "ja"),
    ("Japanese of hardly any kana", "自動微分機能改善済の新版公開、詳細説明は次章参照。", "ja"),
    ("half-width katakana", "ﾃﾝｿﾙ ﾉ ﾗｲﾌﾞﾗﾘ", "ja"),
    ("English", "PyTorch is a library of tensors. It computes gradients automatically.", "en"),
    ("English with much code", "Here is how to train a model. Install what it needs before you run it." + CODE, "en"),
    ("English that names Chinese words", "The Chinese word for tensor is 张量. " * 3 + "This page is written in English for all readers.", "en"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "locale"), PAGES, ids=[case[0] for case in PAGES])
def test_page(fact, text, locale):
    assert detect(text) == Language(locale[:2], locale)


OTHERS = [
    ("Korean", "파이토치는 텐서 라이브러리입니다. 자동 미분을 지원합니다."),
    ("Korean with some Han", "파이토치는 텐서 라이브러리입니다. 自動 微分을 지원하며 많은 연구자가 사용합니다."),
    ("Russian", "PyTorch — это библиотека тензоров с автоматическим дифференцированием."),
    ("Greek", "Το PyTorch είναι μια βιβλιοθήκη τανυστών με αυτόματη διαφόριση."),
    ("Arabic", "باي تورش هي مكتبة موترات تدعم التفاضل التلقائي للشبكات العصبية."),
    ("Thai", "ไพทอร์ชเป็นไลบรารีเทนเซอร์ที่รองรับการหาอนุพันธ์อัตโนมัติ"),
    ("German", "PyTorch ist eine Bibliothek für Tensoren, die Gradienten selbst berechnet und auf der Grafikkarte läuft."),
    ("French", "PyTorch est une bibliothèque de tenseurs qui calcule les gradients et fonctionne sur les cartes graphiques."),
    ("Spanish", "PyTorch es una biblioteca de tensores que calcula los gradientes y funciona en las tarjetas gráficas."),
    ("Portuguese", "PyTorch é uma biblioteca de tensores que calcula os gradientes e funciona nas placas de vídeo."),
    ("Vietnamese", "PyTorch là một thư viện tensor hỗ trợ tính đạo hàm tự động và chạy trên bộ xử lý đồ họa."),
    ("numbers", "1 2 3\n4 5 6\n"),
    ("marks", "---\n***\n"),
    ("emoji", "🎉🎉🎉"),
    ("nothing", ""),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text"), OTHERS, ids=[case[0] for case in OTHERS])
def test_page_in_no_language_of_ours(fact, text):
    assert detect(text) is None


@needs_shared
def test_real_articles_in_a_flat_folder_under_meaningless_names(tmp_path):
    pages = sorted((SHARED / "articles").glob("*/*.txt"))
    for number, page in enumerate(pages):
        (tmp_path / f"{number:03}.txt").write_bytes(page.read_bytes())
    documents = [read(file, 1 << 20) for file in find([tmp_path]).files]
    assert [(document.lang, document.work) for document in documents] == [
        (page.stem, f"{n:03}") for n, page in enumerate(pages)
    ]
    assert len(pages) == 5


@needs_shared
@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_language_of_real_documentation_is_detected_from_its_text(lang):
    pages = sorted((SHARED / "data/hf-course/docs" / lang).rglob("*.mdx"))[:60]
    wrong = [
        page.name for page in pages if (detected := detect(page.read_text("utf-8"))) is None or detected.lang != lang
    ]
    assert pages and not wrong


SEGMENTS = [
    ("an English sentence in a Chinese page", "The model is trained on the device.", "zh", "en"),
    ("a name in a Chinese page", "PyTorch 2.0", "zh", "zh"),
    ("a short label in a Japanese page", "Better Transformer (Beta)", "ja", "ja"),
    ("an English sentence in a Japanese page", "This feature is still a prototype.", "ja", "en"),
    ("a mixed sentence in a Chinese page", "使用 torch.compile to speed up the model 即可。", "zh", "zh"),
    ("Han without kana in a Japanese page", "自動微分", "ja", "ja"),
    ("a Japanese sentence in a Chinese page", "これはテンソルです。", "zh", "ja"),
    ("one Japanese word in a Chinese sentence", "日语的“テンソル”在中文里叫做张量，是多维数组的推广。", "zh", "zh"),
    ("a Japanese sentence in an English page", "これはテンソルです。", "en", "ja"),
    ("a Chinese sentence in an English page", "这是一个张量。", "en", "zh"),
    ("one Han word in an English sentence", "The word 张量 means tensor.", "en", "en"),
    ("an English sentence in an English page", "It works.", "en", "en"),
    ("numbers", "1.9", "ja", "ja"),
]


@pytest.mark.parametrize(("fact", "text", "document", "expected"), SEGMENTS, ids=[case[0] for case in SEGMENTS])
def test_segment(fact, text, document, expected):
    assert segment_language(text, document) == expected
