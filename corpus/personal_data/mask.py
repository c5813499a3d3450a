"""Masking: every stretch of a text that may be personal data hidden, and no harmless one that can be helped.

What is counted and flagged in documents is another thing: there an example counts as none (`personal_spans`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate

from corpus.personal_data.mask_addresses import mask_addresses
from corpus.personal_data.mask_numbers import mask_numbers
from corpus.personal_data.mask_patterns import pattern_spans
from corpus.personal_data.mask_secrets import mask_secrets
from corpus.personal_data.mask_view import mask_view
from corpus.personal_data.personal_spans import PersonalSpan, disjoint, masked_text, personal_spans

_FINDERS: Mapping[str, Callable[[str], Iterable[tuple[int, int]]]] = {
    "key": mask_secrets,
    "email": mask_addresses,
    "phone": mask_numbers,
}
_BETWEEN = "\n\0\n"  # texts that are masked together
_SHORTEST, _SHORTEST_IN_WORDS = 6, 12  # characters of a secret that is looked for where nothing announces it


@dataclass(frozen=True, slots=True)
class Mask:
    """What is to be masked: kinds of personal data, and whatever patterns of the project's own match."""

    kinds: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.kinds or self.patterns)

    @property
    def patterns_fingerprint(self) -> str:
        """A short hash of the patterns; empty without any."""
        return sha256(repr(sorted(set(self.patterns))).encode()).hexdigest()[:8] if self.patterns else ""

    def spans(self, text: str, lang: str = "") -> list[PersonalSpan]:
        """Return the spans of a text to be masked, in order and disjoint."""
        view = mask_view(text)
        spans = [
            PersonalSpan(*view.span(start, end), kind)
            for kind, finder in _FINDERS.items()
            if kind in self.kinds
            for start, end in finder(view.text)
        ]
        spans += personal_spans(text, lang, self.kinds)
        for pattern in self.patterns:
            spans += [PersonalSpan(start, end, "pattern") for start, end in pattern_spans(pattern, text)]
        return disjoint([*spans, *_again(text, spans)]) if spans else []

    def text(self, text: str, lang: str = "") -> str:
        """Return the text with what is to be masked hidden, as long as before."""
        return masked_text(text, self.spans(text, lang)) if self and text else text

    def texts(self, texts: Sequence[str], lang: str = "") -> list[str]:
        """Mask many short texts at once; what is a secret in one is one in all."""
        masked = self.text(_BETWEEN.join(texts), lang)
        starts = accumulate((len(text) + len(_BETWEEN) for text in texts), initial=0)
        return [masked[start : start + len(text)] for text, start in zip(texts, starts, strict=False)]


def _again(text: str, spans: Collection[PersonalSpan]) -> Iterator[PersonalSpan]:
    """Yield the other places of what was found by what stands before it, as whole words."""
    surfaces = {text[span.start : span.end]: span.kind for span in spans if span.kind in ("key", "phone")}
    for surface, kind in surfaces.items():
        if len(surface) < (_SHORTEST if any(map(str.isdigit, surface)) else _SHORTEST_IN_WORDS):
            continue
        start = text.find(surface)
        while start >= 0:
            end = start + len(surface)
            if not _is_alphanumeric(text[start - 1 : start] if start else "") and not _is_alphanumeric(
                text[end : end + 1]
            ):
                yield PersonalSpan(start, end, kind)
            start = text.find(surface, end)


def _is_alphanumeric(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()
