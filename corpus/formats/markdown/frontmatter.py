"""Front matter: the YAML, TOML or JSON entries above a Markdown page."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from corpus import lazy_re as re
from corpus.languages.scripts import CJK, LETTER

_FENCED = r"\ufeff?\s*(?P<fence>%s)[ \t]*(?:\r\n?|\n)(?P<body>.*?)(?:^|(?<=[\r\n]))(?:%s)[ \t]*(?=[\r\n]|\Z)"
_YAML = re.compile(_FENCED % ("---", r"---|\.\.\."), re.DOTALL | re.MULTILINE)
_TOML = re.compile(_FENCED % (r"\+\+\+", r"\+\+\+"), re.DOTALL | re.MULTILINE)
_JSON = re.compile(
    r"\ufeff?\s*(?P<fence>\{)[ \t]*(?:\r\n?|\n)(?P<body>[ \t]*\".*?)(?<=[\r\n])\}[ \t]*(?=[\r\n]|\Z)", re.DOTALL
)
# Hexo's older pages have no fence above.
_BARE = re.compile(
    r"""\ufeff?(?P<fence>)
    (?P<body>(?:[A-Za-z][\w-]*:(?:[ \t][^\r\n]*)?(?:\r\n?|\n)
      (?:[ \t-][^\r\n]*[^\s-][^\r\n]*(?:\r\n?|\n))*)+)
    ---[ \t]*(?=[\r\n]|\Z)""",
    re.VERBOSE,
)
_LINE = re.compile(r"[^\r\n]+")
_KEY = r"(?:\"[^\"\n]*\"|'[^'\n]*'|[\w$@](?:[\w$@./ -]*[\w$@./-])?(?::[A-Za-z][\w-]*(?=[ \t]*:))?)"
_ENTRY = re.compile(rf"{_KEY}[ \t]*(?:[:：](?!//)|=)|\[[\w\".\[ -]+\][\] \t]*$")
_PLAIN_ENTRY = re.compile(rf"(?P<key>{_KEY})[ \t]*[:：][ \t]*(?P<value>[^\r\n]*)")
_KEYED = rf"(?P<indent>[ \t]+)?(?P<dash>(?:-[ \t]+)+)?(?P<key>{_KEY})[ \t]*"
_SPACED = r"(?=[\s\"\[{]|\Z)"  # below the first column, `a:b` is a text
_YAML_KEY = re.compile(rf"{_KEYED}[:：](?(indent){_SPACED}|(?(dash){_SPACED}|(?!//)))[ \t]*")
_TOML_KEY = re.compile(_KEYED + r"=[ \t]*")
_TABLE = re.compile(r"\s*\[{1,2}(?P<name>[^\[\]]+)\]{1,2}[ \t]*\Z")
_QUOTED = re.compile(
    r"\"\"\"(?P<block>(?:[^\"\\]|\\.|\"(?!\"\"))*)\"\"\" | \'\'\'(?P<raw>(?:[^\']|\'(?!\'\'))*)\'\'\'"
    r" | \"(?P<double>(?:[^\"\\]|\\.)*)\" | '(?P<single>(?:[^']|'')*)'",
    re.VERBOSE | re.DOTALL,
)
_SCALAR = re.compile(r"[|>][+-]?\d?[+-]?[ \t]*(?:\#.*)?\Z")
_COMMENT = re.compile(r"(?<![ \t])[ \t]+#")
_NO_STRING = tuple("[{&*!%@`")
# What the last word of a key says of its value: og:description, sidebarTitle, cover-image.
_KEY_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TITLES = re.words("title subtitle label headline heading subheading header")
_TEXTS = re.words(
    "description desc summary excerpt abstract lead intro introduction tagline caption alt text details blurb "
    "teaser subject message note"
)
_DATA = re.words(
    "date time author authors by editor editors translator translators tag tags category categories keyword "
    "keywords slug url uri link links href path file icon icons image images img picture cover thumbnail layout "
    "template lang language locale id ids type kind license licence version versions email name names repo "
    "permalink alias aliases redirect weight order series src code color class theme openapi api method copyright"
)
_SENTENCE = re.compile(rf"(?<![A-Za-z])[A-Za-z]{{2,}}(?:[ ,]+[A-Za-z]{{2,}}){{3}}|[{CJK}]{{6}}")
_HASH = re.compile(r"[0-9a-f]*\d[0-9a-f]*")
_PART = re.compile(r"[\s#\]})-]")  # how a line begins that goes on with an entry, or is a comment
_MARKED = tuple("[{&*!|>%@`'\"#")  # how a value begins that only YAML can read


def find(text: str) -> re.Match[str] | None:
    """Return the match of the front matter with its fences, or None; the group `body` is the text between them."""
    if match := _YAML.match(text) or _TOML.match(text):
        return match if _holds_entries(match["body"]) or (match["fence"] == "+++" and _toml(match)) else None
    if match := _JSON.match(text):
        return match if isinstance(_json(match), dict) else None
    match = _BARE.match(text)
    return match if match and re.search(r"^(?:title|date|layout):", match["body"], re.MULTILINE) else None


def _holds_entries(body: str) -> bool:
    """Return whether the lines between two rules are entries, as far as broken ones differ from prose."""
    lines = _LINE.findall(body)
    top_lines = [line for line in lines if line.strip() and not _PART.match(line)]
    if not top_lines:
        return not body.strip()
    entries = [line for line in top_lines if _ENTRY.match(line)]
    has_keys = not body[:1].isspace() or any(line[0].isascii() for line in entries)  # `注意：…` below a rule is prose
    return top_lines[0] in entries[:1] and 3 * len(entries) >= 2 * len(top_lines) and has_keys


class Entry(NamedTuple):
    """A key, or the value after one. Offsets are in the page and exclude the quotes around a text."""

    key: str  # with the keys above it: `hero/title`
    start: int
    end: int
    kind: str  # markup for keys, heading or paragraph for texts, metadata for other values


def entries(match: re.Match[str]) -> Iterator[Entry]:
    """Yield the keys and values of front matter, in order and disjoint; other lines as markup or metadata."""
    text = match.string
    keyed = _TOML_KEY if match["fence"] == "+++" else _YAML_KEY
    lines = _Lines(text, match.start("body"), match.end("body"))
    above: list[tuple[int, str]] = []  # the keys and items that hold a line, each with its column
    table, items = "", Counter[str]()
    while lines:
        start, stop = lines.take()
        entry = keyed.match(text, start, stop)
        if entry is None:
            if header := _TABLE.match(text, start, stop):
                items[header["name"]] += 1
                table, above = f"{header['name']}/{items[header['name']]}/", []
            words = text[start:stop].strip()
            is_value = not header and not words.startswith("#") and any(map(str.isalnum, words))
            yield Entry("", start, stop, "metadata" if is_value else "markup")
            continue
        column, name = entry.start("key") - start, entry["key"].strip("\"' \t")
        while above and above[-1][0] >= (len(entry["indent"] or "") + 1 if entry["dash"] else column):
            above.pop()
        parent = table + "".join(f"{key}/" for _, key in above)
        if entry["dash"]:
            items[parent] += 1
            above.append((column - 1, str(items[parent])))
            parent += f"{items[parent]}/"
        above.append((column, name))
        a, b = _value(text, entry, lines, keyed)
        yield Entry("", start, a, "markup")
        yield Entry(parent + name, a, b, _kind_of(name, text[entry.end() : entry.end() + 1], text[a:b]))


def texts(text: str) -> list[Entry]:
    """Return the translatable texts of a page's front matter, each with its key."""
    match = find(text)
    return [entry for entry in entries(match) if entry.kind in ("heading", "paragraph")] if match else []


class _Lines:
    """The lines between two offsets that are not yet consumed."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._spans = [match.span() for match in _LINE.finditer(text, start, end)][::-1]

    def __bool__(self) -> bool:
        return bool(self._spans)

    def next(self) -> tuple[int, int]:
        """Return the bounds of the next line."""
        return self._spans[-1]

    def take(self) -> tuple[int, int]:
        """Consume the next line; return its bounds."""
        return self._spans.pop()


def _value(text: str, entry: re.Match[str], lines: _Lines, keyed: re.Pattern[str]) -> tuple[int, int]:
    """Return the bounds of an entry's value, without quotes, and consume its lines."""
    start = entry.end()
    if quoted := _QUOTED.match(text, start):
        while lines and lines.next()[0] < quoted.end():
            lines.take()
        return quoted.span(quoted.lastgroup or 0)
    line = _LINE.match(text, start)
    stop = text_end = line.end() if line else start
    scalar = _SCALAR.match(text, start, stop)
    if not scalar and text.startswith(_NO_STRING, start):
        return start, stop
    indent = entry.start("key") - entry.start()
    while lines:
        first, last = lines.next()
        words = text[first:last].lstrip(" \t")
        if last - first - len(words) <= indent and words:
            break
        if not scalar and (words[:1] in ("-", "#", "") or keyed.match(text, first, last)):
            break
        lines.take()
        text_end = last
    if scalar:
        return min(scalar.end(), text_end), text_end
    comment = _COMMENT.search(text, start, stop) if text_end == stop else None
    return start, comment.start() if comment else text_end


