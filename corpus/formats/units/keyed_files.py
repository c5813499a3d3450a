"""Keyed files: the texts of one language by key, in JSON, ARB, YAML and Java's properties."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import yaml
from rapidfuzz.distance import Prefix

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats.units import StringRun, Unit, UnitFile, text_of
from corpus.languages import parse_tag

_TOKEN = re.compile(
    r'(?P<mark>[{}\[\],:])|"(?P<text>[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*)"'
    r"|(?P<value>-?\d[\d.eE+-]*+|true|false|null)"
)
_PIECE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})(?:\\u([dD][c-fC-F][0-9A-Fa-f]{2}))?|(.))|[^\\]+", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_MESSAGE = frozenset(("message", "description", "placeholders", "hash", "comment"))  # of an extension of Chrome
_LINE = re.compile(r"[^\r\n]+")
_PROPERTY = re.compile(r"[ \t\f]*((?:\\.|[^\\=:\s])+)[ \t\f]*[=:]?[ \t\f]*", re.DOTALL)
_PROPERTY_PIECE = re.compile(r"\\(?:(\r\n?|\n)[ \t\f]*|u([0-9A-Fa-f]{4})|(.))|[^\\]+", re.DOTALL)


class _Leaf(NamedTuple):
    """A text with the keys, and list numbers, that lead to it."""

    key: tuple[str, ...]
    start: int  # where it begins in the file
    runs: Sequence[StringRun]
    escaped: Callable[[str], str]

    def unit(self, key: Sequence[str]) -> Unit:
        """Return it as a unit with a name from these keys."""
        return Unit("/".join(key), self.runs, self.start, escaped=self.escaped)


def is_keyed_json(head: str) -> bool:
    """Return whether a file begins as a JSON object with texts as its only values."""
    tokens = list(_TOKEN.finditer(head))
    opens = bool(tokens) and tokens[0]["mark"] == "{"
    return opens and not any(token["value"] not in (None, "null") for token in tokens)


def json_file(source: str) -> UnitFile:
    """Return the texts of a JSON or ARB file; raises UnreadableError if it is not JSON with texts by key."""
    try:
        tree = json.loads(source.lstrip("\ufeff"))
    except ValueError as error:
        raise UnreadableError(f"broken JSON: {' '.join(str(error).split())[:120]}; correct it") from None
    except RecursionError:
        raise UnreadableError("nested too deep; make it flatter") from None
    if not isinstance(tree, dict):
        raise UnreadableError("holds no texts by key; write an object of them")
    leaves = [*_json_leaves(source)]
    locale = next((text_of(leaf.runs) for leaf in leaves if leaf.key == ("@@locale",)), "")
    return _file([leaf for leaf in leaves if not any(name.startswith("@") for name in leaf.key)], locale)


def _file(leaves: Sequence[_Leaf], locale: str = "") -> UnitFile:
    """Return the texts as a unit file. A single top key is left out if it is a language tag, as in Rails."""
    tops = {leaf.key[0] for leaf in leaves}
    tag = next(iter(tops)) if len(tops) == 1 and all(len(leaf.key) > 1 for leaf in leaves) else ""
    tag = tag if parse_tag(tag) else ""
    others = {leaf.key[:-1] for leaf in leaves if leaf.key[-1] not in _MESSAGE}
    chrome = {leaf.key[:-1] for leaf in leaves if leaf.key[-1] == "message"} - others - {()}
    units = []
    for leaf in leaves:
        if leaf.key[:-1] in chrome and leaf.key[-1] == "message":
            units.append(leaf.unit(leaf.key[:-1]))
        elif not any(leaf.key[:size] in chrome for size in range(1, len(leaf.key))):
            units.append(leaf.unit(leaf.key[1:] if tag else leaf.key))
    return UnitFile(units, locale or tag, is_bilingual=False)


def _json_leaves(source: str) -> Iterator[_Leaf]:
    """Yield the texts of a JSON file, each with the keys and list numbers that lead to it."""
    path: list[str] = []
    counts: list[int] = []  # of the lists that are open; -1 of objects
    expects_key = False
    escaped = partial(_json_escaped, source.isascii())
    for token in _TOKEN.finditer(source):
        mark = token["mark"]
        if mark in ("{", "["):
            counts.append(0 if mark == "[" else -1)
            path.append("0")
            expects_key = mark == "{"
        elif mark in ("}", "]"):
            counts.pop()
            path.pop()
        elif mark == "," and counts:
            expects_key = counts[-1] < 0
            if not expects_key:
                counts[-1] += 1
                path[-1] = str(counts[-1])
        elif mark is None and token["text"] is not None:
            runs = [*_json_runs(source, *token.span("text"))]
            if expects_key:
                path[-1] = text_of(runs)
                expects_key = False
            else:
                yield _Leaf(tuple(path), token.start("text"), runs, escaped)


def _json_runs(source: str, start: int, end: int) -> Iterator[StringRun]:
    for match in _PIECE.finditer(source, start, end):
        code, low, letter = match.groups()
        text = match[0]
        if code:
            units = b"".join(int(unit, 16).to_bytes(2, "big") for unit in (code, low) if unit)
            text = units.decode("utf-16-be", "replace")[:1]  # of two, the second is no half of the first
        elif letter:
            text = _LETTERS.get(letter, letter)
        yield StringRun(text, *match.span())


def _json_escaped(is_ascii: bool, words: str) -> str:
    return json.dumps(words, ensure_ascii=is_ascii)[1:-1]


def is_keyed_yaml(head: str) -> bool:
    """Return whether a file begins as YAML texts by key, without numbers, booleans or a top-level list."""
    lines = [line for line in _LINE.findall(head) if line.strip() and not line.lstrip().startswith(("#", "---", "%"))]
    return bool(lines) and _YAML_KEY.match(lines[0]) is not None and not any(map(_YAML_VALUE.search, lines))


_YAML_KEY = re.compile(r"""(?!-\s)["']?[\w.$@-][^:#]*:(?:\s|\Z)""")
_YAML_VALUE = re.compile(r":[ \t]+(?:-?\d[\d_.]*|true|false|yes|no|on|off|!.*)[ \t]*(?:#.*)?\Z", re.IGNORECASE)


def yaml_file(source: str) -> UnitFile:
    """Return the texts of a YAML file; raises UnreadableError if it is not YAML or has no texts by key."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        tree = yaml.compose(source, Loader=loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise UnreadableError(f"broken YAML: {' '.join(str(error).split())[:160]}; correct it") from None
    if not isinstance(tree, yaml.MappingNode):
        raise UnreadableError("holds no texts by key; write a mapping of them")
    return _file([*_yaml_leaves(source, tree)])


def _yaml_leaves(source: str, tree: yaml.Node) -> Iterator[_Leaf]:
    """Yield the texts of a tree in file order. What an alias names is read once, where it is written."""
    read_nodes: set[int] = set()
    waiting: list[tuple[tuple[str, ...], yaml.Node]] = [((), tree)]
    while waiting:
        key, node = waiting.pop()
        if id(node) in read_nodes:
            continue
        read_nodes.add(id(node))
        if isinstance(node, yaml.MappingNode):
            waiting += [((*key, str(name.value)), value) for name, value in reversed(node.value)]
        elif isinstance(node, yaml.SequenceNode):
            waiting += [((*key, str(number)), value) for number, value in reversed([*enumerate(node.value)])]
        elif isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:str" and key:
            start, runs = _yaml_runs(source, node)
            yield _Leaf(key, start, runs, _YAML_ESCAPED.get(node.style, str))


def _yaml_runs(source: str, node: yaml.ScalarNode) -> tuple[int, list[StringRun]]:
    """Return where a text begins, and its runs as YAML reads them; raises UnreadableError if they do not match."""
    position, end = node.start_mark.index, node.end_mark.index
    if node.style in ("'", '"'):
        position, end = position + 1, end - 1
    elif node.style in ("|", ">"):
        position = source.find("\n", position, end) + 1 or end
        position += len(source[position:end]) - len(source[position:end].lstrip(" "))
    begin, runs, value = position, list[StringRun](), node.value
    number = 0
    while number < len(value):
        space = _SPACE.match(value, number)
        if escape := _YAML_ESCAPE.match(source, position, end) if node.style == '"' else None:
            text = yaml.safe_load(f'"{escape[0]}"') if "\n" not in escape[0] and "\r" not in escape[0] else ""
            if value.startswith(text, number):
                runs += [StringRun(text, *escape.span())] if text else []
                number, position = number + len(text), escape.end()
                continue
        elif node.style == "'" and source.startswith("''", position):
            runs.append(StringRun("'", position, position + 2))
            number, position = number + 1, position + 2
            continue
        elif space and (gap := _SPACE.match(source, position, end)):
            step = int(space[0] == gap[0])  # where they differ, the first character has all the room
            for place, sign in enumerate(space[0]):
                start = gap.start() + place if step else gap.end() if place else gap.start()
                runs.append(StringRun(sign, start, start + 1 if step else gap.end()))
            number, position = space.end(), gap.end()
            continue
        plain = _WORDS.match(value, number)
        words = plain[0] if plain else value[number]
        shared = Prefix.similarity(words, source[position : position + len(words)])
        if not shared:
            if space and number + len(space[0]) == len(value):  # ends of lines that close a block
                runs.append(StringRun(space[0], position, position))
                break
            line = source.count("\n", 0, node.start_mark.index) + 1
            raise UnreadableError(f"line {line:,}: this way to write a text in YAML is not read; put it in quotes")
        runs.append(StringRun(words[:shared], position, position + shared))
        number, position = number + shared, position + shared
    return begin, runs


_YAML_ESCAPED: dict[str | None, Callable[[str], str]] = {
    '"': partial(_json_escaped, False),
    "'": lambda words: words.replace("'", "''"),
}
_SPACE = re.compile(r"\s+")
_WORDS = re.compile(r"[^\s'\\]+")
_YAML_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|(?:\r\n?|\n)[ \t]*|.)")


def properties_file(source: str) -> UnitFile:
    """Return the texts of a Java properties file."""
    units = []
    escaped = partial(_property_escaped, source.isascii())
    position = int(source.startswith("\ufeff"))
    for line in _LOGICAL_LINE.finditer(source, position):
        if line[0].lstrip().startswith(("#", "!")):
            continue
        if match := _PROPERTY.match(source, line.start(), line.end()):
            key = text_of(_property_runs(source, *match.span(1)))
            runs = [*_property_runs(source, match.end(), line.end())]
            units.append(Unit(key, runs, match.end(), escaped=escaped))
    return UnitFile(units, is_bilingual=False)


_LOGICAL_LINE = re.compile(r"[ \t\f]*[#!][^\r\n]*|(?:[^\\\r\n]|\\(?:\r\n|.)|\\\Z)+", re.DOTALL)


def _property_runs(source: str, start: int, end: int) -> Iterator[StringRun]:
    for match in _PROPERTY_PIECE.finditer(source, start, end):
        line, code, letter = match.groups()
        if line is None:
            text = chr(int(code, 16)) if code else _LETTERS.get(letter, letter) if letter else match[0]
            yield StringRun(text if not "\ud800" <= text <= "\udfff" else "\ufffd", *match.span())


def _property_escaped(has_escapes: bool, words: str) -> str:
    signs = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    escaped = "".join(signs.get(sign, sign) for sign in words)
    return json.dumps(escaped)[1:-1].replace("\\\\", "\\").replace('\\"', '"') if has_escapes else escaped
