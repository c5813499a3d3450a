"""Drafting: assistants draft what pages lack; drafts are checked like texts of pages, and never change a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from corpus.formats import format_of
from corpus.personal_data.mask import Mask
from corpus.records import LANGUAGE_COLUMNS, Finding
from flows.assistants.entry_proposals import check_translation, terms_in, text_document
from flows.checking.check_request import CheckRequest
from flows.checking.staleness import repository_staleness
from flows.files.build_reader import PublishedBuild
from flows.files.review_folder import decisions_in, keep_drafts
from flows.reviewing.ask import ConfiguredJudge, JudgeRun, RequestLine, ask_judge
from glossary.decisions.decision import TRUE
from glossary.desk.review.judging.drafts import Draft, Gap, read_drafts, request_of
from glossary.desk.review.judging.judge_requests import request_line
from glossary.desk.review.packets.packet import is_passage
from glossary.rules.messages import message_id_of

_READS = ["work", "en", "zh", "ja", "en_segments", "zh_segments", "ja_segments"]
_LONGEST = 4_000  # characters of an original that is drafted
_Unit = Mapping[str, Any]


def gaps_of_build(build: PublishedBuild, review: Path, lang: str) -> Iterator[Gap]:
    """Yield the gaps of a language's pages: passages in English, omissions that reviewers confirmed, empty units."""
    units = build.tables({"parallel": list(_READS)})["parallel"].to_pylist()
    number_of = {name: number for number, unit in enumerate(units) for name in unit[f"{lang}_segments"] or ()}
    decisions = sorted(decisions_in(review), key=lambda decision: decision.when)
    accepted = {decision.question.finding_id: decision.action in TRUE for decision in decisions}
    paths = {(document.work, document.lang): document for document in build.documents.values()}
    for finding in build.findings:
        if finding.lang != lang or not finding.locations or finding.state.is_fixed:
            continue
        place, number = finding.locations[0], number_of.get(finding.segment_id or "")
        path = build.documents[place.doc_id].path
        if is_passage(finding) and finding.state.is_undecided:
            before, after = _neighbours(units, number, number)
            yield Gap(lang, path, "untranslated", finding.surface.strip(), before=before, after=after)
        elif _is_missing_text(finding) and accepted.get(finding.finding_id) and number is not None:
            missing = list(_untranslated_after(units, number, lang))
            before, after = _neighbours(units, number + 1, number + len(missing))
            for unit in missing:
                yield Gap(lang, path, "omitted", unit["en"], before=before, after=after)
    for number, unit in enumerate(units):
        page = paths.get((unit["work"], lang))
        if page and format_of(page.media_type).is_bilingual and unit["en"] and not unit[lang]:
            before, after = _neighbours(units, number, number)
            yield Gap(lang, page.path, "untranslated", unit["en"], before=before, after=after)


def _is_missing_text(finding: Finding) -> bool:
    """Return whether a finding says that the page lacks sentences of its original after a place."""
    return finding.rule == "T505" and message_id_of(finding.rule, finding.message) not in ("added", "short")


def _untranslated_after(units: Sequence[_Unit], number: int, lang: str) -> Iterator[_Unit]:
    """Yield the untranslated units that directly follow a unit in its work."""
    for unit in units[number + 1 :]:
        if unit["work"] != units[number]["work"] or unit[lang] or not unit["en"]:
            return
        yield unit


def _neighbours(units: Sequence[_Unit], first: int | None, last: int | None) -> list[dict[str, str]]:
    """Return the texts of the units before and after a range, within their work."""
    if first is None or last is None or first > last:
        return [{}, {}]
    return [
        {name: units[number][name] for name in LANGUAGE_COLUMNS if units[number][name]}
        if 0 <= number < len(units) and units[number]["work"] == units[first]["work"]
        else {}
        for number in (first - 1, last + 1)
    ]


def stale_gaps(request: CheckRequest, lang: str, mask: Mask) -> Iterator[Gap]:
    """Yield, masked, the sentences whose original has changed since (see `taiyaku stale`); raises SourceError."""
    by_locale = repository_staleness(request.options).pages
    for page in (page for locale, pages in by_locale.items() if locale.split("-")[0] == lang for page in pages):
        for change in page.changes:
            if change.new and change.is_prose:
                new, old = (mask.text(text, "en") for text in (change.new, change.old))
                yield Gap(lang, page.path, "stale", new, mask.text(change.translation, lang), old)


def draft_requests(gaps: Iterable[Gap], request: CheckRequest) -> dict[str, RequestLine]:
    """Return the request of each gap by id, without duplicates."""
    return {
        gap.number: RequestLine(
            gap, request_line(request_of(gap, terms_in(request.termbase, english, gap.lang))).encode()
        )
        for gap in gaps
        if gap.original and len(gap.original) <= _LONGEST and (english := text_document(gap.original, "en"))
    }


def draft(judge: ConfiguredJudge, lines: Mapping[str, RequestLine], request: CheckRequest, review: Path) -> JudgeRun:
    """Ask a judge for drafts, and keep those that break none of the project's rules; raises ReviewError if the judge's
    program cannot be started.
    """

    def read(output: bytes, gaps: Mapping[str, Gap], name: str) -> tuple[dict[str, Draft], Counter[str]]:
        drafts, problems = read_drafts(output, gaps, name)
        faults = {number: _broken_rule(new, request) for number, new in drafts.items()}
        problems.update(f"that break {rule}" for rule in faults.values() if rule)
        return {number: new for number, new in drafts.items() if not faults[number]}, problems

    return ask_judge(judge, lines, lambda new: keep_drafts(review, judge.name, new), read)


def _broken_rule(new: Draft, request: CheckRequest) -> str:
    """Return the rule of the worst finding in a draft checked against its original; empty if there is none."""
    page, english = text_document(new.text, new.lang), text_document(new.original, "en")
    rows = check_translation(request, page, english).findings
    return next((row["rule"] for row in rows if row["severity"] != "neutral"), "")
