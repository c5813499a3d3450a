"""CJK leniency: Markdown as Chinese and Japanese authors type it, which CommonMark does not accept.

Hashes without a space after them, ideographic and no-break spaces around markers, lists with their own marks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from corpus import lazy_re as re
from corpus.formats.plaintext.lines import CODE_SPAN, LINE_END
from corpus.languages.scripts import CJK, CJK_CHARACTER

_WIDE = "\u3000\u00a0"
_MARK = r"(?:[-*+]|\d{1,9}[.)]|#{1,6})"
_BLANK = re.compile(rf"^[ \t>]*[{_WIDE}\u200b\ufeff][ \t{_WIDE}\u200b\ufeff]*$", re.MULTILINE)
_BEFORE = re.compile(rf"^([ \t>]*)([{_WIDE}]+)(?={_MARK}[ \t{_WIDE}])", re.MULTILINE)
_BEHIND = re.compile(rf"^([ \t>]*{_MARK})[{_WIDE}]", re.MULTILINE)
_TITLE_START = r"(?=[*`\[（(「『“《【]{0,4}[^\W_])"
_HASHES = re.compile(rf"^((?:[ ]{{0,3}}|[ \t]*(?:>[ \t]?)+)#{{2,6}}){_TITLE_START}", re.MULTILINE)
_HASH = re.compile(rf"^([ ]{{0,3}}#){_TITLE_START}(?=[^#\n]*$)", re.MULTILINE)


def view(text: str) -> str:
    """Return the page rewritten line by line as CommonMark requires, for the parser only."""
    text = (LINE_END.sub("\n", text) if "\r" in text else text).removeprefix("\ufeff")
    if "\u3000" in text or "\u00a0" in text:
        text = _BLANK.sub("", text)
        text = _BEFORE.sub(lambda match: match[1] + " " * len(match[2]), text)
        text = _BEHIND.sub(r"\1 ", text)
    if _HASHES.search(text):
        text = _HASH.sub(lambda match: match[1] + (" " if _in_cjk(match) else ""), _HASHES.sub(r"\1 ", text))
    return text


def _in_cjk(match: re.Match[str]) -> bool:
    end = match.string.find("\n", match.end())
    return CJK_CHARACTER.search(match.string, match.end(), end if end >= 0 else len(match.string)) is not None


# Marks that begin an item in prose: which kind of mark, and its number if it has one.
_ITEM = re.compile(
    rf"""\s*(?:(?P<symbol>[•●○◦▪▫▶►‣⁃∙]|・)\s*(?=\S) | (?P<ring>[①-⑳❶-❿])
    | (?P<dash>-)(?=[{CJK}]) | (?P<bullet>[-*+])[ \t]+(?=\S)
    | (?P<open>[(（]?)(?P<number>\d{{1,2}}|[a-z](?=[)）]))(?P<close>[、．。)）] | [.](?!\d))\s*(?=\S)
    | (?P<colon>:)[ \t]+(?=\S))""",
    re.VERBOSE,
)


def pieces(lines: Sequence[str]) -> Iterator[tuple[int, int, bool]]:
    """Yield the parts of a paragraph as (first line, line after it, whether it is a list item)."""
    marks = [_shape(line) for line in lines]
    counts = Counter(marks)
    starts = {n for n, mark in enumerate(marks) if mark and _counts(mark, counts)}
    if counts["- "] == 1:  # far indented, so that it did not end the paragraph: an item after a colon
        starts.update(
            n for n in range(1, len(marks)) if marks[n] == "- " and lines[n - 1].rstrip().endswith((":", "："))
        )
    if counts[":"]:  # the lines above a definition are its terms
        starts.update(range(marks.index(":")))
    # The lines that begin inside a code span: what looks like a mark there is code.
    text = "\n".join(lines)
    ends = list(accumulate(len(line) + 1 for line in lines))
    spans = (match.span() for match in CODE_SPAN.finditer(text)) if "`" in text else ()
    starts -= {
        number for start, end in spans for number in range(bisect_right(ends, start) + 1, bisect_right(ends, end) + 1)
    }
    for first, last in pairwise(sorted({0, *starts, len(lines)})):
        yield first, last, first in starts


def _shape(line: str) -> str:
    """Return the kind of mark that begins a line, numbers as `1=12`; empty if there is none."""
    match = _ITEM.match(line)
    if not match:
        return ""
    if match["number"]:
        return f"{match['open']}{match['close']}={match['number']}"
    if match["bullet"]:
        return "- "
    return "①" if match["ring"] else match.group().strip()


def _counts(mark: str, counts: Counter[str]) -> bool:
    """Return whether a mark begins an item: symbols always, a dash if there is another, a number if in sequence."""
    kind, equals, number = mark.rpartition("=")
    if not equals:
        return mark not in ("-", "- ") or counts[mark] > 1
    ordinal = int(number) if number.isdigit() else ord(number)
    beside = (str(n) if number.isdigit() else chr(n) for n in (ordinal - 1, ordinal + 1))
    return counts[mark] > 1 or any(counts[f"{kind}={n}"] for n in beside)
