"""The cases of rules: texts in which a rule fires, and texts in which it must stay silent, as data beside this file.

`<code>.toml` has `[[fires]]` with `lang`, `text` and `found`, the words at the first place of each finding in order of
places; if given, `expected`, `severity`, `suggestion`, `occurrences` and `inherited` hold for the first finding (an
empty one: it has none), `says` is part of its message, and `least` and `most` bound its confidence, were that of the
rule its prior. `[[silent]]` has `lang`, `text` and `why`. Optional for both: `format` (md, the default, txt, html,
rst or po, which has its original), `locale` (such as zh-TW), `source` (the English original; where both have as many
segments, each translates its like, else they are aligned), `glossary` (TOML of entries that are used instead of the
built-in ones), `most_places` (of a rule that are listed) and `pages` (instead of `text`: a list of texts of one
language, judged together, `found` then as "number of the page: words").
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from corpus.alignment.features import takes_part
from corpus.alignment.lexicon import lexicons
from corpus.languages import Language
from corpus.limits import MOST_PLACES
from corpus.records import Document, Finding, Mention, Segment, TermAlignment
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read
from corpus.text.segments import is_prose
from corpus.tokenizers import tokenizer
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.bitext.terms.align_terms import BeadText, TermAligner
from glossary.bitext.terms.term_lexicon import built_in
from glossary.bitext.terms.term_rows import term_rows
from glossary.findings.contexts import SourcePage, original_with
from glossary.findings.engine import across_findings, check, raised_across
from glossary.loading import load
from glossary.matching import Matcher
from glossary.rules.consistency.renderings import digest
from glossary.rules.context import RuleContext
from glossary.rules.digest import Digest
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import Rule
from glossary.rules.source_context import Original, ReadOriginal, SegmentPair
from glossary.termbase.termbase import Termbase

FOLDER = Path(__file__).parent
TYPES = {
    "md": "text/markdown",
    "txt": "text/plain",
    "html": "text/html",
    "rst": "text/x-rst",
    "po": "text/x-gettext-translation",
}


def cases(code: str, kind: str) -> list[dict[str, Any]]:
    """The cases of a rule of one kind: fires or silent."""
    rows: list[dict[str, Any]] = tomli.loads((FOLDER / f"{code}.toml").read_text(encoding="utf-8")).get(kind, [])
    return rows


def found_by(code: str, case: dict[str, Any]) -> list[Finding]:
    """The findings of a rule in a case, in order of pages and places."""
    rule, termbase = BY_CODE[code], _glossary(case.get("glossary", ""))
    pages = [_page(text, number, case, termbase) for number, text in enumerate(case.get("pages") or [case["text"]])]
    rules = RULES if code in ("T900", "T901") else [rule]  # they judge what the others found
    most = case.get("most_places", MOST_PLACES)
    findings = [finding for page in pages for finding in check(page, rules, most) if finding.rule == code]
    if rule.across is not None:
        findings += check_across(
            [digest(page) for page in pages], {page.document.doc_id: page.document for page in pages}, termbase, [rule]
        )
    numbers = {page.document.doc_id: number for number, page in enumerate(pages)}
    return sorted(findings, key=lambda finding: (numbers[finding.doc_id], finding.start or 0))


def check_across(
    digests: Sequence[Digest], pages: Mapping[str, Document], termbase: Termbase, rules: Sequence[Rule] = RULES
) -> list[Finding]:
    """The findings of the pages of each language together; `pages` are the documents by id."""
    together = raised_across(digests, pages, termbase, rules, MOST_PLACES)
    return across_findings(together.raised, pages, termbase, rules)


def shown(case: dict[str, Any], finding: Finding) -> str:
    """What a case says was found: the words, with several pages after the number of the page from 1."""
    return f"{int(finding.work.removeprefix('page')) + 1}: {finding.surface}" if "pages" in case else finding.surface


def page_of(text: str, lang: str, form: str = "md", termbase: Termbase | None = None, source: str = "") -> RuleContext:
    """A page with this text, as rules see it."""
    return _annotated(document_of(text, lang, form), termbase or _glossary(""), source)


def _page(text: str, number: int, case: dict[str, Any], termbase: Termbase) -> RuleContext:
    document = document_of(
        text, case["lang"], case.get("format", "md"), case.get("locale", case["lang"]), f"page{number}"
    )
    return _annotated(document, termbase, text if case.get("format") == "po" else case.get("source", ""))


def _annotated(document: Document, termbase: Termbase, source: str) -> RuleContext:
    segments, mentions = annotated(document, matcher(termbase))
    original = None
    if source:
        english = document_of(source, "en", Path(document.path).suffix[1:], work=f"{document.work}-original")
        original = _original(document, english, segments, mentions, matcher(termbase))
    return RuleContext(document, tuple(segments), tuple(mentions), termbase, original)


def _original(
    document: Document, english: Document, segments: list[Segment], mentions: list[Mention], term_matcher: Matcher
) -> Original:
    """The original, its segments paired one to one where both have the same number of them, else aligned."""
    own_segments, own_mentions = annotated(english, term_matcher)
    page, source = ([segment for segment in all_of if takes_part(segment)] for all_of in (segments, own_segments))
    if len(page) != len(source):
        return original_with(
            document,
            SourcePage(english, lambda: term_matcher, tokenizer),
            lambda: (segments, mentions),
            cache(lexicons),
        )
    pairs = tuple(SegmentPair((a,), (b,), 1.0, a.text == b.text) for a, b in zip(page, source, strict=True))
    read = ReadOriginal(tuple(own_segments), tuple(own_mentions))
    return Original(
        english, lambda: read, lambda _: pairs, lambda: _terms(document, pairs, mentions, read, term_matcher)
    )


def _terms(
    document: Document,
    pairs: Sequence[SegmentPair],
    mentions: Sequence[Mention],
    original: ReadOriginal,
    term_matcher: Matcher,
) -> Iterator[TermAlignment]:
    aligner = TermAligner(document.lang, term_matcher.termbase, built_in(document.lang))
    for number, pair in enumerate(pairs):
        sides = [
            (part, [use for segment in part for use in uses if use.segment_id == segment.segment_id])
            for part, uses in ((pair.source, original.mentions), (pair.target, mentions))
        ]
        if not pair.copied and all(map(is_prose, (*pair.source, *pair.target))):
            yield from term_rows(BeadText(*sides[0], *sides[1], document.text), f"bead-{number}", 1.0, aligner)


def document_of(text: str, lang: str, form: str = "md", locale: str = "", work: str = "page0") -> Document:
    """A document as it is read from a file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"page.{form}"
        file.write_bytes(text.encode())
        return read(
            PlacedFile(file, f"{work}/{lang}.{form}", TYPES[form], work, Language(lang, locale or lang)), 1 << 20
        )


@cache
def _glossary(entries: str) -> Termbase:
    if not entries:
        return load()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "entries.toml").write_text(entries, encoding="utf-8")
        return load([Path(folder)], only=True)
