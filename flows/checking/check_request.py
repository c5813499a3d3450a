"""Check request: the options, rules and decisions of a check, for command and flow alike; and its fixes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from corpus.errors import UnreadableError
from corpus.formats import format_of
from corpus.languages import Language
from corpus.records import Document
from corpus.sources import discovery
from corpus.sources.decoding import RewritingError, decode, form_of, rewritten
from corpus.sources.discovery import DiscoveredSources, PlacedFile, contents
from corpus.sources.documents import with_source
from flows.files.review_folder import decisions_in
from flows.options.effective_options import rule_selection
from flows.options.flow_parameters import CheckOptions
from flows.options.termbase_cache import scoped, termbase_of
from glossary.decisions.adjudication import Adjudication, adjudicate
from glossary.desk.report.check_report import CheckedPage
from glossary.findings.decided import measured
from glossary.findings.engine import PageFindings, judge_page
from glossary.findings.place_limit import MOST_FIXED
from glossary.findings.rule_selection import Selection
from glossary.fixing.apply_fixes import FixRequest, fix_page
from glossary.fixing.edits import Edit
from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule
from glossary.termbase.termbase import Termbase

_EXTRACTED = "findings speak of the text that was extracted from the file"


@dataclass(frozen=True)
class FixedPage(CheckedPage):
    """A page as it is after fixes, with its file's bytes before and after."""

    file: Path = field(kw_only=True)
    unmended: CheckedPage = field(kw_only=True)  # the page as it was
    before: bytes = field(default=b"", kw_only=True)
    after: bytes = field(default=b"", kw_only=True)
    form: str = field(default="", kw_only=True)  # the encoding
    edits: tuple[Edit, ...] = field(default=(), kw_only=True)
    unsure: int = field(default=0, kw_only=True)  # places whose remedy is less sure
    guarded: int = field(default=0, kw_only=True)  # places whose remedy would change code, markup or an address
    unwritable: tuple[str, ...] = field(default=(), kw_only=True)  # words that the file's encoding cannot hold
    refused: str = field(default="", kw_only=True)  # why nothing is fixed, where something could be


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is to be checked, and how."""

    options: CheckOptions
    base: Path  # what paths count from, in patterns, fingerprints and the baseline
    selection: Selection
    decisions: Adjudication
    language: Language | None = None  # of the files that are named, and of those found that tell no other
    original: Path | None = None  # the English version of what came on standard input
    only_files: frozenset[Path] | None = None  # check these of the files that are found
    ignored: frozenset[Path] = frozenset()  # real paths of files and folders that are not checked
    mending: FixRequest | None = None  # put right what is safe, in memory

    @property
    def termbase(self) -> Termbase:
        """The glossary that pages are checked against, outside any scope; loaded once in each process."""
        return termbase_of(self.options)

    def find_sources(self) -> DiscoveredSources:
        """Walk through the sources and return the files found; raises SourceError."""
        options = self.options
        return discovery.find(options.sources, options.root, options.exclude, options.works, options.out)

    def on_page(self, path: str) -> CheckRequest:
        """Return the request for one page, with the glossary of its scope."""
        options = scoped(self.options, [path])
        return self if options is self.options else replace(self, options=options)


def request_of(
    options: CheckOptions, select: Sequence[str] = (), ignore: Sequence[str] = (), **more: Any
) -> CheckRequest:
    """Return the request for options; `select` replaces theirs, `ignore` adds to theirs. Raises ReviewError."""
    decisions = adjudicate(decisions_in(options.review))
    chosen = rule_selection(options)
    selection = Selection(
        tuple(select) or chosen.select,
        (*chosen.ignore, *ignore),
        chosen.folders,
        project_counts=tuple(sorted(measured(decisions).items())),
        most_places=chosen.most_places,
    )
    return CheckRequest(options, options.base or Path.cwd(), selection, decisions, **more)


def unfixed_page(
    file: PlacedFile,
    document: Document,
    shown_path: str,
    page_findings: PageFindings,
    rules: Sequence[Rule],
    request: FixRequest,
) -> tuple[FixedPage, bool]:
    """Return a page unchanged, and whether it has anything to fix."""
    findings, edits = page_findings.findings, request.edits(document, page_findings)
    is_fixable = any(map(request.is_sure, edits))
    page = FixedPage(
        document, shown_path, findings, rules,
        file=file.path, unmended=CheckedPage(document, shown_path, findings, rules),
        was_fixed=True, unsure=0 if is_fixable else len(edits),
    )  # fmt: skip
    return page, is_fixable


def mended_page(
    file: PlacedFile,
    page: RuleContext,
    shown_path: str,
    rules: Sequence[Rule],
    request: FixRequest,
    max_bytes: int,
    page_of: Callable[[Document], RuleContext],
) -> tuple[FixedPage, RuleContext]:
    """Return a page after fixes, and its rule context then; writes nothing."""
    page_findings = judge_page(page, rules, MOST_FIXED)
    unchanged, is_fixable = unfixed_page(file, page.document, shown_path, page_findings, rules, request)
    if not is_fixable or unchanged.is_extracted:
        return replace(unchanged, refused=_EXTRACTED if is_fixable else ""), page
    locale = file.language.locale if file.language else ""
    try:
        data = contents(file.path, max_bytes)
        rewrite = format_of(page.document.media_type).rewritten
        source = decode(data, locale).text if rewrite else page.document.text
        form = form_of(data, source, locale)
        outcome = fix_page(page, page_findings, rules, replace(request, can_write=form.can_hold), page_of)
        document = outcome.page.document
        source_after = rewrite(source, document.text) if rewrite else document.text
        after = rewritten(form, source_after, locale) if outcome.edits else data
        document = with_source(document, source_after) if rewrite else document
    except (RewritingError, UnreadableError, OSError) as error:
        return replace(unchanged, refused=str(getattr(error, "strerror", None) or error)), page
    changed = replace(
        unchanged,
        document=replace(document, sha256=sha256(after).hexdigest()),
        findings=outcome.findings,
        before=data,
        after=after,
        form=form.encoding,
        edits=outcome.edits,
        unsure=outcome.unsure,
        guarded=outcome.guarded,
        unwritable=outcome.unwritable,
    )
    return changed, outcome.page
