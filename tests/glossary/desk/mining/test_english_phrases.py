"""Phrases of the English that may be terms."""

from __future__ import annotations

from typing import Any

import pytest

from glossary.desk.mining.english_phrases import Phrase, phrases


def segment(text: str, number: int = 0, kind: str = "paragraph", protected: tuple[str, ...] = ()) -> dict[str, Any]:
    spans = [{"start": text.index(part), "end": text.index(part) + len(part), "kind": "code"} for part in protected]
    return {
        "segment_id": f"s{number}", "doc_id": f"d{number}", "lang": "en", "text_lang": "en", "kind": kind,
        "section": None, "start": 0, "text": text, "protected": spans,
    }  # fmt: skip


def mention(text: str, surface: str, number: int = 0, nested: bool = False) -> dict[str, Any]:
    start = text.index(surface)
    return {"segment_id": f"s{number}", "lang": "en", "start": start, "end": start + len(surface), "nested": nested}


def found(text: str, *terms: str, least: int = 1, **rest: Any) -> dict[str, Phrase]:
    rows = phrases([segment(text, **rest)], [mention(text, surface) for surface in terms], least)
    return {phrase.term: phrase for phrase in rows}


def test_words_that_stand_together_are_phrases_and_function_words_part_them():
    assert set(found("The ring buffers of a driver.")) == {"ring", "ring buffer", "buffer", "driver"}


def test_what_the_glossary_knows_is_not_new_but_may_be_part_of_what_is():
    terms = found("A tensor vault holds tensors.", "tensor", "tensors")
    assert {term for term, phrase in terms.items() if phrase.new} == {
        "tensor vault", "tensor vault hold", "vault", "vault hold", "vault holds tensor", "hold",
        "tensor vault holds tensor", "holds tensor",
    }  # fmt: skip
    assert terms["tensor vault"].new == "vault"
    assert terms["tensor"].new == ""


def test_everyday_words_are_not_new():
    terms = found("A file vault. A file value.")
    assert {term: phrase.new for term, phrase in terms.items()} == {
        "file": "", "file value": "", "value": "", "file vault": "vault", "vault": "vault",
    }  # fmt: skip
    assert found("A file vault.")["file vault"].new == "vault"


@pytest.mark.parametrize(
    ("text", "protected", "unwanted"),
    [
        ("Use `ring buffer` here.", ("`ring buffer`",), "ring buffer"),
        ("The org/ring-buffer model.", (), "ring-buffer"),
        (r"The \frac symbol.", (), "frac"),
        ("The x_ring value.", (), "ring"),
        ("Ring. Buffer.", (), "ring buffer"),
        ("A ring, buffer.", (), "ring buffer"),
    ],
)
def test_code_names_and_what_punctuation_parts_are_no_phrases(text, protected, unwanted):
    assert unwanted not in found(text, protected=protected)


@pytest.mark.parametrize(
    ("text", "phrase", "share"),
    [
        ("Use the **Ring Buffer** node.", "ring buffer", 1.0),
        ("Open it, Ring Buffer too.", "ring buffer", 1.0),
        ("Ring Buffer is fast. - Ring Buffer", "ring buffer", 0.0),
        ("Use the ring Buffer. Use a Ring Buffer.", "ring buffer", 0.5),
    ],
)
def test_capitals_count_in_mid_sentence(text, phrase, share):
    assert found(text)[phrase].capitals == share
    assert found(text, kind="heading")[phrase].capitals == 0


def test_phrase_does_not_begin_or_end_within_a_word_with_a_hyphen():
    assert "worker rank" not in found("A multi-worker rank.", "worker")
    assert "fast worker" not in found("A fast worker-side rank.", "worker")


def test_surface_is_the_singular_where_there_is_one():
    assert found("Some cookies.")["cookie"].surface == "cookies"
    assert found("Ring buffers. A Ring Buffer. Ring buffers.")["ring buffer"].surface == "Ring Buffer"


def test_only_prose_counts_and_rare_ones_do_not():
    assert found("A ring buffer.", kind="code") == {}
    assert found("A ring buffer.", least=2) == {}


def test_places_of_a_phrase_name_what_stands_beside_it():
    (use,) = found("We use a ring buffer here.")["ring buffer"].uses
    assert (use.before, use.after, use.kind) == ("a", "here", "paragraph")
    assert "We use a ring buffer here."[use.start : use.end] == "ring buffer"


def test_a_part_that_only_stands_in_longer_phrases_is_worth_nothing():
    terms = found("A ring buffer. The ring buffer. Some ring buffer.")
    assert terms["ring buffer"].c_value > 0 >= terms["ring"].c_value
