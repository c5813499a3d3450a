"""T304 identifier-case-drift: a name of code that the page writes in two casings.

Why: in code Complex32 and complex32 are two names, and one of them does not exist.
Bad: 新版支持 Complex32。complex32 张量更省内存。
Good: 新版支持 complex32。complex32 张量更省内存。
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from corpus import lazy_re as re
from glossary.inventory import load
from glossary.rules.calibration import LIKELY
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.code_identifiers import CodeName, in_source, names, words

_OF_CODE = re.compile(r"\w[_.]\w|[A-Za-z]\d", re.ASCII)  # what no ordinary word has, whatever its capitals
_MARKED = re.compile(r"\w[_.]\w|[a-z][0-9_]*[A-Z]", re.ASCII)
_KERAS = re.compile(r"(?<=\d)D")  # Conv2D of Keras is Conv2d of PyTorch
_HUMPED = re.compile(r"[a-z0-9][A-Z]")  # an inner capital
_PYTORCH = re.compile("torch", re.IGNORECASE)
_OTHERS = re.compile("keras|tensorflow|tf\\.|paddle|mindspore|mxnet", re.IGNORECASE)
_OPENING = re.compile(r"[\W_]*")
_OFTEN = 3  # times that the page has the other casing, where only the page speaks for it

Casings = Mapping[str, Sequence[CodeName]]


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the names in a casing that is none of theirs, on a page that has one that is."""
    casings_by_name: defaultdict[str, defaultdict[str, list[CodeName]]] = defaultdict(lambda: defaultdict(list))
    for name in sorted([*names(page), *words(page)]):
        casings_by_name[name.text.casefold()][name.text].append(name)
    for casings in casings_by_name.values():
        if len(casings) > 1:
            yield from _beside_public(page, casings) if any(map(_is_public, casings)) else _beside_often(page, casings)
        else:
            yield from _beside_original(page, *casings.items())


def _beside_original(page: RuleContext, casing: tuple[str, Sequence[CodeName]]) -> Iterator[Violation]:
    """Yield the one casing of a page that no release has, where the original has one that releases have: BatchNorm2D.

    Without an original a page tells by speaking of PyTorch alone.
    """
    name, places = casing
    if not _HUMPED.search(name) or load().is_known(name) or name in in_source(page):
        return
    if page.original:
        right = _in_source_by_letters(page).get(name.casefold(), "")
    else:
        right = _KERAS.sub("d", name) if _is_of_pytorch_alone(page) else ""
    if right not in ("", name) and load().is_known(right) and name[0].isupper() == right[0].isupper():
        yield from _casing_violations(page, places, right, message_id="source" if page.original else "release")


@page_fact
def _is_of_pytorch_alone(page: RuleContext) -> bool:
    """Return whether a page names PyTorch and no library that spells its classes otherwise (Conv2D)."""
    return _PYTORCH.search(page.text) is not None and _OTHERS.search(page.text) is None


@page_fact
def _in_source_by_letters(page: RuleContext) -> dict[str, str]:
    """Return the names of the original by their letters, where it has them in one casing."""
    casings = Counter(name.casefold() for name in in_source(page))
    return {name.casefold(): name for name in in_source(page) if casings[name.casefold()] == 1}


def _is_public(name: str) -> bool:
    return _OF_CODE.search(name) is not None and load().is_known(name)


def _beside_public(page: RuleContext, casings: Casings) -> Iterator[Violation]:
    """Yield the casings that no release has, beside one that releases have."""
    right = max(
        (casing for casing in casings if load().is_known(casing)), key=lambda casing: (len(casings[casing]), casing)
    )
    for casing, places in casings.items():
        if not load().is_known(casing) and not _is_other_identifier(casing, right):
            yield from _casing_violations(page, places, right)


def _beside_often(page: RuleContext, casings: Casings) -> Iterator[Violation]:
    """Yield the casings that are rare beside one that is frequent, in prose or in code."""
    for of_code in (False, True):
        by_casing = {
            casing: [name for name in places if (name.kind == "code") == of_code] for casing, places in casings.items()
        }
        right = max(by_casing, key=lambda casing: (len(by_casing[casing]), casing))
        if len(by_casing[right]) < _OFTEN or not _MARKED.search(right):
            continue
        for casing, places in by_casing.items():
            if (
                places
                and casing != right
                and len(places) * _OFTEN <= len(by_casing[right])
                and not _is_other_identifier(casing, right)
            ):
                yield from _casing_violations(page, places, right, len(by_casing[right]))


def _is_other_identifier(casing: str, right: str) -> bool:
    """Return whether two casings are two things: a constant, a variable called after its class, a class of Keras."""
    if casing.isupper() or right.isupper() or casing.partition(".")[0] != right.partition(".")[0] != right:
        return True
    return (casing.islower() and right[0].isupper()) or _KERAS.sub("d", casing) == right


def _casing_violations(
    page: RuleContext, places: Sequence[CodeName], right: str, count: int = 0, message_id: str = ""
) -> Iterator[Violation]:
    standing = [name for name in places if not _opens_sentence(page, name, right) and not _is_copied(page, name)]
    if standing:
        spelled = standing[0].spelled(right)
        yield Violation(
            tuple(DocumentSpan(name.start, name.end) for name in standing),
            _concept_at(page, standing[0]),
            message_id="page" if count else message_id,
            words={"count": str(count)},
            expected=(spelled,),
            suggestion=spelled,
            sure=LIKELY if count else 1.0,
        )


def _is_copied(page: RuleContext, name: CodeName) -> bool:
    """Return whether a comment in code has the name as the original's has it."""
    segment = page.segment_at(name.start)
    if segment is None or segment.kind != "code" or page.original is None:
        return False
    line = page.text[page.text.rfind("\n", 0, name.start) + 1 : name.end]
    return any(other.kind == "code" and line in other.text for other in page.original.segments)


def _concept_at(page: RuleContext, name: CodeName) -> str:
    segment = page.segment_at(name.start)
    uses = page.mentions_in(segment) if segment else ()
    return next((use.concept_id for use in uses if use.start <= name.start and name.end <= use.end), "")


def _opens_sentence(page: RuleContext, name: CodeName, right: str) -> bool:
    """Return whether the capital is that of the first word of a sentence."""
    segment = page.segment_at(name.start)
    opening = _OPENING.match(page.text, segment.start, name.start) if segment else None
    return opening is not None and opening.end() == name.start and name.text[1:] == right[1:]


RULE = Rule(
    "T304",
    "identifier-case-drift",
    "terminology/inconsistent-use",
    "minor",
    0.85,
    "document",
    find,
    inherits=True,
    yields_to=("T105", "T301"),
    fixable=True,
    edits_names=True,
)
