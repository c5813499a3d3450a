"""Broken inline marks of Markdown: emphasis by `_` inside Han or kana, and pictures after a full-width `！`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.languages.scripts import CJK
from glossary.rules.fidelity._markup_faults import MarkupFault, Side
from glossary.rules.source_context import SegmentPair

_SURE_PAIR = 0.9
# CommonMark lets `_` open and close emphasis only beside spaces and punctuation; `*` it lets do so inside a word.
_INSIDE = re.compile(
    r"(?<![\\_A-Za-z0-9/.*-])(?P<marks>_{1,2})(?P<words>[^\s_*](?:[^_*\n]{0,120}[^\s_*\\])?)(?P=marks)(?![_A-Za-z0-9/.*-])"
)
_LETTER = re.compile(rf"[{CJK}]")
_EMPHASIS = re.compile(r"(?<![\w\\*/.-])([*_]{1,2})[^\s_*](?:[^_*\n]{0,120}[^\s_*\\])?\1(?![\w*/.-])")
_PICTURE = re.compile(
    r"！(?=\[[^\[\]\n]*\]\((?P<target>[^()\s]+\.(?:png|jpe?g|gif|svg|webp))[^()\n]*\))", re.IGNORECASE
)


def broken_inline(page: Side, original: Side, pairs: Sequence[SegmentPair]) -> Iterator[MarkupFault]:
    """Yield emphasis and pictures that the original has and the page shows as signs."""
    for pair in pairs:
        if pair.score < _SURE_PAIR or not any("_" in part.text for part in pair.target):
            continue
        emphasis = sum(len(_EMPHASIS.findall(original.masked[part.start : part.end])) for part in pair.source)
        for part in pair.target if emphasis else ():
            yield from _underscored(page, part.start, part.end)
    for match in _PICTURE.finditer(page.text) if "！[" in page.text else ():
        if re.search(rf"!\[[^\[\]\n]*\]\({re.escape(match['target'])}", original.text):
            yield MarkupFault(*match.span(), "picture", "!")


def _underscored(page: Side, start: int, end: int) -> Iterator[MarkupFault]:
    for match in _INSIDE.finditer(page.masked, start, end):
        beside = page.text[match.start() - 1 : match.start()], page.text[match.end() : match.end() + 1]
        words = page.text[match.start("words") : match.end("words")]
        if any(map(_LETTER.match, beside)) and not words.isascii():  # 在__call__中 has a name
            stars = "*" * len(match["marks"])
            works = words[0].isalnum() and words[-1].isalnum()
            yield MarkupFault(*match.span(), "emphasis", f"{stars}{words}{stars}" if works else "")
