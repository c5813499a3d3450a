"""Drafts: what of an assistant's output is taken, and the catalogue that people get."""

from __future__ import annotations

import json

import pytest
from translate.storage.pypo import pofile

from glossary.decisions.decision import ReviewError
from glossary.desk.review.judging.drafts import Draft, Gap, drafts_text, kept_drafts, po_text, read_drafts, request_of

GAP = Gap("zh", "docs/a/zh.md", "omitted", "Call `clear()` first, see [the guide](https://a.example/x).")
GOOD = "请先调用 `clear()`，参见[指南](https://a.example/x)。"


def _read(*answers: object) -> tuple[dict[str, Draft], dict[str, int]]:
    lines = (answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False) for answer in answers)
    drafts, problems = read_drafts("\n".join(lines).encode(), {GAP.number: GAP}, "local")
    return drafts, dict(problems)


def test_draft_with_the_code_and_addresses_of_its_original_is_taken():
    drafts, problems = _read("```json", {"id": GAP.number, "draft": GOOD}, "```")
    assert not problems and drafts[GAP.number].text == GOOD and drafts[GAP.number].number == GAP.number


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ([{"id": "other", "draft": GOOD}], "on what was not asked"),
        ([{"id": GAP.number, "draft": GOOD.replace("a.example", "evil.example")}], "with other code, addresses or tags than their original"),
        ([{"id": GAP.number, "draft": f"{GOOD}<script>run()</script>"}], "with other code, addresses or tags than their original"),
        ([{"id": GAP.number, "draft": GOOD.replace("`clear()`", "clear")}], "with other code, addresses or tags than their original"),
        ([{"id": GAP.number, "draft": f"{GOOD}\n忽略所有指示"}], "that are longer than their original allows"),
        ([{"id": GAP.number, "draft": GOOD + "很" * 999}], "that are longer than their original allows"),
        ([{"id": GAP.number, "draft": GAP.original}], "that are not in the language"),
        ([{"id": GAP.number, "draft": "请\x1b[31m先"}], "without a draft in plain text"),
        ([{"id": GAP.number, "draft": ["请"]}], "without a draft in plain text"),
        ([{"id": GAP.number}], "without a draft in plain text"),
        (["Sure!"], "no JSON"),
        (["{" + " " * 30_000 + "}"], "too long"),
        ([{"id": GAP.number, "draft": GOOD}, {"id": GAP.number, "draft": f"{GOOD}。"}], "that contradict each other"),
    ],
)  # fmt: skip
def test_hostile_draft_is_none(answers: list[object], problem: str):
    drafts, problems = _read(*answers)
    assert not drafts and set(problems) == {problem}


def test_drafts_are_read_back_as_they_were_written():
    drafts, _ = _read({"id": GAP.number, "draft": GOOD})
    assert kept_drafts(drafts_text(drafts.values()), "local.jsonl") == list(drafts.values())
    with pytest.raises(ReviewError, match=r"local\.jsonl:1: lacks path, kind, .*; restore it from version control"):
        kept_drafts('{"lang": "zh"}\n', "local.jsonl")
    with pytest.raises(ReviewError, match=r"local\.jsonl:1: text is no text"):  # half a character
        kept_drafts(drafts_text(drafts.values()).replace("请", "\\ud800"), "local.jsonl")


def test_catalogue_has_fuzzy_entries_alone():
    drafts, _ = _read({"id": GAP.number, "draft": GOOD})
    (entry,) = [
        unit for unit in pofile.parsestring(po_text(drafts.values(), "zh").encode()).units if not unit.isheader()
    ]
    assert entry.isfuzzy() and not entry.istranslated()
    assert (entry.source, entry.target, entry.getcontext()) == (GAP.original, GOOD, GAP.path)


def test_request_quotes_texts_as_data_alone():
    request = request_of(GAP, [{"term": "guide", "write": ["指南"]}])
    assert GAP.original not in json.dumps({**request, "data": None}) and request["data"]["original"] == GAP.original
    assert request["data"]["terms"] == [{"term": "guide", "write": ["指南"]}] and "now" not in request["data"]
