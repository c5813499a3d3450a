"""Readable text: a segment as a reader sees it, without list markers, emphasis and link targets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from corpus.records import Span

_MARKER = re.compile(
    r"\s*(?:>\s*)*(?:#{1,6}\s+|[-*+•●○◦▪▫■□◆◇▶►‣⁃∙·–]\s+|[•●○◦▪▫■□◆◇▶►‣⁃∙・]|\d{1,3}[.)]\s+|\[[ xX]\]\s+|\|\s*)*"
)
_CLOSING = re.compile(r"(?:\s+#+|\s*\n\s*[=-]+|\s*\||\s*¶)\s*$")
_ADMONITION = re.compile(r"^\[![A-Z]+\]\s*")
_EMPHASIS = re.compile(r"(\*{1,3}|~~|(?<![A-Za-z0-9_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![A-Za-z0-9_]))")
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\ue000\)")
_REFERENCE_LINK = re.compile(r"!?\[([^\[\]]+)\]\[[^\[\]]*\]")
_CODE = re.compile(r"(`+)[ ]?(.+?)[ ]?\1", re.DOTALL)


def readable(text: str, start: int, end: int, spans: Sequence[Span], skip: Iterable[tuple[int, int]] = ()) -> str:
    """text[start:end] without markers, emphasis, tags and link targets; code and placeholders stay."""
    kept: list[str] = []  # what must not be touched by the patterns below
    pieces: list[str] = []
    position = start
    marks = sorted([(one.start, one.end, one.kind) for one in spans] + [(a, b, "skip") for a, b in skip])
    for a, b, kind in marks:
        if a < position or b > end:
            continue
        pieces.append(text[position:a])
        pieces.append(_stand_in(text[a:b], kind, kept))
        position = b
    pieces.append(text[position:end])
    plain = _strip("".join(pieces))
    return " ".join(re.sub("\ue001(\\d+)\ue002", lambda match: kept[int(match[1])], plain).split())


def _stand_in(surface: str, kind: str, kept: list[str]) -> str:
    if kind == "link":
        return "\ue000"
    if kind in ("tag", "skip"):
        return " " if kind == "skip" or surface.lower().startswith("<br") else ""
    kept.append(_CODE.sub(r"\2", surface) if kind == "code" else surface.strip("<>") if kind == "url" else surface)
    return f"\ue001{len(kept) - 1}\ue002"


def _strip(text: str) -> str:
    text = _CLOSING.sub("", text[_MARKER.match(text).end() :])  # type: ignore[union-attr]
    text = _ADMONITION.sub("", text)
    previous = None
    while previous != text:
        previous, text = text, _LINK.sub(r"\1", text)
    return _EMPHASIS.sub("", _REFERENCE_LINK.sub(r"\1", text)).replace("\ue000", "")
