"""Rows, groups of three languages, flags and lengths."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import corpus
from corpus.alignment.flags import flags, quality
from corpus.alignment.lengths import LengthRatio, initial_ratio, is_length_outlier, ratio_of
from corpus.alignment.multilingual_groups import SegmentGroup, first_of_each, groups, pairs
from corpus.alignment.to_rows import aligned_document, alignments
from corpus.records import Alignment, Document, SegmentPlace
from corpus.vocabularies import ALIGNMENT_RELATION, FLAG_COST, UNIT_FLAG
from tests.corpus.alignment.made import nothing_known, sample, worded
from tests.corpus.small import MARKDOWN, document


def bead(src: str, tgt: str, langs: str = "zh en", score: float = 0.9, relation: str = "translation") -> Alignment:
    sources, targets = src.split(), tgt.split()
    lang = langs.split()
    return Alignment(
        alignment_id=f"{src}~{tgt}",
        work="work",
        src_doc=lang[0],
        tgt_doc=lang[1],
        src_lang=lang[0],
        tgt_lang=lang[1],
        src_segments=sources,
        tgt_segments=targets,
        src_spans=[SegmentPlace(0, 1)] * len(sources),
        tgt_spans=[SegmentPlace(0, 1)] * len(targets),
        kind=f"{len(sources)}-{len(targets)}",
        score=score,
        relation=relation,
    )


def place(ids: str) -> dict[str, int]:
    return {segment_id: number for number, segment_id in enumerate(ids.split())}


def shown(segment_groups: list[SegmentGroup]) -> list[str]:
    return sorted(
        " | ".join(" ".join(group.segments.get(lang, ())) for lang in ("en", "zh", "ja")) for group in segment_groups
    )


ALL = place("e1 e2 e3 z1 z2 z3 j1 j2 j3")


@pytest.mark.parametrize(
    ("beads", "expected"),
    [
        ([bead("z1", "e1"), bead("j1", "e1", "ja en")], ["e1 | z1 | j1"]),
        ([bead("z1 z2", "e1"), bead("j1", "e1 e2", "ja en")], ["e1 e2 | z1 z2 | j1"]),
        ([bead("z1", "e1"), bead("j2", "e2", "ja en")], ["e1 | z1 | ", "e2 |  | j2"]),
        ([bead("z1", "j1", "zh ja")], [" | z1 | j1"]),
        ([bead("z1", ""), bead("", "e1")], []),
        ([bead("z2", "e3"), bead("z3", "e1")], ["e1 | z3 | ", "e3 | z2 | "]),  # sections that moved
        ([bead("z2 z1", "e1")], ["e1 | z1 z2 | "]),  # in the order of the document
        ([bead("z1", "e1", relation="code")], []),
        ([bead("z9", "e1")], []),  # a segment that does not count: no prose
    ],
)
def test_groups(beads, expected):
    assert shown(groups(beads, ALL)) == expected


def test_group_is_as_likely_as_all_its_beads_and_knows_copies():
    (group,) = groups([bead("z1", "e1", score=0.9), bead("j1", "e1", "ja en", 0.5, "copy")], ALL)
    assert group.score == pytest.approx(0.45) and group.copied


def test_two_languages_of_a_group_have_their_own_beads_and_without_any_all_of_them():
    (group,) = groups([bead("z1", "e1", score=0.9), bead("j1", "e1", "ja en", 0.5, "copy")], ALL)
    english, foreign = group.between("en", "zh"), group.between("zh", "ja")
    assert english.segments == {"en": ("e1",), "zh": ("z1",)} and foreign.segments == {"zh": ("z1",), "ja": ("j1",)}
    assert (english.score, english.copied) == (0.9, False) and (foreign.score, foreign.copied) == (group.score, True)


def version(locale: str, status: str = "ok") -> Document:
    return replace(document("text"), doc_id=locale, lang=locale[:2], locale=locale, status=status)


@pytest.mark.parametrize(
    ("locales", "expected"),
    [
        ("en ja zh", ["ja-en", "zh-en"]),
        ("ja zh", ["zh-ja"]),
        ("en zh-CN zh-Hant", ["zh-CN-en", "zh-Hant-en"]),
        ("zh-CN zh-Hant", []),
        ("en", []),
        ("en-GB en-US ja", ["ja-en-GB"]),
        ("ja zh-HK zh-Hans", ["zh-HK-ja", "zh-Hans-ja"]),
    ],
)
def test_which_documents_are_aligned(locales, expected):
    aligned_pairs = pairs([version(locale) for locale in locales.split()])
    assert [f"{source.doc_id}-{target.doc_id}" for source, target in aligned_pairs] == expected


def test_quarantined_documents_are_aligned_with_nothing():
    assert pairs([version("en", "quarantined"), version("ja"), version("zh", "quarantined")]) == []


# --- rows


def test_rows_are_true_to_their_documents_and_miss_nothing():
    source, target = sample("release-notes", "zh"), sample("release-notes", "en")
    rows = alignments(source, target, nothing_known(("zh", "en")))
    for name, side in (("src", source), ("tgt", target)):
        ids = [segment_id for row in rows for segment_id in getattr(row, f"{name}_segments")]
        assert sorted(ids) == sorted(segment.segment_id for segment in side.segments)
        spans = {segment.segment_id: SegmentPlace(segment.start, segment.end) for segment in side.segments}
        assert all(
            [spans[segment_id] for segment_id in getattr(row, f"{name}_segments")] == getattr(row, f"{name}_spans")
            for row in rows
        )
    assert all(row.kind == f"{len(row.src_segments)}-{len(row.tgt_segments)}" for row in rows)
    assert {row.relation for row in rows} <= set(ALIGNMENT_RELATION)
    assert {row.relation for row in rows if not (row.src_segments and row.tgt_segments)} == {"none"}
    assert [segment for row in rows for segment in row.src_segments] == [
        segment.segment_id for segment in source.segments
    ]


def test_what_marks_nothing_inside_a_bead_has_a_row_of_its_own():
    chinese = document("以 FSDP2 训练 LLaMA3，`torch.compile` 加速 37 倍，见 A100。\n\n完。\n", MARKDOWN, "zh")
    text = "Train LLaMA3 with FSDP2.\n\n<!-- c -->\n\nThen `torch.compile` makes it 37 times faster on A100.\n\nEnd.\n"
    english = replace(document(text, MARKDOWN, "en"), doc_id="b")
    sides = [
        aligned_document(page, [worded(segment) for segment in corpus.segment(page)], {}) for page in (chinese, english)
    ]
    rows = alignments(sides[0], sides[1], nothing_known(("zh", "en")))
    ids = [segment for row in rows for segment in row.tgt_segments]
    assert sorted(ids) == sorted(segment.segment_id for segment in sides[1].segments)


def test_first_chinese_document_is_a_simplified_one():
    documents = first_of_each([version(locale) for locale in ("zh-HK", "zh-Hans", "zh-TW")])
    assert documents["zh"].locale == "zh-Hans"


def test_page_of_the_same_english_is_copies_and_code():
    text = "# Loading\n\nModels are loaded with **torch.load** now.\n\n```python\nx = 1\n```\n"
    original, copy = (
        document(text, MARKDOWN, "en"),
        replace(document(text.replace("**", ""), MARKDOWN, "en"), doc_id="b"),
    )
    sides = [aligned_document(page, corpus.segment(page), {}) for page in (original, copy)]
    rows = alignments(sides[0], sides[1], nothing_known(("en", "en")))
    assert [row.relation for row in rows] == ["copy", "copy", "code"]


# --- flags


def raised(en: str, zh: str, copied: bool = False) -> list[str]:
    segments = {"en": corpus.segment(document(en, MARKDOWN, "en")), "zh": corpus.segment(document(zh, MARKDOWN, "zh"))}
    return flags({"en": en, "zh": zh}, segments, copied)


@pytest.mark.parametrize(
    ("en", "zh", "expected"),
    [
        ("The model has 512 layers.", "该模型有 512 层。", []),
        ("The model has 512 layers.", "该模型有 521 层。", ["numbers-differ"]),
        ("It has 3,400 commits.", "共 3400 次提交。", []),
        ("It has 250 million users.", "它有 2.5 亿用户。", []),
        ("It has 250 million users.", "它有 2500 万用户。", ["numbers-differ"]),
        ("It has 16 GB of memory.", "它有 16GB 内存。", []),
        ("It was released in May.", "它于 5 月发布。", []),
        ("Half of the users left.", "50% 的用户离开了。", []),
        ("The model has 12 layers.", "该模型有若干层。", ["numbers-differ"]),
        ("There are two layers.", "共有 2 层。", []),
        ("The key is " + "7" * 5000 + ".", "密钥是 " + "7" * 5000 + "。", []),
        ("Call torch.compile once.", "调用 torch.compile 一次。", []),
        ("Call torch.compile once.", "调用 torch.complie 一次。", ["identifiers-differ"]),
        ("Call `torch.load()` once.", "调用 `torch.load` 一次。", []),
        ("The `mask` token and `!` are kept.", "保留掩码标记和感叹号。", []),
        ("A short one.", "这一句说了许多原文里根本没有的话，" * 8, ["length-differs"]),
        (
            "See the training doc of the environment for the full interface, the steps to define your own one, and a "
            "minimal example from end to end with no further dependencies, which runs out of the box.",
            "完整接口、自定义步骤参考训练文档。",
            ["length-differs"],
        ),
        ("See https://example.com/a/very/long/address/of/a/script/that/is/shown.sh there.", "参见该脚本。", []),
        (
            "Set `first_pipeline_num_layers` or `last_pipeline_num_layers`.",
            "设 `first_pipeline_num_layers` 或 `last_pipeline_num_layers`。",
            [],
        ),
    ],
)
def test_flags(en, zh, expected):
    assert raised(en, zh) == expected


def test_copy_is_untranslated_and_another_language_is_flagged():
    page = "The tensor is moved to the device before the training begins."
    assert raised(page, page, copied=True) == ["other-language", "untranslated"]


@pytest.mark.parametrize(
    ("en", "zh", "expected"),
    [
        ("`--loss_type`", "`--loss_type`", ["untranslated"]),
        ("$ git add -A", "$ git add  -A", ["untranslated"]),
        ("Float", "float", ["untranslated"]),
        ("概要", "概要", []),
        ("The `float` type", "`float` 类型", []),
    ],
)
def test_same_words_on_both_sides_are_untranslated(en: str, zh: str, expected: list[str]):
    assert [flag for flag in raised(en, zh) if flag != "other-language"] == expected


def test_each_flag_lowers_quality_and_is_explained():
    assert quality(0.8, []) == 0.8 and quality(0.8, ["numbers-differ", "untranslated"]) == pytest.approx(
        0.8 * 0.8 * 0.2
    )
    assert set(FLAG_COST) < set(UNIT_FLAG)
    for page in Path(__file__).parents[3].glob("flows/docs/site/*/how-to/translation-memory.md"):
        text = page.read_text(encoding="utf-8")
        assert all(f"`{flag}`" in text and str(cost) in text for flag, cost in FLAG_COST.items())


def test_length_strays_by_the_measure_of_its_languages():
    assert not is_length_outlier(100, 250, initial_ratio("zh", "en")) and not is_length_outlier(
        100, 190, initial_ratio("ja", "en")
    )
    assert is_length_outlier(100, 1000, initial_ratio("zh", "en")) and is_length_outlier(
        100, 40, initial_ratio("zh", "en")
    )
    assert not is_length_outlier(0, 40, initial_ratio("zh", "en"))
    assert is_length_outlier(18, 171, initial_ratio("zh", "en")) and is_length_outlier(
        171, 18, initial_ratio("en", "zh")
    )


def test_ratio_is_learned_from_many_and_hardly_from_few():
    before = LengthRatio(0.9, 0.25)
    assert ratio_of([(100.0, 200.0)] * 400, before).mean == pytest.approx(0.69, abs=0.03)
    assert ratio_of([(100.0, 200.0)], before).mean == pytest.approx(0.89, abs=0.02)
    assert ratio_of([], before) == before and ratio_of([(2.0, 5.0)] * 99, before) == before
