"""T302 fused-identifiers: names that ran together where links or code marks were lost.

Why: two names in one are neither; whoever copies or looks up torch.linalgtorch.special finds nothing.
Bad: 参见torch.linalgtorch.special的文档。
Good: 参见 torch.linalg 和 torch.special 的文档。
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.segments import blanked, own_spans
from glossary.inventory import load
from glossary.inventory.names import split_fused
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.fidelity._misspelled_words import PRODUCTS
from glossary.rules.fidelity._source_counterparts import fused_names
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.code_identifiers import names
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_SEVERAL_CAPITALS = re.compile(r"[A-Z]?[a-z]+(?:[A-Z][a-z]*)+")  # PyTorch, TensorRT, iOS
_PLAIN = re.compile(r"[A-Z][a-z]{5,}")  # Android; shorter words are parts of names themselves: Hub, Lite
_SHORTEST = 3
_RUN = re.compile(r"(?<![\w.@#/\\:-])[A-Za-z]{9,60}(?![\w@/\\]|[.:-]\w)", re.ASCII)
_NAME = r"[A-Za-z_]\w{0,99}(?:(?:\.|::)[A-Za-z_]\w{0,99}){0,9}"
_CALL = rf"{_NAME}(?:\(\))?"
# Two names with the marks of two still between them: `torch.save``torch.load`, torch.save()torch.load().
_BESIDE = (
    re.compile(rf"(?<!`)`({_CALL})``({_CALL})`(?!`)", re.ASCII),
    re.compile(rf"(?<![\w.:])({_NAME}\(\))({_NAME}\(\))(?![\w.:(])", re.ASCII),
)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the names of code, then the products of the glossary, that ran together."""
    of_source = fused_names(page)
    for name in names(page):
        place = DocumentSpan(name.start, name.end)
        if parts := split_fused(load(), name.text) or of_source.get(name.text):
            yield _fusion_violation(place, tuple(map(name.spelled, parts)), name.kind == "identifier")
    products = _products(page.termbase)
    for segment in page.own_prose:
        for match in _adjacent_names(segment):
            place = DocumentSpan(segment.start + match.start(1), segment.start + match.end(2))
            yield _fusion_violation(place, (match[1], match[2]), between=_between(page, match[1], match[2]))
        for run in _RUN.finditer(page.plain(segment)):
            place = DocumentSpan(segment.start + run.start(), segment.start + run.end())
            parts = _parts(run[0], products)
            if any(map(_SEVERAL_CAPITALS.fullmatch, parts)) and not _is_single_name(page, place):
                yield _fusion_violation(place, parts, between=_between(page, *parts))


@page_fact
def _between(page: RuleContext, *parts: str) -> str:
    """Return what stands between names that ran together: a space where the original says them in one breath."""
    side_by_side = re.compile(r"`?\s`?".join(map(re.escape, parts)))
    original = page.original.segments if page.original else ()
    return " " if any(side_by_side.search(segment.text) for segment in original) else "、"


def _fusion_violation(
    place: DocumentSpan, parts: tuple[str, ...], safe: bool = False, between: str = "、"
) -> Violation:
    """Return the violation of names in one. Names of code can be listed unread; products may belong to each other."""
    apart = between.join(parts)
    return Violation((place,), words={"names": " + ".join(parts)}, expected=(apart,), suggestion=apart if safe else "")


def _adjacent_names(segment: Segment) -> Iterator[re.Match[str]]:
    """Yield two names side by side, in code or by themselves: not in an address."""
    spans = (span for span in own_spans(segment) if span.kind not in ("code", "identifier"))
    text = blanked(segment.text, ((span.start, span.end) for span in spans))
    return (match for pattern in _BESIDE for match in pattern.finditer(text))


def _is_single_name(page: RuleContext, place: DocumentSpan) -> bool:
    """Return whether it is one name after all, written in one word."""
    return any((mention.start, mention.end) == place[:2] for mention in page.mentions_touching(place.start, place.end))


@termbase_fact
def _products(termbase: Termbase) -> frozenset[str]:
    """Return the names of products that may stand first or last in a run."""
    return frozenset(name for concept in termbase.concepts for name in _names(concept))


def _names(concept: Concept) -> Iterator[str]:
    """Yield the English forms that other languages take over."""
    foreign_forms = {form.form for form in concept.forms if form.lang != "en" and form.status in ALLOWED}
    for form in concept.in_language("en") if concept.domain in PRODUCTS else ():
        if form.form in foreign_forms and (_PLAIN.fullmatch(form.form) or _SEVERAL_CAPITALS.fullmatch(form.form)):
            yield form.form


def _parts(run: str, known_names: AbstractSet[str]) -> tuple[str, ...]:
    """Return the names that make up a run of letters: PyTorch, TorchVision of PyTorchTorchVision."""
    if run in known_names:
        return ()
    for end in range(len(run) - _SHORTEST, _SHORTEST - 1, -1):
        if run[:end] in known_names:
            rest = run[end:]
            if more := (rest,) if rest in known_names else _parts(rest, known_names):
                return (run[:end], *more)
    return ()


RULE = Rule(
    "T302",
    "fused-identifiers",
    "design/markup",
    "minor",
    0.95,
    "segment",
    find,
    inherits=True,
    fixable=True,
    edits_names=True,
)
