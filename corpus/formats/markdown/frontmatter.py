"""Front matter: the YAML, TOML or JSON entries above a Markdown page."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import yaml

from corpus import lazy_re as re

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
_KEY = r"(?:\"[^\"\n]*\"|'[^'\n]*'|[\w$@][\w$@./ -]*)"
_ENTRY = re.compile(rf"{_KEY}[ \t]*(?:[:：](?!//)|=)|\[[\w\".\[ -]+\][\] \t]*$")
_PLAIN_ENTRY = re.compile(rf"(?P<key>{_KEY})[ \t]*[:：][ \t]*(?P<value>[^\r\n]*)")
_PART = re.compile(r"[\s#\]})-]")  # how a line begins that goes on with an entry, or is a comment
_MARKED = tuple("[{&*!|>%@`'\"#")  # how a value begins that only YAML can read


def find(text: str) -> re.Match[str] | None:
    """The front matter with its fences; the group `body` is what stands between them."""
    if match := _YAML.match(text) or _TOML.match(text):
        return match if _holds_entries(match["body"]) or (match["fence"] == "+++" and _toml(match)) else None
    if match := _JSON.match(text):
        return match if isinstance(_json(match), dict) else None
    match = _BARE.match(text)
    return match if match and re.search(r"^(?:title|date|layout):", match["body"], re.MULTILINE) else None


def _holds_entries(body: str) -> bool:
    """Whether the lines between two rules are entries, as far as broken ones can be told from prose."""
    lines = _LINE.findall(body)
    top_lines = [line for line in lines if line.strip() and not _PART.match(line)]
    if not top_lines:
        return not body.strip()
    entries = [line for line in top_lines if _ENTRY.match(line)]
    has_keys = not body[:1].isspace() or any(line[0].isascii() for line in entries)  # `注意：…` below a rule is prose
    return top_lines[0] in entries[:1] and 3 * len(entries) >= 2 * len(top_lines) and has_keys


def entries(match: re.Match[str]) -> list[int]:
    """Where in the page each entry of the front matter begins."""
    start, body = match.start("body"), match["body"]
    indent = re.match(r"[ \t]*", body) if match["fence"] == "{" else None
    begin = re.escape(indent.group()) + '"' if indent else r"(?=[^\s#\]})-])"
    return [start + entry.start() for entry in re.finditer(rf"(?:^|(?<=\r)){begin}", body, re.MULTILINE)]


class _Loader(yaml.SafeLoader):
    """YAML without aliases: a few lines of them can stand for gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def parse(text: str) -> dict[str, str]:
    """The entries of the front matter as strings; of broken YAML those that can be read without it."""
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
    return _toml(match) if match["fence"] == "+++" else yaml.load(match["body"], _Loader)  # noqa: S506 (a SafeLoader)


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
    """The entries of one line each that need no YAML: in `title: 张量: 入门` the value follows the first colon."""
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
