"""Protected spans: the stretches of a text that are not ordinary words (code, addresses, tags, identifiers)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from corpus import lazy_re as re
from corpus.languages.scripts import WIDE
from corpus.records import Span

# Each alternative is one kind; the first that fits at a place wins. All classes are ASCII on purpose: in
# "torch.use_xyz选项" the Han characters are prose, which `\w` would not tell.
_BRACED = r"\{(?:[^{}]|\{[^{}]*\})*\}"
_MARKUP = rf"""
    (?P<math>(?<![\w$\\])\$`[^`$\n]+`\$(?!\w))
  | (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\r?\n).){{1,4000}}?(?<!`)(?P=ticks)(?!`)
      | <(?P<name>code|kbd|samp|tt|var)(?:\s[^<>]*)?>[^<>]+</(?P=name)>)
  | (?P<comment><!-- | \{{/\*)
  | (?P<autolink><(?:https?://|mailto:)[^<>\s]+>)
  | (?P<tag></?[A-Za-z][A-Za-z0-9.:-]*(?:\s(?:[^<>{{}}"']|"[^"\n]*"|'[^'\n]*'|{_BRACED})*)?/?>
      | </?[A-Za-z][A-Za-z0-9.:-]*(?:\s[^<>]*)?/?>
      | \[\^[^\[\]\s]+\] | \[-?@[\w:.-]+(?:[;,][^\[\]\n]*)?\](?![(\[])
      | \[\[(?:autodoc|open-in-colab|[\w.:/-]+(?=\]\][ \t]*(?:[\r\n]|\Z)))\]\]
      | \{{["'`][ ]*["'`]\}} | \{{[\#:/@][^{{}}\n]*\}} | (?<=[)\]`])\{{[ ]?(?:\.|[\w-]+=)[^{{}}\n]*\}}
      | &(?:[A-Za-z][A-Za-z0-9]{{1,31}}|\#\d{{1,7}}|\#[xX][0-9A-Fa-f]{{1,6}});)
  | (?P<wiki>(?:(?<!\S)!)?\[\[[^\[\]\n]+\]\])
  | (?<=\])(?P<link>\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\) | \[[^\[\]\n^@!][^\[\]\n]*\]
      | \((?:[ \t]*\r?\n[ \t]*)?[^()\s]+(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]*\r?\n[ \t]*)?\))
  | (?P<formula>\$\$[^$]+\$\$ | (?<![\w$\\])\$(?:(?!\s)(?:[^$\n\\]|\\[^\n])+(?<!\s)|[ ](?:[^$\n\\]|\\[^\n])+[ ])\$(?!\w)
      | (?<!\\)\\{{1,2}}\((?:[^\\\n]|\\(?![()\\]))+\\{{1,2}}\)
      | (?<!\\)\\{{1,2}}\[(?:[^\\\n]|\\(?![\[\]\\]))+\\{{1,2}}\])
  | (?P<emoji>(?<![\w:]):(?:\+1|-1|[a-z][a-z0-9_+-]*):(?![\w:`]))
"""
_PLAIN = r"""
    (?P<url>(?:https?|ftp)://(?:[<\[{(][A-Za-z][\w -]{0,40}[>\]})](?=[\w./:?&=%-])|(?!\]\()[!-~])+
      | (?<![\w@.-])www\.[a-z0-9-]+\.[!-~]+
      | (?<![\w.+-])[\w.+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+)
  | (?P<placeholder>\{\{[^{}\n]*\}\} | \{%[^{}\n]*%\} | :[a-z]+(?::[a-z]+)?:`[^`\n]+` | \{[A-Za-z][\w:+-]*\}`[^`\n]+`
      | \{(?:[A-Za-z_][\w.]*(?:\([^(){}\n]*\)|\[[^\[\]{}\n]*\])*|\d{1,2})\}
      | \{[A-Za-z_][\w.]*(?:\?\.|[ ]*(?:\?\?|\|\||&&|===|=>|[ ]\?[ ])|\()[^{}\n]*\}
      | \{[A-Za-z_]\w*,[ ]*(?:(?:plural|select|selectordinal),|(?:number|date|time)(?:,[^{}\n]*)?\})
      | %\([a-z_]+\)[sd] | (?<![\w%])%(?:\d\$)?[-+0\#]?\d*(?:\.\d+)?l{0,2}[sdifgxu@](?![A-Za-z])
      | (?<![\w%])%[1-9](?![\w%]|[.,]\d)
      | (?<![\w$\\])\$(?:\{[^{}\n]+\}|[A-Z][A-Z0-9_]+(?![A-Za-z0-9_$])))
  | (?P<path>(?<![\w/.])(?:~|\.{1,2})?/[\w.@+-]+(?:/[\w.@+-]+)+/? | (?<![\w/.])(?:~|\.{1,2})/[\w.@+-]+)
  | (?P<option>(?<![\w-])--[a-z][\w-]*)
  | (?P<identifier>
        (?<![\w])@?[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+
      | (?<![\w\\])@?(?:[A-Za-z]\w*(?:_|\\_\w)\w*(?:\\_\w+)*|_+[A-Za-z]\w*)
      | (?<![\w])[A-Za-z]\w*(?=\(\))
    )
"""
_FLAGS = re.VERBOSE | re.ASCII | re.DOTALL
_BACKTICKS = r"(?P<code>(?<!`)(?P<ticks>`)(?!`)[^`\n]+(?:\n(?![ \t]*\r?\n)[^`\n]+){0,4}`(?!`))"
_START = r"(?=[!-~])"  # all begin with an ASCII character: Han and kana are passed over at once
_IN_TEXT = re.compile(f"{_START}(?:{_BACKTICKS}|{_PLAIN})", _FLAGS)
_IN_MARKDOWN = re.compile(f"{_START}(?:{_MARKUP}|{_PLAIN})", _FLAGS)
_KINDS = {
    "comment": "tag",
    "autolink": "url",
    "path": "identifier",
    "option": "identifier",
    "emoji": "placeholder",
    "formula": "math",
    "ticks": "code",
    "name": "code",
}
# Two words with a lost space ("later.The"), abbreviations and initials look like dotted names.
_NOT_NAMES = re.compile(
    r"(?:[A-Za-z]\.)+[A-Za-z]|etc\.\w+|[A-Za-z]*[a-z]{2}\.(?:A|An|As|At|Both|But|By|For|However|If|In|It|Its|Note|"
    r"On|Otherwise|See|So|That|The|Then|There|These|They|This|To|Use|We|When|With|You|Your)",
    re.ASCII,
)
# Where dollars and brackets hold mathematics: a command, an operator, one letter at the end.
_TEX = re.compile(r"\\[A-Za-z]|[\^_=<>+]|[A-Za-z]'?\s*$")
_HAS_CJK = re.compile(f"[{WIDE}]")
# [[1, 2], [3, 4]] is no link; [[…]] at the end of a heading is an anchor.
_NESTED_LIST = re.compile(r"\[\[[\d.,+-]")
_HEADING_START, _LINE_REST = re.compile(r"[ \t>]*#"), re.compile(r"[ \t]*(?:[\r\n]|\Z)")
_LONGEST_TITLE = 1_000
# In Markdown `_word_` is emphasis, and so are the ends of `_several words_`.
_EMPHASIS_END = re.compile(r"[^_\n]*(?:\w_\w[^_\n]*)*[^\s_]_(?!\w)", re.ASCII)
_EMPHASIS_OPEN = re.compile(r"(?<![\w\\])_(?=[^\s_])[^_\n]*\Z", re.ASCII)
# A link of reStructuredText, as pages that were converted from it still have them.
_RST_LINK = re.compile(r"(?<![`_])`(?P<words>[^`<>]+?)(?:\s*<(?P<address>[^`<>\s]+))?(?P<closes>>?`__?)(?!\w)")
_TRAILING = ".,;:!?'\"*_~`"
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<"}


