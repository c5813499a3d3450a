"""Candidates as a table and as entries, and decisions read back."""

from __future__ import annotations

import pytest

from glossary.desk.mining.cues import Cues, PhraseRenderings
from glossary.desk.mining.english_phrases import Phrase, PhraseUse
from glossary.desk.mining.mine import CandidateKind, Context, TermCandidate
from glossary.desk.mining.sheet import DecisionError, concept_id, decisions, drafts, page, sheet
from glossary.loading import load


def candidate(
    surface: str, zh: list[tuple[str, int]], ja: list[tuple[str, int]], kind: CandidateKind = "term"
) -> TermCandidate:
    uses = (PhraseUse("d", 0, len(surface), "", "", "paragraph"),) * 3
    renderings = {"zh": PhraseRenderings(tuple(zh), 0, 0), "ja": PhraseRenderings(tuple(ja), 0, 0)}
    phrase = Phrase(surface.lower(), surface, surface.lower(), uses, 3.0)
    none = Cues(*([0.0] * len(Cues._fields)))
    return TermCandidate(kind, phrase, renderings, none, 0.9, (Context("en/a.md", "the ", surface, " <here>"),))


RING = candidate("ring buffer", [("环形缓冲区", 5), ("环形缓存", 2), ("缓冲", 1)], [("リングバッファ", 4)])
NAME = candidate("FooDB", [("FooDB", 3), ("数据库", 1)], [], "name")
SILENT = candidate("job", [("任务", 5)], [], "silent")
FORMULA = candidate("=ring", [], [])


def test_table_round_trips_decisions():
    text = sheet([RING, NAME, FORMULA]).decode()
    assert text.startswith("\ufeffdecision,kind,term")
    assert "环形缓冲区 ×5, 环形缓存 ×2, 缓冲 ×1" in text
    assert "\\=ring" in text  # no spreadsheet takes it for a formula
    assert decisions(text.encode(), "x.csv") == {}
    saved_anew = "decision;key\nyes;ring buffer\n;foodb\n"  # as a German spreadsheet saves it
    assert decisions(saved_anew.encode("utf-16"), "x.csv") == {"ring buffer": True}
    filled = text.replace("\r\n,term,ring", "\r\naccept,term,ring").replace("\r\n,term,\\=", "\r\nNo,term,\\=")
    assert decisions(filled.encode(), "x.csv") == {"ring buffer": True, "=ring": False}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe\x00", "x.csv: "),
        (b"a,b\n1,2\n", "x.csv: no columns decision and key"),
        (b"decision,key\nmaybe,ring\n", "x.csv: row 2: decision is 'maybe'; write accept or reject"),
    ],
)
def test_table_that_cannot_be_used_is_reported_in_one_line(content, message):
    with pytest.raises(DecisionError) as error:
        decisions(content, "x.csv")
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_drafts_load_and_count_for_nothing_until_they_are_no_drafts(tmp_path):
    text = drafts([RING, NAME, SILENT], "ml", {"foodb"})  # what is known needs no new entry
    (tmp_path / "a.toml").write_text(text + "\n" + text.replace("draft = true\n", "").replace('id = "', 'id = "my-'))
    termbase = load([tmp_path], only=True)
    assert [concept.id for concept in termbase.concepts] == ["my-foodb-2", "my-ring-buffer"]
    ring = termbase.by_id["my-ring-buffer"]
    assert [form.form for form in ring.forms] == ["ring buffer", "环形缓冲区", "环形缓存", "リングバッファ"]
    assert termbase.by_id["my-foodb-2"].keep == {"zh", "ja"}


@pytest.mark.parametrize(("term", "expected"), [("Ring Buffer", "ring-buffer"), ("C++", "c++"), ("…", "term")])
def test_concept_id(term, expected):
    assert concept_id(term) == expected


def test_page_escapes_and_names_languages():
    html = page([RING, NAME], "0123")
    assert [kind in html for kind in ('<h2 id="term"', '<h2 id="name"', '<h2 id="silent"')] == [True, True, False]
    assert '<span lang="zh-Hans">环形缓冲区</span>' in html
    assert '<span lang="ja">リングバッファ</span>' in html
    assert "&lt;here&gt;" in html
    assert html == page([RING, NAME], "0123")