def _kind_of(name: str, mark: str, value: str) -> str:
    """Return the kind of block for a value that begins with `mark`."""
    word = _KEY_WORDS.findall(name)[-1:]
    key = word[0].lower() if word else ""
    if mark in _NO_STRING or not LETTER.search(value) or key in _DATA or _HASH.fullmatch(value.strip()):
        return "metadata"
    if key in _TITLES:
        return "heading"
    return "paragraph" if key in _TEXTS or _SENTENCE.search(value) else "metadata"


class AliasFreeLoader(yaml.SafeLoader):
    """A YAML loader without aliases, as a few lines of them can expand to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Return the next node; raises YAMLError on an alias."""
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def parse(text: str) -> dict[str, str]:
    """Return the entries of the front matter as strings; for broken YAML, those that can be read without it."""
    match = find(text)
    if not match:
        return {}
    try:
        loaded = _load_yaml(match)
    except (ValueError, RecursionError, yaml.YAMLError):  # a date such as 2024-13-45 is a ValueError
        return _readable_entries(match["body"]) if match["fence"] in ("---", "") else {}
    return {str(key): _plain(value) for key, value in loaded.items()} if isinstance(loaded, dict) else {}


def _load_yaml(match: re.Match[str]) -> Any:
    if match["fence"] == "{":
        return _json(match)
    return _toml(match) if match["fence"] == "+++" else yaml.load(match["body"], AliasFreeLoader)  # noqa: S506 (a SafeLoader)


def _toml(match: re.Match[str]) -> dict[str, Any]:
    try:
        return tomllib.loads(match["body"].replace("\r\n", "\n"))
    except (ValueError, RecursionError):
        return {}


def _json(match: re.Match[str]) -> Any:
    try:
        return json.loads(match.group().lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


def _readable_entries(body: str) -> dict[str, str]:
    """Return the one-line entries that need no YAML: in `title: 张量: 入门` the first colon ends the key."""
    matches = (_PLAIN_ENTRY.match(line) for line in _LINE.findall(body))
    return {
        entry["key"].strip("\"'"): entry["value"].strip()
        for entry in matches
        if entry and entry["value"].strip() and not entry["value"].startswith(_MARKED)
    }


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_plain(item)}" for key, item in value.items())
    return "" if value is None else str(value)
