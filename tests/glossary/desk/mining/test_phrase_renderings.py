"""What stands for a phrase in the translations."""

from __future__ import annotations

from typing import Any

from glossary.desk.mining.cues import AlignedTerms
from glossary.desk.mining.english_phrases import PhraseUse

TEXTS = {"zh": "环形缓冲区很快。环形的缓冲区。缓冲区和环形。"}


def link(words: tuple[int, int], stands: tuple[int, int] | None, confidence: float = 0.9) -> dict[str, Any]:
    start, end = stands or (None, None)
    return {
        "source_doc_id": "en", "lang": "zh", "doc_id": "zh", "source_start": words[0], "source_end": words[1],
        "start": start, "end": end, "relation": "unlisted", "confidence": confidence,
    }  # fmt: skip


def rendered(*rows: dict[str, Any]) -> tuple[tuple[tuple[str, int], ...], int]:
    use = PhraseUse("en", 0, 11, "", "", "paragraph")
    renderings = AlignedTerms(rows, TEXTS).renderings([use], "zh")
    return renderings.counts, renderings.omitted


def test_link_of_the_whole_goes_before_those_of_its_parts():
    assert rendered(link((0, 11), (0, 5)), link((0, 4), (0, 2)), link((5, 11), (2, 5))) == ((("环形缓冲区", 1),), 0)


def test_parts_side_by_side_make_the_rendering_with_what_joins_them():
    assert rendered(link((0, 4), (0, 2)), link((5, 11), (2, 5))) == ((("环形缓冲区", 1),), 0)
    assert rendered(link((0, 4), (8, 10)), link((5, 11), (11, 14))) == ((("环形的缓冲区", 1),), 0)


def test_parts_that_stand_apart_make_none():
    assert rendered(link((0, 4), (19, 21)), link((5, 11), (15, 18))) == ((), 0)


def test_what_nothing_stands_for_is_omitted_and_doubtful_links_say_nothing():
    assert rendered(link((0, 4), None), link((5, 11), (2, 5))) == ((), 1)
    assert rendered(link((0, 11), (0, 5), 0.3)) == ((), 0)


JAPANESE = {"ja": "サブメニューを開く。メニューバー、マルチ-T2V。"}


def japanese(*rows: dict[str, Any], start: int = 0) -> tuple[tuple[str, int], ...]:
    use = PhraseUse("en", start, start + 8, "", "", "paragraph")
    return (
        AlignedTerms([{**row, "lang": "ja", "doc_id": "ja"} for row in rows], JAPANESE).renderings([use], "ja").counts
    )


def test_rendering_is_never_a_part_of_a_run_of_katakana_or_letters():
    assert japanese(link((0, 8), (2, 6))) == (("サブメニュー", 1),)
    assert japanese(link((0, 8), (21, 22))) == (("T2V", 1),)


def test_run_of_which_the_rest_stands_for_other_words_says_nothing():
    assert japanese(link((0, 8), (10, 14)), link((9, 12), (14, 16))) == ()
    assert japanese(link((0, 8), (10, 14)), link((9, 12), (14, 16), 0.3)) == (("メニューバー", 1),)
