"""Protected spans: the stretches of a text that are not ordinary words (code, addresses, tags, identifiers)."""

from __future__ import annotations

import re
from collections import Counter

from corpus.records import Span

# Each alternative is one kind; the first that fits at a place wins. All classes are ASCII on purpose: in
# "torch.use_xyz选项" the Han characters are prose, which `\w` would not tell.
_MARKUP = r"""
    (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`))
  | (?P<comment><!--)
  | (?P<autolink><(?:https?://|mailto:)[^<>\s]+>)
  | (?P<tag></?[A-Za-z][A-Za-z0-9.:-]*(?:\s[^<>]*)?/?> | \[\^[^\[\]\s]+\] | \[\[[^\[\]\n]+\]\] | \{\#[^{}\n]*\})
  | (?<=\])(?P<link>\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))
  | (?P<math>\$\$[^$]+\$\$ | (?<![\w$\\])\$(?![\s\d.,]*[A-Za-z]*\s)[^$\n]*[^$\s\\]\$(?![\d\w]))
"""
_PLAIN = r"""
    (?P<url>(?:https?|ftp)://[!-~]+ | (?<![\w@.-])www\.[a-z0-9-]+\.[!-~]+
      | (?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+)
  | (?P<placeholder>\{\{[^{}\n]*\}\} | \{%[^{}\n]*%\} | \{[A-Za-z_][\w.]*\} | %\([a-z_]+\)[sd] | :[a-z]+:`[^`\n]+`)
  | (?P<path>(?<![\w/.])(?:~|\.{1,2})?/[\w.@+-]+(?:/[\w.@+-]+)+/? | (?<![\w/.])(?:~|\.{1,2})/[\w.@+-]+)
  | (?P<option>(?<![\w-])--[a-z][\w-]*)
  | (?P<identifier>
        (?<![\w])@?[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+
      | (?<![\w])@?(?:[A-Za-z]\w*_\w*|_+[A-Za-z]\w*)
      | (?<![\w])[A-Za-z]\w*(?=\(\))
    )
"""
_FLAGS = re.VERBOSE | re.ASCII | re.DOTALL
_BACKTICKS = r"(?P<code>(?<!`)(?P<ticks>`)(?!`)[^`\n]+`(?!`))"
_START = r"(?=[!-~])"  # all begin with an ASCII character: Han and kana are passed over at once
_IN_TEXT = re.compile(f"{_START}(?:{_BACKTICKS}|{_PLAIN})", _FLAGS)
_IN_MARKDOWN = re.compile(f"{_START}(?:{_MARKUP}|{_PLAIN})", _FLAGS)
_KINDS = {"comment": "tag", "autolink": "url", "path": "identifier", "option": "identifier"}
# Two words with a lost space ("later.The"), abbreviations and initials look like dotted names.
_NOT_NAMES = re.compile(
    r"(?:[A-Za-z]\.)+[A-Za-z]|etc\.\w+|[A-Za-z]*[a-z]{2}\.(?:A|An|As|At|Both|But|By|For|However|If|In|It|Its|Note|"
    r"On|Otherwise|See|So|That|The|Then|There|These|They|This|To|Use|We|When|With|You|Your)",
    re.ASCII,
)
_TRAILING = ".,;:!?'\"*_~`"
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}


def protected_spans(text: str, start: int, end: int, markup: bool) -> list[Span]:
    """The protected spans of text[start:end], in order and disjoint; `markup` where the text is Markdown."""
    pattern = _IN_MARKDOWN if markup else _IN_TEXT
    found: list[Span] = []
    position = start
    last_comment = text.rfind("-->", start, end) if markup else -1
    while match := pattern.search(text, position, end):
        position, span = match.end(), _span(text, match, last_comment)
        if span is not None:
            found.append(span)
            position = max(span.end, match.start() + 1)
    return found


def _span(text: str, match: re.Match[str], last_comment: int) -> Span | None:
    """The span of a match, or None; a comment runs to the next `-->`, of which the last is known."""
    group = match.lastgroup if match.lastgroup != "ticks" else "code"
    kind = _KINDS.get(group or "", group or "")
    start, end = match.span()
    if group == "comment":
        if end > last_comment:
            return None
        end = text.index("-->", end) + 3
    if kind == "url" and group != "autolink":
        end = _trim(text, start, end)
    if kind == "identifier" and _NOT_NAMES.fullmatch(text, start, end):
        return None
    if kind == "link":
        start, end = start + 1, end - 1
    return Span(start, end, kind) if end > start else None


def _trim(text: str, start: int, end: int) -> int:
    """The end of an address without the sentence's own punctuation and brackets after it."""
    counts = Counter(text[start:end])
    while end > start:
        last = text[end - 1]
        opener = _CLOSERS.get(last)
        if last not in _TRAILING and not (opener and counts[opener] < counts[last]):
            break
        counts[last] -= 1
        end -= 1
    return end