def protected_spans(text: str, start: int, end: int, markup: bool) -> list[Span]:
    """Return the protected spans of text[start:end], in order and disjoint; `markup` where the text is Markdown."""
    pattern = _IN_MARKDOWN if markup else _IN_TEXT
    protected: list[Span] = []
    position = start
    last_comment = {closer: text.rfind(closer, start, end) for closer in ("-->", "*/}")} if markup else {}
    while match := pattern.search(text, position, end):
        if match.lastgroup == "formula" and not _is_formula(match.group()):
            plain = _IN_TEXT.match(text, match.start(), end)  # `$HOME 和 $PATH`
            if not plain:
                position = match.start() + 1
                continue
            match = plain
        position = match.end()
        spans = _spans(text, match, last_comment)
        for span in _without_emphasis(text, end, spans) if markup else spans:
            protected.append(span)
            position = max(span.end, match.start() + 1)
    return protected


def _is_formula(surface: str) -> bool:
    """Return whether the text between dollars or brackets is mathematics, not money, shell variables or words."""
    if surface.startswith(("$$", "\\\\")):
        return True
    inner = surface.strip("$\\")
    if surface[0] == "$" and not inner[0].isspace():
        return not _HAS_CJK.search(inner) or _TEX.search(inner) is not None
    inner = inner.strip("()[] \\")
    return (len(inner) <= 2 and inner.isascii() and inner.isalnum()) or (
        _TEX.search(inner) is not None and (not _HAS_CJK.search(inner) or "\\" in inner)
    )


