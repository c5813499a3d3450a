"""Readable text: a segment as a reader sees it, without list markers, emphasis and link targets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from corpus.records import Span

_MARKER = re.compile(
    r"\s*(?:>\s*)*(?:#{1,6}\s+|[-*+•●○◦▪▫■□◆◇▶►‣⁃∙·–]\s+|[•●○◦▪▫■□◆◇▶►‣⁃∙・]|\d{1,3}[.)]\s+|\[[ xX]\]\s+|\|\s*)*"
)
_CLOSING = re.compile(r"(?:\s#+|\n[ \t]*[=-]+|\||¶)\Z")
_ADMONITION = re.compile(r"^\[![A-Z]+\]\s*")
_EMPHASIS = re.compile(r"(\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~|(?<![A-Za-z0-9_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![A-Za-z0-9_]))")
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\ue000\)")
_REFERENCE_LINK = re.compile(r"!?\[([^\[\]]+)\]\[[^\[\]]*\]")
_CODE = re.compile(r"(`+)[ ]?(.+?)[ ]?\1", re.DOTALL)


def readable(
    text: str, start: int, end: int, spans: Sequence[Span], skip: Iterable[tuple[int, int]] = (), markup: bool = True
) -> str:
    """text[start:end] without list markers; of Markdown also without emphasis, tags and link targets.

    Code and placeholders stay as they are, without their backticks.
    """
    kept: list[str] = []  # what must not be touched by the patterns below
    pieces: list[str] = []
    position = start
    for a, b, kind in sorted([(one.start, one.end, one.kind) for one in spans] + [(a, b, "skip") for a, b in skip]):
        if a < position or b > end:
            continue
        pieces += [text[position:a].translate(_NO_STAND_INS), _stand_in(text[a:b], kind, kept)]
        position = b
    pieces.append(text[position:end].translate(_NO_STAND_INS))
    plain = _strip("".join(pieces), markup)
    return " ".join((_KEPT.sub(lambda match: kept[int(match[1])], plain) if kept else plain).split())


_LINK_TARGET = "\ue000"
_NO_STAND_INS = {0xE000: " ", 0xE001: " ", 0xE002: " "}
_KEPT = re.compile("\ue001(\\d+)\ue002", re.ASCII)


def _stand_in(surface: str, kind: str, kept: list[str]) -> str:
    if kind == "link":
        return _LINK_TARGET
    if kind in ("tag", "skip"):
        return " " if kind == "skip" or surface.lower().startswith("<br") else ""
    kept.append(_CODE.sub(r"\2", surface) if kind == "code" else surface.strip("<>") if kind == "url" else surface)
    return f"\ue001{len(kept) - 1}\ue002"


def _strip(text: str, markup: bool) -> str:
    marker = _MARKER.match(text)
    text = text[marker.end() :] if marker else text
    if not markup:
        return text
    text = _ADMONITION.sub("", _CLOSING.sub("", text.rstrip()))
    while _LINK_TARGET in text and (inner := _LINK.sub(r"\1", text)) != text:
        text = inner
    if "[" in text:
        text = _REFERENCE_LINK.sub(r"\1", text)
    return _EMPHASIS.sub("", text).replace(_LINK_TARGET, "")
