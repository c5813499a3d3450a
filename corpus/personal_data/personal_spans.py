"""Spans of personal data in a text, by kind, and the text with them masked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.personal_data.email_addresses import email_addresses
from corpus.personal_data.phone_numbers import phone_numbers
from corpus.personal_data.secret_keys import secret_keys

MASK = "█"  # what stands for each character that is masked; white space stays, so that lines do
_VISIBLE = re.compile(r"\S")

_DETECTORS: Mapping[str, Callable[[str, str], Iterable[tuple[int, int]]]] = {
    "key": lambda text, lang: secret_keys(text),
    "email": lambda text, lang: email_addresses(text),
    "phone": phone_numbers,
}
KINDS = tuple(_DETECTORS)


class PersonalSpan(NamedTuple):
    """Where personal data stands in a text."""

    start: int
    end: int
    kind: str  # key, email or phone


def personal_spans(text: str, lang: str, kinds: Collection[str] = KINDS) -> list[PersonalSpan]:
    """Return the personal data of these kinds in a text of a language, in order and disjoint.

    What is known from one place counts wherever the text has it: a key that is shown again without its name.
    """
    spans = [
        PersonalSpan(start, end, kind)
        for kind, detector in _DETECTORS.items()
        if kind in kinds
        for start, end in detector(text, lang)
    ]
    return disjoint([*spans, *_again(text, spans)]) if spans else []


def masked_text(text: str, spans: Iterable[PersonalSpan]) -> str:
    """Return the text with the characters of spans masked: as long as before, its white space where it was."""
    pieces, position = [], 0
    for span in spans:
        pieces += [text[position : span.start], _VISIBLE.sub(MASK, text[span.start : span.end])]
        position = span.end
    return "".join([*pieces, text[position:]])


def _again(text: str, spans: Sequence[PersonalSpan]) -> Iterator[PersonalSpan]:
    """Yield the other places of keys and numbers that stand in spans; addresses are known by themselves."""
    surfaces = {text[span.start : span.end]: span.kind for span in spans if span.kind != "email"}
    for surface, kind in surfaces.items():
        start = text.find(surface)
        while start >= 0:
            yield PersonalSpan(start, start + len(surface), kind)
            start = text.find(surface, start + len(surface))


def disjoint(spans: Iterable[PersonalSpan]) -> list[PersonalSpan]:
    """Return spans in order; those that overlap are one, of the kind of the first."""
    joined: list[PersonalSpan] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if joined and span.start < joined[-1].end:
            joined[-1] = joined[-1]._replace(end=max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined
