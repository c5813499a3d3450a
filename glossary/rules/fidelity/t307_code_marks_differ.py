"""T307 code-marks-differ: words that are code in the translation and plain in the original, or the other way round.

Why: Code marks show what to type. A name without them looks like a word, and a word with them like a name.
Bad: 每个进程都需要调用 init_process_group。 (`init_process_group` in the original)
Good: 每个进程都需要调用 `init_process_group`。
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.formats.markdown.attributes import is_raw_html
from corpus.records import Document, Segment
from corpus.text.non_translatables import NAME, kept_spans
from glossary.rules.calibration import LIKELY, sign
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.source_pairs import sure_pairs
from glossary.rules.source_context import SegmentPair

_UNSIGNED = sign("T307.unsigned", LIKELY)

_CUSTOM = {"lost": 4, "added": 3}  # places from which on a page marks words, or does not, on purpose
_CUSTOM_SHARE = 0.25  # of the names that the original marks: a page that keeps most marks has no such custom
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.]+(?: [A-Za-z0-9_.]+){0,2}")
_SET_OFF = frozenset("*_\"'“”‘’「」『』{}")  # quotation marks and emphasis say as much as code marks
_SIGNED = re.compile(r"[_.()]|[a-z][A-Z]|\d")  # what is a name at first sight


class ChangedMarks(NamedTuple):
    """A name with code marks on one side alone; offsets into the page's text."""

    start: int
    end: int
    name: str
    kind: str  # lost or added


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield names that lost or gained code marks; what a page does throughout is one neutral finding."""
    if not format_of(page.document.media_type).has_markup or page.original is None:
        return
    changed: defaultdict[str, list[ChangedMarks]] = defaultdict(list)
    marked = 0
    for pair in sure_pairs(page):
        marked += len(_marked(pair.source))
        for place in _changed(pair):
            changed[place.kind].append(place)
    for kind, places in changed.items():
        is_rare = kind == "lost" and len(places) < _CUSTOM_SHARE * marked
        yield from _violations(kind, places, page, is_custom=len(places) >= _CUSTOM[kind] and not is_rare)


def _is_mixed_by_original(pairs: Sequence[SegmentPair], name: str) -> bool:
    """Return whether the original has a name at least as often without marks, so that the translator may choose."""
    plain = sum(_unmarked(pair.source, name) is not None for pair in pairs)
    return plain > 0 and plain >= sum(name in _marked(pair.source) for pair in pairs)


def _changed(pair: SegmentPair) -> Iterator[ChangedMarks]:
    of_target, of_source = _marked(pair.target), _marked(pair.source)
    for name in of_source:  # in order: the same page, the same findings
        if name not in of_target and (place := _unmarked(pair.target, name)):
            yield ChangedMarks(*place, name, "lost")
    for name, places in of_target.items():
        if name not in of_source and not _SIGNED.search(name) and _unmarked(pair.source, name):
            yield ChangedMarks(*places[0], name, "added")


def _marked(segments: Iterable[Segment]) -> Mapping[str, Sequence[tuple[int, int]]]:
    """Return the names in code marks, each with its places."""
    names: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for segment in segments:
        for span in kept_spans(segment):
            if span.kind == NAME and span.marked and _WORD.fullmatch(span.text.removesuffix("()")):
                names[span.text].append((span.start, span.end))
    return names


def _unmarked(segments: Iterable[Segment], name: str) -> tuple[int, int] | None:
    """Return where segments have a name outside all marks; None if they do not."""
    return next((place for segment in segments if (place := _unmarked_in(segment, name))), None)


def _unmarked_in(segment: Segment, name: str) -> tuple[int, int] | None:
    word = re.compile(rf"(?<![A-Za-z0-9_.`-]){re.escape(name)}(?![A-Za-z0-9_`(-])", re.ASCII)
    hidden = [span for span in segment.protected if span.kind != "identifier"]
    hidden_ends = [span.end for span in hidden]
    for match in word.finditer(segment.text):
        start, end = segment.start + match.start(), segment.start + match.end()
        is_set_off = bool(
            {segment.text[max(0, match.start() - 1) : match.start()], segment.text[match.end() : match.end() + 1]}
            & _SET_OFF
        )
        number = bisect_right(hidden_ends, start)
        if not is_set_off and (number == len(hidden) or end <= hidden[number].start):
            return start, end
    return None


def _violations(
    kind: str, places: Sequence[ChangedMarks], page: RuleContext, *, is_custom: bool
) -> Iterator[Violation]:
    """Yield one finding for each name, or one for all. Names that the original mostly leaves unmarked are neutral."""
    if is_custom:
        names = ", ".join(list(dict.fromkeys(place.name for place in places))[:4])
        spans = tuple(DocumentSpan(place.start, place.end) for place in places)
        yield Violation(spans, message_id=f"{kind}-all", words={"names": names}, severity="neutral", key=kind)
        return
    for place in places:
        expected = _as_code(page.document, place) if kind == "lost" else place.name
        is_fault = kind == "lost" and not _is_mixed_by_original(page.pairs, place.name)
        sure = 1.0 if _SIGNED.search(place.name) else _UNSIGNED
        yield Violation(
            (DocumentSpan(place.start, place.end),),
            message_id=kind,
            expected=(expected,),
            severity="" if is_fault else "neutral",
            sure=sure,
            key=f"{kind} {place.name}",
        )


def _as_code(document: Document, place: ChangedMarks) -> str:
    """Return the name as code, in the markup used at that place of the document."""
    written = format_of(document.media_type)
    if written.has_roles:
        return f"``{place.name}``"
    if written.is_converted or is_raw_html(document.text, place.start):
        return f"<code>{place.name}</code>"
    return f"`{place.name}`"


RULE = Rule(
    "T307",
    "code-marks-differ",
    "design/markup",
    "minor",
    0.85,
    "segment",
    find,
    languages=("zh", "ja"),
    yields_to=("T305", "T301", "T302"),
)
