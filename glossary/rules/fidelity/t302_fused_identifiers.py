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
from glossary.inventory import load
from glossary.inventory.names import split_fused, with_word
from glossary.inventory.nearest import nearest
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.fidelity._fused_words import fused_items, fused_words
from glossary.rules.fidelity._misspelled_words import PRODUCTS
from glossary.rules.fidelity._source_counterparts import fused_names
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.code_identifiers import in_code_blocks, in_source, names
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_SEVERAL_CAPITALS = re.compile(r"[A-Z]?[a-z]+(?:[A-Z][a-z]*)+")  # PyTorch, TensorRT, iOS
_PLAIN = re.compile(r"[A-Z][a-z]{5,}")  # Android; shorter words are parts of names themselves: Hub, Lite
_SHORTEST = 3
_RUN = re.compile(r"(?<![\w.@#/\\:-])[A-Za-z]{9,60}(?![\w@/\\]|[.:-]\w)", re.ASCII)
_NAME = r"[A-Za-z_]\w{0,99}(?:(?:\.|::)[A-Za-z_]\w{0,99}){0,9}"
_SEVERAL_WORDS = re.compile(r"[A-Za-z]{2}[_.][A-Za-z]{2}")
_CALL = rf"{_NAME}(?:\(\))?"
# Two names with the marks of two still between them: `torch.save``torch.load`, torch.save()torch.load().
_BESIDE = (
    re.compile(rf"(?<!`)`({_CALL})``({_CALL})`(?!`)", re.ASCII),
    re.compile(rf"(?<![\w.:])({_NAME}\(\))({_NAME}\(\))(?![\w.:(])", re.ASCII),
)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the names of code, the products of the glossary, then the English words that ran together."""
    of_source, of_page = fused_names(page), _of_page(page)
    for name in names(page):
        place = DocumentSpan(name.start, name.end)
        if parts := split_fused(load(), name.text) or of_source.get(name.text) or _split_unknown(name.text, of_page):
            yield _fusion_violation(place, tuple(map(name.spelled, parts)), name.kind == "identifier")
        elif (cut := with_word(load(), name.text)) and not nearest(load(), name.text):
            apart = f"{name.spelled(cut[0])} {cut[1]}"
            yield Violation(
                (place,), message_id="word", words={"name": cut[0], "word": cut[1]}, expected=(apart,), sure=0.95
            )
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
    for fused in fused_words(page):
        yield Violation(
            (DocumentSpan(fused.start, fused.end),),
            message_id="words",
            words={"names": " + ".join(fused.parts)},
            expected=(" ".join(fused.parts),),
        )
    for items in fused_items(page):
        first, second = page.text[items.start : items.middle], page.text[items.middle : items.end]
        apart = f"{first}、{second}"
        yield Violation(
            (DocumentSpan(items.start, items.end),),
            message_id="items",
            words={"names": f"{first} + {second}"},
            expected=(apart,),
            key="fused items",
        )


def _of_page(page: RuleContext) -> frozenset[str]:
    """Return the names of several words that stand by themselves in the page's code, or in its original."""
    return frozenset(name for name in in_code_blocks(page) | in_source(page) if _SEVERAL_WORDS.search(name))


def _split_unknown(name: str, known_names: AbstractSet[str]) -> tuple[str, ...]:
    """Return the two names that make up an unknown one: batch_sizelearning_rate, zeros_likeones_like."""
    if name in known_names or load().is_known(name):
        return ()
    ends = (end for end in range(len(name)) if all(_is_one(part, known_names) for part in (name[:end], name[end:])))
    return next(((name[:end], name[end:]) for end in ends), ())


def _is_one(part: str, known_names: AbstractSet[str]) -> bool:
    """Return whether a part is a name of the page's code or original, or of several words that `torch` has."""
    return part in known_names or (_SEVERAL_WORDS.search(part) is not None and load().is_public(f"torch.{part}"))


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
    pieces, position = [], 0
    for span in segment.protected:
        if span.kind not in ("code", "identifier"):
            start, end = span.start - segment.start, span.end - segment.start
            pieces += [segment.text[position:start], " " * (end - start)]
            position = end
    text = "".join([*pieces, segment.text[position:]])
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
