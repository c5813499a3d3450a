"""In how many ways a form may be written."""

import pytest

from glossary.matching.index import katakana_words, with_nakaguro
from glossary.matching.spellings import plurals, spellings


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("tensor", ["tensors"]),
        ("library", ["libraries"]),
        ("array", ["arrays"]),
        ("batch", ["batches"]),
        ("epoch", ["epochs"]),
        ("matrix", ["matrices", "matrixes"]),
        ("index", ["indices", "indexes"]),
        ("axis", ["axes"]),
        ("loss", ["losses"]),
        ("GPU", ["GPUs"]),
        ("Tensor Core", ["Tensor Cores"]),
        ("C++", []),
        ("Python 2", []),
        ("张量", []),
        ("Tensor コア", []),
    ],
)
def test_plurals(form, expected):
    assert list(plurals(form)) == expected


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("张量", ["张量"]),
        ("分布式 RPC", ["分布式 RPC", "分布式RPC", "分布式 RPCs", "分布式RPCs"]),
        ("S型函数", ["S型函数", "S 型函数"]),
        ("Tensor コア", ["Tensor コア", "Tensorコア"]),
        ("プロファイラー", ["プロファイラー", "プロファイラ"]),
        ("プロファイラ", ["プロファイラ", "プロファイラー"]),
        ("インターフェース", ["インターフェース", "インタフェース"]),
        ("テンソル", ["テンソル"]),
        ("キー", ["キー"]),
        ("コア", ["コア"]),
        ("エラー", ["エラー"]),
        ("訓練データ", ["訓練データ", "訓練データー"]),
        ("メモリ・プロファイラ", ["メモリ・プロファイラ", "メモリー・プロファイラ", "メモリ・プロファイラー", "メモリー・プロファイラー"]),
        ("Python 3", ["Python 3", "Python3"]),
        ("Tensor Core", ["Tensor Core", "TensorCore", "Tensor Cores", "TensorCores"]),
        ("TorchScript", ["TorchScript", "Torch Script", "TorchScripts", "Torch Scripts"]),
        ("data loader", ["data loader", "data loaders"]),
    ],
)  # fmt: skip
def test_spellings(form, expected):
    texts = [spelling.text for spelling in spellings(form)]
    assert texts[0] == form
    assert sorted(texts) == sorted(expected)


def test_many_scripts_do_not_explode():
    assert len(spellings("A中B中C中D中E中F中G中H")) < 40


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("メモリプロファイラ", "メモリ・プロファイラ"),
        ("メモリープロファイラー", "メモリー・プロファイラー"),
        ("GPUメモリプロファイラ", "GPUメモリ・プロファイラ"),
        ("コールスタック", "コールスタック"),
        ("メモリ", "メモリ"),
        ("データ並列", "データ並列"),
    ],
)
def test_joints_of_katakana(form, expected):
    assert with_nakaguro(form, katakana_words(["メモリー", "プロファイラ", "データ並列"])) == expected
