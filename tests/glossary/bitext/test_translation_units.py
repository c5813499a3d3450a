"""Units of a work in three languages, and segments of different works that speak of the same."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from corpus.alignment.lexicon import lexicons
from corpus.records import Document, TranslationUnit
from corpus.schema import to_table
from glossary.annotation.annotate import rows_of
from glossary.bitext.comparable import close, technical
from glossary.bitext.works import aligned_rows, taught, works
from glossary.exchange.training.translation_pair import pair_of
from tests.corpus.small import MARKDOWN, document
from tests.glossary.small import matcher, termbase

ENTRIES = (
    'id = "tensor"\nen.preferred = "tensor"\nzh.preferred = "张量"\nja.preferred = "テンソル"',
    'id = "operator"\nen.preferred = "operator"\nzh.preferred = "算子"\nja.preferred = "演算子"',
    'id = "stable"\ndomain = "release"\nen.preferred = "stable"\nzh.preferred = "稳定版"\nja.preferred = "安定版"',
)
PAGES = {
    "en": "# Tensors 2.4\n\nA tensor is an array with 3 or more axes such as torch.zeros(64).\n\nEach operator runs on `cuda:0`. It was 37 times faster.\n\nOnly here stands this remark about penguins.\n",
    "zh": "# 张量 2.4\n\n张量是有 3 个或更多轴的数组，例如 torch.zeros(64)。\n\n每个算子都在 `cuda:0` 上运行。它快了 37 倍。\n",
    "ja": "# テンソル 2.4\n\nテンソルは 3 つ以上の軸をもつ配列で、例えば torch.zeros(64) です。\n\n各演算子は `cuda:0` で動き、37 倍速くなりました。\n",
}


def units_of(pages: dict[str, str], work: str = "work") -> list[TranslationUnit]:
    documents = [page(lang, text, work) for lang, text in pages.items()]
    rows = rows_of(documents, matcher(*ENTRIES))
    grouped = works(rows["documents"], rows["segments"], rows["mentions"])
    return aligned_rows(grouped, taught(grouped, lexicons()).pairs, termbase(*ENTRIES))[1]


def page(locale: str, text: str, work: str) -> Document:
    base = document(text, MARKDOWN, locale[:2])
    return replace(base, doc_id=f"{work}-{locale}", locale=locale, work=work)


def test_three_languages_are_one_unit_and_what_has_no_counterpart_stands_alone():
    units = units_of(PAGES)
    assert [(unit.kind, unit.en, unit.zh, unit.ja) for unit in units] == [
        ("1-1-1", "Tensors 2.4", "张量 2.4", "テンソル 2.4"),
        (
            "1-1-1",
            "A tensor is an array with 3 or more axes such as torch.zeros(64).",
            "张量是有 3 个或更多轴的数组，例如 torch.zeros(64)。",
            "テンソルは 3 つ以上の軸をもつ配列で、例えば torch.zeros(64) です。",
        ),
        (
            "2-2-1",
            "Each operator runs on cuda:0. It was 37 times faster.",
            "每个算子都在 cuda:0 上运行。它快了 37 倍。",
            "各演算子は cuda:0 で動き、37 倍速くなりました。",
        ),
        ("1-0-0", "Only here stands this remark about penguins.", None, None),
    ]
    assert [unit.flags for unit in units] == [[], [], [], ["unaligned"]]
    assert [unit.score is None for unit in units] == [False, False, False, True]


def test_pair_is_judged_without_the_third_language():
    chinese = PAGES["zh"].replace(" 3 个", " 5 个").replace("torch.zeros", "torch.ones")
    unit = next(unit for unit in units_of({**PAGES, "zh": chinese}) if unit.zh and "5" in unit.zh)
    faulty = ["numbers-differ", "identifiers-differ"]
    assert unit.flags == faulty
    assert {pair.langs: pair.flags for pair in unit.pairs} == {"en-zh": faulty, "en-ja": [], "zh-ja": faulty}
    row = to_table("parallel", [replace(unit, flags=[*faulty, "repeated"])]).to_pylist()[0]
    documents = {segment: "" for lang in PAGES for segment in row[f"{lang}_segments"]}
    for langs, flags in ((("ja", "en"), ("repeated",)), (("en", "zh"), (*faulty, "repeated"))):
        exported = pair_of(row, langs, documents, {"": None})
        assert exported is not None and exported.flags == flags and exported.quality < exported.score
    earlier = pair_of({**row, "pairs": []}, ("ja", "en"), documents, {"": None})
    assert earlier is not None and earlier.flags == (*faulty, "repeated")


def test_space_between_a_bold_label_and_its_sentence_stays():
    chinese = PAGES["zh"].replace("每个算子都在 `cuda:0` 上运行。", "**每个算子都在 `cuda:0` 上运行。** ")
    units = units_of({**PAGES, "zh": chinese})
    assert [unit.zh for unit in units if unit.kind == "2-2-1"] == ["每个算子都在 cuda:0 上运行。 它快了 37 倍。"]


def test_terms_of_a_unit_stand_side_by_side():
    terms = {term.concept_id: term for unit in units_of(PAGES) for term in unit.terms}
    operator = terms["operator"]
    assert (operator.en, operator.zh, operator.ja) == ("operator", "算子", "演算子")
    assert (operator.en_used, operator.zh_used, operator.ja_used) == (["operator"], ["算子"], ["演算子"])


def test_concept_without_rendering_in_one_language_shows_as_nothing_used():
    units = units_of({**PAGES, "zh": PAGES["zh"].replace("每个算子", "每个它们")})
    (term,) = [term for unit in units for term in unit.terms if term.concept_id == "operator"]
    assert (term.en_used, term.zh_used, term.ja_used) == (["operator"], [], ["演算子"])


def test_chinese_and_japanese_meet_where_there_is_no_english():
    pages = {lang: PAGES[lang] for lang in ("ja", "zh")}
    assert [unit.kind for unit in units_of(pages)] == ["0-1-1", "0-1-1", "0-2-1"]


def test_second_version_of_a_language_stands_alone():
    units = units_of({"en": PAGES["en"], "zh-CN": PAGES["zh"], "zh-Hant": "# 張量 2.4\n"})
    assert [unit.kind for unit in units if unit.zh and "張量" in unit.zh] == ["0-1-0"]


def test_same_texts_again_are_flagged():
    doubled = {lang: text + "\n" + text.split("\n\n")[1] + "\n" for lang, text in PAGES.items()}
    repeated = [unit for unit in units_of(doubled) if "repeated" in unit.flags]
    assert [unit.kind for unit in repeated] == ["1-1-1"]
    assert repeated[0].quality is not None and repeated[0].score is not None
    assert repeated[0].quality < repeated[0].score


# --- comparable


def mentions(*rows: str) -> pd.DataFrame:
    """Mentions as `segment work lang concept`, each counting in full."""
    frame = pd.DataFrame([row.split() for row in rows], columns=["segment_id", "work", "lang", "concept_id"])
    return frame.assign(part=1.0)


COMMON = [f"z{i} other zh common" for i in range(60)] + [f"j{i} other2 ja common" for i in range(60)]
PAIR = [f"a one zh {c}" for c in ("rpc", "tensorpipe", "backend")] + [
    f"b two ja {c}" for c in ("rpc", "tensorpipe", "gpu")
]


def test_segments_that_share_rare_concepts_are_close():
    (pair,) = close(mentions(*COMMON, *PAIR))
    assert (pair.zh, pair.ja, pair.concepts) == ("a", "b", ["rpc", "tensorpipe"]) and 0.4 < pair.score < 1


@pytest.mark.parametrize(
    "rows",
    [
        [row.replace(" two ", " one ") for row in PAIR],  # of one work: these are translations, or none
        [row for row in PAIR if "tensorpipe" not in row],  # one concept in common
        [*(f"a one zh {c}" for c in ("common", "x")), *(f"b two ja {c}" for c in ("common", "y"))],
        [row.replace(" ja ", " zh ") for row in PAIR],
        [],
    ],
)
def test_others_are_not(rows):
    assert [pair for pair in close(mentions(*COMMON, *rows)) if (pair.zh, pair.ja) == ("a", "b")] == []


def test_concept_of_the_heading_alone_is_not_shared():
    rows = mentions(*COMMON, *PAIR)
    rows.loc[(rows["segment_id"] == "b") & (rows["concept_id"] == "rpc"), "part"] = 0.5
    assert [pair for pair in close(rows) if (pair.zh, pair.ja) == ("a", "b")] == []


def test_concepts_of_releases_are_not_technical():
    assert technical(termbase(*ENTRIES)) == ["operator", "tensor"]
