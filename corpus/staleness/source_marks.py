"""Marks in a translation of the version of its original that it was made from: a commit, and the hash of the file.

In front matter: `source_commit`, `source_sha256` and `outdated` below `translation`. On pages without front matter the
commit and the hash stand in a comment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from corpus import lazy_re as re
from corpus.formats.markdown import frontmatter

_COMMENTS = {".mdx": ("{/* ", " */}"), ".rst": (".. ", "")}  # how a page of an extension holds a comment
_COMMENTS |= dict.fromkeys((".md", ".markdown", ".html", ".htm"), ("<!-- ", " -->"))
_COMMENT = re.compile(r"<!--[^>]{0,400}?-->|\{/\*[^}]{0,400}?\*/\}|^\.\.[ \t][^\n]{0,400}$", re.MULTILINE)
_COMMIT, _SHA256, _OUTDATED = "source_commit", "source_sha256", "translation.outdated"
_HASHES = {
    _COMMIT: re.compile(r"(\bsource[_-]?commit[\"']?[ \t]*[:=][ \t]*[\"']?)([0-9a-f]{7,64})\b", re.IGNORECASE),
    _SHA256: re.compile(r"(\bsource[_-]?sha256[\"']?[ \t]*[:=][ \t]*[\"']?)([0-9a-f]{64})\b", re.IGNORECASE),
}
_FLAG = re.compile(r"(\boutdated[\"']?[ \t]*[:=][ \t]*)(true|false)\b", re.IGNORECASE)
# The keys below `translation`, or all that stands on its line.
_TRANSLATION = re.compile(
    r"^(?:\[translation\]|translation(?:\.outdated)?[\"']?[ \t]*[:=])[^\n]*(?:\n[ \t]+[^\n]*|\n\w+[ \t]*=[^\n]*)*",
    re.MULTILINE,
)


class MarkError(ValueError):
    """A page has no place for a mark; the message says why."""


@dataclass(frozen=True, slots=True)
class SourceMark:
    """The version of its original that a translation says it was made from; empty where it says nothing."""

    commit: str = ""
    sha256: str = ""
    outdated: bool = False


def read_mark(text: str) -> SourceMark:
    """Return the mark in the text of a file."""
    matter = frontmatter.find(text)
    places = [*([matter["body"]] if matter else []), *(match[0] for match in _COMMENT.finditer(text))]
    commit, sha256 = (
        next((match[2].lower() for place in places if (match := pattern.search(place))), "")
        for pattern in _HASHES.values()
    )
    outdated = any(
        flag[2].lower() == "true"
        for place in places[: bool(matter)]
        for match in _TRANSLATION.finditer(place)
        if (flag := _FLAG.search(match[0]))
    )
    return SourceMark(commit, sha256, outdated)


def with_mark(text: str, mark: SourceMark, extension: str) -> str:
    """Return the text of a page with this mark in place of its own; raises MarkError where there is no place for it."""
    newline = "\r\n" if "\r\n" in text else "\n"
    values = {_COMMIT: mark.commit, _SHA256: mark.sha256}
    if matter := frontmatter.find(text):
        if matter["fence"] == "{":
            raise MarkError("front matter in JSON is not written; use YAML or TOML")
        start, end = matter.span("body")
        body, missing = _replaced(text[start:end], values)
        return text[:start] + _with_entries(body, missing, mark, matter["fence"] == "+++", newline) + text[end:]
    for match in _COMMENT.finditer(text):
        body, missing = _replaced(match[0], values)
        if not missing:
            return text[: match.start()] + body + text[match.end() :]
    if extension not in _COMMENTS:
        raise MarkError(f"pages of the format {extension} have no place for a mark")
    opened, closed = _COMMENTS[extension]
    comment = opened + ", ".join(f"{name}: {value}" for name, value in values.items()) + closed
    return f"{text.rstrip()}{newline}{newline}{comment}{newline}"


def _replaced(place: str, values: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return a text with other hashes, and those for which it has no place."""
    missing = {}
    for name, value in values.items():
        if _HASHES[name].search(place):
            place = _HASHES[name].sub(rf"\g<1>{value}", place, count=1)
        else:
            missing[name] = value
    return place, missing


def _with_entries(body: str, missing: Mapping[str, str], mark: SourceMark, is_toml: bool, newline: str) -> str:
    """Return the body of front matter with the hashes that are missing, and whether the page is outdated."""
    flag = "true" if mark.outdated else "false"
    lines = [f'{name} = "{value}"' if is_toml else f"{name}: {value}" for name, value in missing.items()]
    if (match := _TRANSLATION.search(body)) and _FLAG.search(match[0]):
        start, end = match.span()
        body = body[:start] + _FLAG.sub(rf"\g<1>{flag}", match[0], count=1) + body[end:]
    elif match and (head := match[0].splitlines()[0].rstrip()) in ("translation:", "[translation]"):
        entry = f"outdated = {flag}" if is_toml else f"  outdated: {flag}"
        body = body[: match.start()] + head + newline + entry + body[match.start() + len(head) :]
    elif not match:
        lines += [f"{_OUTDATED} = {flag}"] if is_toml else ["translation:", f"  outdated: {flag}"]
    added = "".join(line + newline for line in lines)
    return added + body if is_toml else body.rstrip("\r\n") + newline + added if body.strip() else added
