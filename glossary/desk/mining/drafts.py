"""Candidates as entries: TOML that loads, with `draft = true` so that it counts for nothing until it is edited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from glossary.desk.mining.mine import TermCandidate
from glossary.exchange.entry_toml import toml_value

_ADMITTED_SHARE = 0.2  # of the uses of the commonest rendering; what is rarer is more often a slip
_ADMITTED_USES = 2


def drafts(candidates: Iterable[TermCandidate], domain: str, reserved: Iterable[str]) -> str:
    """Return entries for candidates in the order given; `reserved` are the ids that the glossary has."""
    ids = set(reserved)
    entries = []
    for candidate in candidates:
        name = _free(concept_id(candidate.term), ids)
        ids.add(name)
        entries.append("\n".join(_lines(candidate, name, domain)))
    return "\n\n".join(entries) + "\n" if entries else ""


def concept_id(term: str) -> str:
    """Return the id of a concept of this English name."""
    return re.sub(r"[^a-z0-9.+_]+", "-", term.casefold()).lstrip("-.+_").rstrip("-._") or "term"


def _free(name: str, reserved: set[str]) -> str:
    number = 2
    free = name
    while free in reserved:
        free, number = f"{name}-{number}", number + 1
    return free


def _lines(candidate: TermCandidate, name: str, domain: str) -> Iterator[str]:
    uses = len(candidate.phrase.uses)
    documents = candidate.phrase.documents
    yield f"# {uses:,} uses in {documents:,} English documents; a term with {candidate.probability:.0%}."
    yield from (f"# {context.left}{context.surface}{context.right}" for context in candidate.contexts)
    yield "[[concept]]"
    yield f"id = {_string(name)}"
    yield f"domain = {_string(domain)}"
    yield "draft = true"
    yield 'definition = "to be written"'
    is_kept = all(_is_kept(candidate, lang) for lang in candidate.renderings)
    if is_kept:
        yield "keep = true"
    yield from ("", "[concept.en]", f"preferred = {_string(candidate.term)}")
    if is_kept:
        return
    for lang in ("zh", "ja"):
        yield from ("", f"[concept.{lang}]", *_forms(candidate, lang))


def _is_kept(candidate: TermCandidate, lang: str) -> bool:
    counts = candidate.renderings[lang].counts
    return not counts or (counts[0][0].isascii() and counts[0][0].casefold() == candidate.term.casefold())


def _forms(candidate: TermCandidate, lang: str) -> Iterator[str]:
    counts = candidate.renderings[lang].counts
    if not counts:
        yield "keep = true  # no rendering was found"
        return
    (preferred, most), *others = counts
    yield f"preferred = {_string(preferred)}  # {most:,}"
    admitted = [
        (form, uses)
        for form, uses in others
        if uses >= max(_ADMITTED_USES, most * _ADMITTED_SHARE) and form != preferred
    ]
    if admitted:
        note = ", ".join(f"{uses:,}" for _, uses in admitted)
        yield f"admitted = [{', '.join(_string(form) for form, _ in admitted)}]  # {note}"


def _string(text: str) -> str:
    return toml_value(" ".join(text.split()))
