"""What the rules find of what was planted: the one module here that knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from corpus.alignment.lexicon import lexicons
from corpus.records import Document, Finding
from corpus.tokenizers import Words, en_fast, tokenizer
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.findings.contexts import SourcePage, original_with
from glossary.findings.engine import check
from glossary.rules.consistency.renderings import digest
from glossary.rules.context import RuleContext
from glossary.rules.registry import RULES
from glossary.rules.rule import Rule
from glossary.termbase.termbase import Termbase
from tests.glossary.rules.cases import check_across, document_of
from tests.planting.bases import Base, catalogue
from tests.planting.edits import Error, Planted
from tests.planting.ground import termbase

CERTAIN = 0.8
# Rules that say the same of a place, or more, than the one that the error was planted for.
SAYING_MORE = {
    "T101": ("T102", "T103", "T104", "T107", "T201"),  # an unwanted form is one, whatever of
    "T102": ("T101", "T103", "T201"),  # the half English ones are T103's; T201 says that the page has both
    "T103": ("T110",),
    "T104": ("T101", "T102", "T201"),
    "T105": ("T304",),
    "T107": ("T101",),
    "T110": ("T504",),
    "T201": ("T102",),
    "T202": ("T201",),
    "T304": ("T301", "T305"),
    "T305": ("T301", "T304", "T303"),
    "T401": ("T102",),
    "T402": ("T102",),
    "T501": ("T101",),
    "T504": ("T110",),
    "T507": ("T505",),
}


@dataclass(frozen=True)
class Verdict:
    """An error, and what was said of its place: the best confidence of those that count, 0 if there is none."""

    planted: Planted
    error: Error
    confidence: float

    @property
    def found(self) -> bool:
        """Whether a finding of minor or above (of any severity, where the rule never says more) touches it."""
        return self.confidence > 0


def page_of(base: Base, text: str, glossary: Termbase) -> RuleContext:
    """A page with its original, aligned with the lexicon that is shipped, as `taiyaku check` does it."""
    is_catalogue = base.form == "po"
    file = catalogue(base.english, text, base.contexts) if is_catalogue else text
    document = document_of(file, base.lang, base.form, work=base.work)
    segments, mentions = annotated(document, matcher(glossary), _cutter)
    original = None
    if base.english:
        english = document_of(file if is_catalogue else base.english, "en", base.form, work=base.work)
        source = SourcePage(english, lambda: matcher(glossary), _cutter)
        original = original_with(document, source, lambda: (segments, mentions), _lexicons)
    return RuleContext(document, tuple(segments), tuple(mentions), glossary, original)


_lexicons = cache(lexicons)


def _cutter(lang: str) -> Callable[[str], Words]:
    return en_fast.cut if lang == "en" else tokenizer(lang)


def findings(base: Base, text: str, rules: Sequence[Rule] = RULES) -> list[Finding]:
    """What the rules say of a page by itself; of a catalogue also what they say of its units together."""
    page = page_of(base, text, termbase())
    together = (
        check_across([digest(page)], {page.document.doc_id: page.document}, termbase(), rules)
        if base.form == "po"
        else []
    )
    return [*check(page, rules), *together]


@cache
def before(base: Base, rules: tuple[Rule, ...] = RULES) -> tuple[Finding, ...]:
    """What they say of the page before anything is planted."""
    return tuple(findings(base, base.text, rules))


def judged(planted: Planted) -> list[Verdict]:
    """A verdict on each error of a page, by what is said now and was not said before."""
    rules = tuple(rule for rule in RULES if rule.code in _counting(planted.rule))
    claims_before = {_said(finding) for finding in before(planted.base, rules)}
    new_findings = [
        finding for finding in findings(planted.base, planted.text, rules) if _said(finding) not in claims_before
    ]
    return [Verdict(planted, error, _confidence(planted.rule, error, new_findings)) for error in planted.errors]


def _counting(rule: str) -> set[str]:
    """The rules whose findings count for an error of this kind."""
    return {rule, *SAYING_MORE.get(rule, ())}


def _said(finding: Finding) -> tuple[str, str | None, int, str]:
    """A finding without its place: rule, concept, number of places and words."""
    return finding.rule, finding.concept_id, finding.occurrences, finding.surface


def judged_together(pages: Sequence[Planted | Base]) -> list[Verdict]:
    """Verdicts on the errors of a set of pages that are judged together."""
    read = [page_of(_base(page), page.text, termbase()) for page in pages]
    documents: dict[str, Document] = {page.document.doc_id: page.document for page in read}
    findings = check_across([digest(page) for page in read], documents, termbase())
    return [
        Verdict(
            planted_page,
            error,
            max(
                (_confidence(planted_page.rule, error, _of(page, findings)) for error in planted_page.errors), default=0
            ),
        )
        for planted_page, page in zip(pages, read, strict=True)
        if isinstance(planted_page, Planted)
        for error in planted_page.errors[:1]  # a page drifts once
    ]


def _base(page: Planted | Base) -> Base:
    return page.base if isinstance(page, Planted) else page


def _of(page: RuleContext, findings: Iterable[Finding]) -> list[Finding]:
    return [
        finding
        for finding in findings
        if any(location.doc_id == page.document.doc_id for location in finding.locations)
    ]


def _confidence(rule: str, error: Error, findings: Iterable[Finding]) -> float:
    codes = _counting(rule)
    least_loud = {rule.code for rule in RULES if rule.severity == "neutral"}
    return max(
        (
            finding.confidence
            for finding in findings
            if finding.rule in codes
            and (finding.severity != "neutral" or finding.rule in least_loud)
            and _touches(finding, error)
        ),
        default=0.0,
    )


def _touches(finding: Finding, error: Error) -> bool:
    """Whether a place of the finding shares a character with the error, or borders on one that has no width."""
    end = max(error.end, error.start + 1)
    start = error.start if error.end > error.start else error.start - 1
    return any(location.start < end and start < max(location.end, location.start + 1) for location in finding.locations)


def loud(findings: Iterable[Finding], rules: Sequence[str] = ()) -> list[Finding]:
    """The findings of minor or above, of these rules or of any."""
    return [finding for finding in findings if finding.severity != "neutral" and (not rules or finding.rule in rules)]


def is_certain(finding: Finding) -> bool:
    """Whether a finding can fail a run."""
    return finding.confidence >= CERTAIN - 1e-6


def rate(page_findings: Iterable[Sequence[Finding]], texts: Iterable[str]) -> float:
    """Findings for 10,000 characters."""
    return 10_000 * sum(map(len, page_findings)) / sum(map(len, texts))
