"""A sheet of candidates in CSV, written for a terminologist and read back; a page, and drafts of entries."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from corpus.grouping import grouped
from corpus.languages import TARGETS, pack
from glossary.desk.mining.mine import KINDS, TermCandidate
from glossary.exchange.entry_toml import toml_value
from glossary.exchange.html import page_template
from glossary.exchange.spreadsheets.csv_table import csv_bytes, csv_rows, scalar, scalar_cell
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError

_ADMITTED_SHARE = 0.2  # of the uses of the commonest rendering; what is rarer is more often a slip
_ADMITTED_USES = 2


def drafts(candidates: Iterable[TermCandidate], domain: str, reserved: Iterable[str]) -> str:
    """Return entries for candidates in the given order, without known terms; `reserved` are the glossary's ids."""
    ids = set(reserved)
    entries = []
    for candidate in (candidate for candidate in candidates if candidate.kind != "silent"):
        name = free_id(concept_id(candidate.term), ids)
        ids.add(name)
        entries.append("\n".join(_lines(candidate, name, domain)))
    return "\n\n".join(entries) + "\n" if entries else ""


def concept_id(term: str) -> str:
    """Return the concept id for an English name."""
    return re.sub(r"[^a-z0-9.+_]+", "-", term.casefold()).lstrip("-.+_").rstrip("-._") or "term"


def free_id(name: str, reserved: Container[str]) -> str:
    """Return an id that is not reserved: the name, or the name with a number."""
    number = 2
    free = name
    while free in reserved:
        free, number = f"{name}-{number}", number + 1
    return free


def _lines(candidate: TermCandidate, name: str, domain: str) -> Iterator[str]:
    uses = len(candidate.phrase.uses)
    documents = candidate.phrase.documents
    yield f"# {uses:,} uses in {documents:,} English documents; {candidate.kind}, {candidate.probability:.0%}."
    yield from (f"# {context.left}{context.surface}{context.right}" for context in candidate.contexts)
    yield "[[concept]]"
    yield f"id = {_string(name)}"
    yield f"domain = {_string(domain)}"
    yield "draft = true"
    yield 'definition = "to be written"'
    is_kept = candidate.kind == "name" or all(_is_kept(candidate, lang) for lang in candidate.renderings)
    if is_kept:
        yield "keep = true"
    yield f"en = {_string(candidate.term)}"
    if not is_kept:
        yield from (_forms(candidate, lang) for lang in ("zh", "ja"))


def _is_kept(candidate: TermCandidate, lang: str) -> bool:
    counts = candidate.renderings[lang].counts
    return not counts or (counts[0][0].isascii() and counts[0][0].casefold() == candidate.term.casefold())


def _forms(candidate: TermCandidate, lang: str) -> str:
    counts = candidate.renderings[lang].counts
    if not counts:
        return f"{lang}.keep = true  # no rendering was found"
    (preferred, most), *others = counts
    least = max(_ADMITTED_USES, most * _ADMITTED_SHARE)
    listed = [counts[0], *((form, uses) for form, uses in others if uses >= least and form != preferred)]
    forms = [" ".join(form.split()) for form, _ in listed]
    note = ", ".join(f"{uses:,}" for _, uses in listed)
    return f"{lang} = {toml_value(forms if len(forms) > 1 else forms[0])}  # {note}"


def _string(text: str) -> str:
    return toml_value(" ".join(text.split()))


def page(candidates: Sequence[TermCandidate], build_id: str) -> str:
    """Return the page as HTML; the same candidates give the same text."""
    languages = [pack(code) for code in sorted(TARGETS, reverse=True)]
    return page_template("glossary.desk.mining", "candidates_page.html.j2").render(
        build_id=build_id,
        languages=[(language.native_name, language.html_lang, language.code) for language in languages],
        count=len(candidates),
        kinds=[
            (kind, KINDS[kind], [_page_fields(candidate) for candidate in rows])
            for kind, rows in grouped(candidates, lambda candidate: candidate.kind).items()
        ],
    )


def _page_fields(candidate: TermCandidate) -> dict[str, object]:
    return {
        "term": candidate.term,
        "key": candidate.phrase.term,
        "percent": f"{candidate.probability:.0%}",
        "uses": len(candidate.phrase.uses),
        "documents": candidate.phrase.documents,
        "renderings": {code: of_language.counts[:6] for code, of_language in candidate.renderings.items()},
        "contexts": candidate.contexts,
    }


_RENDERINGS = 4  # of a term, the commonest
_DECISION, _KEY = "decision", "key"
ACCEPTED = frozenset(("accept", "accepted", "yes", "y", "1", "true", "x"))
REJECTED = frozenset(("reject", "rejected", "no", "n", "0", "false"))


class DecisionError(ValueError):
    """A file of decisions that cannot be used; the message says what is wrong and what to do."""


def sheet(candidates: Iterable[TermCandidate]) -> bytes:
    """Return the table as CSV for spreadsheets; the terminologist fills in `decision`."""
    languages = sorted(TARGETS, reverse=True)
    header = [_DECISION, "kind", "term", "probability", "uses", "documents", *languages, "contexts", _KEY]
    return csv_bytes([header, *(_row(candidate, languages) for candidate in candidates)])


def _row(candidate: TermCandidate, languages: Iterable[str]) -> list[object]:
    contexts = " | ".join(f"{left}[{surface}]{right}" for _, left, surface, right in candidate.contexts)
    return [
        "",
        candidate.kind,
        scalar_cell(candidate.term),
        f"{candidate.probability:.2f}",
        len(candidate.phrase.uses),
        candidate.phrase.documents,
        *(scalar_cell(listed_renderings(candidate, lang)) for lang in languages),
        scalar_cell(contexts),
        scalar_cell(candidate.phrase.term),
    ]


def listed_renderings(candidate: TermCandidate, lang: str) -> str:
    """Return the commonest renderings with their counts: 张量 ×12, tensor ×3."""
    return ", ".join(f"{form} ×{uses:,}" for form, uses in candidate.renderings[lang].counts[:_RENDERINGS])


def decisions(content: bytes, name: str) -> dict[str, bool]:
    """Return the terms that a table accepts or rejects, not those without a decision. Raises DecisionError."""
    try:
        rows = list(csv_rows(content, (_DECISION, _KEY)))
    except SpreadsheetError as error:
        raise DecisionError(f"{name}: {error}") from None
    return {
        scalar(row[_KEY]): decided
        for number, row in _by_column(rows, name)
        if (decided := _decided(row, number, name)) is not None
    }


def _by_column(rows: list[tuple[int, Sequence[str]]], name: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    header = [cell.strip() for cell in rows[0][1]] if rows else []
    if rows and not {_DECISION, _KEY} <= set(header):
        raise DecisionError(
            f"{name}: no columns {_DECISION} and {_KEY}; take a file of `glossary candidates --format csv`"
        )
    for number, row in rows[1:]:
        yield number, dict(zip(header, [*row, *[""] * len(header)], strict=False))


def _decided(row: Mapping[str, str], number: int, name: str) -> bool | None:
    word = row[_DECISION].strip().casefold()
    if not word:
        return None
    if word not in ACCEPTED | REJECTED:
        raise DecisionError(f"{name}: row {number}: decision is '{word}'; write accept or reject, or leave it empty")
    return word in ACCEPTED