def _spans(text: str, match: re.Match[str], last_comment: dict[str, int]) -> Iterator[Span]:
    """Yield the spans of a match: none if it is no name after all, several if there are words between tags."""
    group = match.lastgroup or ""
    kind = _KINDS.get(group, group)
    start, end = match.span()
    link = _RST_LINK.match(text, start, match.endpos) if group == "code" and text.startswith("_", end) else None
    if link and (link["address"] or not _EMPHASIS_OPEN.search(text, max(0, start - 200), start)):
        yield Span(start, start + 1, "tag")
        if link["address"]:
            yield Span(link.end("words"), link.start("address"), "tag")
            yield Span(*link.span("address"), "link")
        yield Span(*link.span("closes"), "tag")
        return
    if group == "comment":
        closer = "-->" if text[start] == "<" else "*/}"
        if end > last_comment[closer]:
            return
        end = text.index(closer, end) + 3
    if kind == "wiki" and not text[start + 2].isspace() and not _is_anchor(text, start, end):  # [[page|words]]
        if _NESTED_LIST.match(text, start):
            return
        yield Span(start, max(text.rfind("|", start, end) + 1, text.index("[[", start) + 2), "tag")
        yield Span(end - 2, end, "tag")
        return
    if kind == "url" and group != "autolink":
        end = _trim(text, start, end)
    if kind == "identifier" and _NOT_NAMES.fullmatch(text, start, end):
        return
    if kind == "link":
        start, end = start + 1, end - 1
    if end > start:
        yield Span(start, end, "tag" if kind == "wiki" else kind)


def _is_anchor(text: str, start: int, end: int) -> bool:
    """Return whether [[…]] ends the line of a heading, as Hugging Face's anchors do."""
    line = max(text.rfind(mark, max(0, start - _LONGEST_TITLE), start) for mark in "\r\n")
    return _LINE_REST.match(text, end) is not None and _HEADING_START.match(text, line + 1) is not None


def _without_emphasis(text: str, stop: int, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans as Markdown reads them, with `_word_` and the ends of `_several words_` as emphasis."""
    for span in spans:
        start, end = span.start, span.end
        if span.kind == "identifier" and text[start] == "_" != text[start + 1]:
            ends = text[end - 1] == "_"
            if ends or _EMPHASIS_END.match(text, end, min(stop, end + _LONGEST_TITLE)):
                start, end = start + 1, end - ends
        elif (
            span.kind == "identifier"
            and text[end - 1] == "_"
            and _EMPHASIS_OPEN.search(text, max(0, start - 200), start)
        ):
            end -= 1
        surface = text[start:end]
        if (start, end) == (span.start, span.end) or "_" in surface or "." in surface:
            yield Span(start, end, span.kind)


def _trim(text: str, start: int, end: int) -> int:
    """Return the end of an address, without the punctuation and brackets of the sentence after it."""
    counts = Counter(text[start:end])
    while end > start:
        last = text[end - 1]
        opener = _CLOSERS.get(last)
        if last not in _TRAILING and not (opener and counts[opener] < counts[last]):
            break
        counts[last] -= 1
        end -= 1
    return end
