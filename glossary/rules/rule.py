"""Rules and what they raise: plain values, so that a rule is one function over a page."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from corpus.vocabularies import FINDING_SEVERITY
from glossary.rules import calibration
from glossary.rules.context import RuleContext
from glossary.rules.digest import Digest
from glossary.rules.messages import RuleDescription, described
from glossary.termbase.termbase import Termbase

SEVERITIES = tuple(FINDING_SEVERITY)  # the most severe first
POINTS = {"critical": 25, "major": 5, "minor": 1, "neutral": 0}  # MQM's, for one error
_GRAVEST_FAINT = "minor"
CATEGORIES = (
    "terminology/wrong-term",
    "terminology/inconsistent-with-termbase",
    "terminology/inconsistent-use",
    "accuracy/untranslated",
    "accuracy/do-not-translate",
    "accuracy/mistranslation",
    "accuracy/omission",
    "linguistic-conventions/spelling",
    "design/markup",
    "locale-conventions",
    "style/register",
    "none",  # about the check itself
)

# The packages that hold the rules, by the first digit of their codes.
FAMILIES = {"1": "terms", "2": "consistency", "3": "fidelity", "4": "orthography", "5": "source", "9": "meta"}


class DocumentSpan(NamedTuple):
    """A place in a document: half-open offsets into its text. Without `doc_id`, in the page's own document."""

    start: int
    end: int
    doc_id: str = ""


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule's finding at one or more places. The same key and concept again in a document is the same decision: the
    places of both are joined, each with its own words, message and remedy.
    """

    places: tuple[DocumentSpan, ...]  # in order; the first is the one that is shown
    concept_id: str = ""
    message_id: str = ""  # which of the rule's messages; empty where it has but one
    words: Mapping[str, str] = field(default_factory=dict)  # what the message's placeholders stand for
    expected: tuple[str, ...] = ()  # what may stand here instead, best first
    suggestion: str = ""  # what can be put in place of the first place's words without reading further
    severity: str = ""  # empty: the rule's
    sure: float = 1.0  # how sure the rule is at the place, such as of the mention: 1 is as sure as it can be
    key: str = ""  # what makes the decision; empty: the words at the first place, folded
    most: float = calibration.MOST  # what its confidence never exceeds, however often the rule was right
    least: float = calibration.LEAST  # what it never falls below, however often the rule was wrong


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `find` judges a page by itself; `across` judges the pages of one language together."""

    code: str
    name: str  # the fault, in words joined by -
    category: str
    severity: str
    prior: float  # how often what it raises was thought to be right before anybody had judged it
    scope: str  # segment, document or corpus
    find: Callable[[RuleContext], Iterable[Violation]] | None = None
    across: Callable[[Sequence[Digest], Termbase], Iterable[Violation]] | None = None
    inherits: bool = False  # a Latin slip, which the English original may have too
    fixable: bool = False  # its remedies are carried out unread; what the original says (a number) is for a person
    edits_names: bool = False  # what its remedies replace may be a name of code
    edits_markup: bool = False  # its remedies are markup, which those of other rules never change
    languages: tuple[str, ...] = ()  # of the pages that it judges; none: of all that are checked
    judges_original: bool = False  # sees pages whose original is that of another page, or that are in another language
    trusts_original: bool = False  # what differs from the English is taken for a slip of the page
    yields_to: tuple[str, ...] = ()  # rules that say more of the same concept at the same places
    home: str = ""  # the module of its family that holds several rules of a kind; empty: one of its own
    # What a project's reviewers have judged of it, by language.
    project_counts: Mapping[str, calibration.JudgedCounts] = field(default_factory=dict, compare=False)

    @property
    def module(self) -> str:
        """The name of the module that holds the rule."""
        module = f"{self.code.lower()}_{self.name.replace('-', '_')}"
        return f"glossary.rules.{FAMILIES[self.code[1]]}.{self.home or module}"

    def judges(self, lang: str) -> bool:
        """Return whether the rule judges pages in a language."""
        return not self.languages or lang in self.languages

    @property
    def description(self) -> RuleDescription:
        """The description in its module."""
        return described(self.module, self.code)

    @property
    def title(self) -> str:
        """The title: what it finds, as a sentence."""
        return self.description.title

    @property
    def confidence(self) -> float:
        """The share of the rule's findings that are right where it is sure, over all its messages."""
        return calibration.confidence(self.code, self.prior, calibration.pooled(self.project_counts.values()))

    def confidence_of(self, message_id: str, lang: str = "", sure: float = 1.0) -> float:
        """Return the confidence of one of its messages, in a language, for a given sureness."""
        counts = self.project_counts.get(lang) if lang else calibration.pooled(self.project_counts.values())
        return calibration.confidence(self.code, self.prior, counts, message_id, lang, sure)


def points(severity: str, confidence: float) -> float:
    """Return the penalty of a place: the points of its severity times the confidence; 0 if it is more likely false."""
    return round(POINTS[severity] * confidence, 3) if confidence >= calibration.DOUBTFUL else 0.0


def severity_at(severity: str, confidence: float) -> str:
    """Return the severity for a confidence: a faint finding is minor at most."""
    return severity if confidence >= calibration.FAINT else max(severity, _GRAVEST_FAINT, key=SEVERITIES.index)


def fold_surface(surface: str) -> str:
    """Return words normalized in width and spacing, which make no separate decision."""
    return "".join(unicodedata.normalize("NFKC", surface).split())
