"""Comments in the code of a page: the words that a translator may have written there, with their places.

`corpus.formats.plaintext.code_detection` blanks what looks like a comment to weigh one line of a page without fences.
Here a whole block is read in its language, so that a # in a string or a shell variable, or a // that divides, starts
no comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files

import tomli

from corpus import lazy_re as re
from corpus.formats.plaintext.code_detection import NONE, strength
from corpus.languages.scripts import CJK_CHARACTER
from corpus.records import Segment
from corpus.text.segments import blanked

_STRING = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
_AT = r"""(?:^|(?<=[\s)\]},;:"']))"""  # where a # begins a comment: not in $#, ${#a}, a#b
_PATTERNS = {
    "hash": rf"(?P<opens>\"{{3}}|'{{3}})|{_STRING}|{_AT}#(?!!)(?P<line>[^\r\n]*)",
    "slash": rf"{_STRING}|(?<![:/])//(?P<line>[^\r\n]*)|(?P<opens>/\*)",
    "markup": r"(?P<opens><!--)",
}
_READ = {style: re.compile(pattern, re.MULTILINE) for style, pattern in _PATTERNS.items()}
_CLOSES = {"/*": "*/", "<!--": "-->"}  # a long string closes as it opens
_FENCE = re.compile(
    r"[ \t>]*(?:`{3,}|~{3,})[ \t]*(?:\{?[.:]?(?:code(?:-block)?\}?[ \t:]+)?)?([\w+#-]*)[^\r\n]*(?:\r\n?|\n|\Z)"
)
_LIKE_C = re.compile(
    r"^[ \t>]*(?://|#[ \t]*include\b|/\*)|[;{][ \t]*(?://[^\r\n]*)?$|\b(?:auto|const|void|var|let) \w", re.MULTILINE
)
_LIKE_MARKUP = re.compile(r"\s*<[!A-Za-z]")
_WORD = re.compile(r"(?<!\S)[A-Za-z]{2,}(?=[\s,:]|$)")
_FEWEST = 3  # English words beside the names of a comment that says something


def comment_style(segment: Segment) -> str:
    """Return how the language of a block of code writes its comments: hash, slash or markup; empty if it has none."""
    language, begin = _fence_language(segment.text)
    return _style(language, segment.text[begin:])


def _fence_language(block: str) -> tuple[str, int]:
    """Return the language that a block's fence names, and the offset at which its code begins."""
    fence = _FENCE.match(block)
    return (fence[1], fence.end()) if fence else ("", 0)


def comments(segment: Segment) -> tuple[tuple[int, int], ...]:
    """Return the places of words in the comments of a block of code, in order; offsets into its text. Code that was
    commented out, marks for tools, and output do not count as words.
    """
    return _comments(segment.text)


@lru_cache(1 << 9)  # the blocks of a page: several rules ask
def _comments(block: str) -> tuple[tuple[int, int], ...]:
    language, begin = _fence_language(block)
    read = _READ.get(_style(language, block[begin:]))
    remarks = _remarks(block, begin, read) if read else ()
    return tuple((start, end) for start, end in remarks if _is_words(block[start:end]))


def _remarks(text: str, position: int, read: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the text after comment marks, from a position on; a mark that opens and never closes is ignored."""
    while match := read.search(text, position):
        position = match.end()
        if match.lastgroup == "line":
            yield match.span("line")
        elif match.lastgroup == "opens":
            closes = _CLOSES.get(match[0], match[0])
            end = text.find(closes, position)
            if end < 0:
                read = _without_opening(read)
                continue
            if closes != match[0]:
                yield position, end
            position = end + len(closes)


@cache
def _without_opening(read: re.Pattern[str]) -> re.Pattern[str]:
    """Return the same pattern without its opening marks, for a text in which nothing closes any more."""
    return re.compile(read.pattern.replace("(?P<opens>", "(?!)(?:"), re.MULTILINE)


def without_comments(segment: Segment) -> str:
    """Return a block of code whose comments in words are blanked out; offsets stay."""
    return blanked(segment.text, comments(segment))


def _style(language: str, code: str) -> str:
    """Return how a language writes its comments; empty where it has none."""
    if style := _styles().get(language.casefold()):
        return style
    if _LIKE_MARKUP.match(code):
        return "markup"
    return "slash" if _LIKE_C.search(code) else "hash"


@cache
def _styles() -> dict[str, str]:
    data = tomli.loads((files("glossary.rules.shared") / "code_comments.toml").read_text(encoding="utf-8"))
    return {language: style for style, languages in data.items() for language in languages.split()}


def _is_words(comment: str) -> bool:
    """Return whether a comment speaks to readers: in the page's language, or in an English sentence."""
    if CJK_CHARACTER.search(comment):
        return True
    return strength(comment.strip()) == NONE and len(_WORD.findall(comment)) >= _FEWEST
