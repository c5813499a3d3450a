"""Source marks in a translation: the version of its original that it was made from, as commit and file hash.

In front matter: `source_commit`, `source_sha256` and `outdated` below `translation`. On pages without front matter,
the commit and the hash are in a comment.
"""

from __future__ import annotations

from dataclasses import dataclass

from corpus import lazy_re as re
from corpus.formats.markdown import frontmatter

_COMMENTS = {".mdx": ("{/* ", " */}"), ".rst": (".. ", "")}  # how a page of an extension holds a comment
_COMMENTS |= dict.fromkeys((".md", ".markdown", ".html", ".htm"), ("<!-- ", " -->"))
_COMMENT = re.compile(r"<!--[^>]{0,400}?-->|\{/\*[^}]{0,400}?\*/\}|^\.\.[ \t][^\n]{0,400}$", re.MULTILINE)
_COMMIT = re.compile(r"(\bsource[_-]?commit[\"']?[ \t]*[:=][ \t]*[\"']?)([\w./-]*)", re.IGNORECASE)
_SHA256 = re.compile(r"(\bsource[_-]?sha256[\"']?[ \t]*[:=][ \t]*[\"']?)([\w./-]*)", re.IGNORECASE)
_HASH = re.compile(r"[0-9a-f]{7,64}")
_OUTDATED = re.compile(  # on the line of `translation`, or below it: indented, or in its table
    r"(^\[?translation\b[^\n]*?(?:\n(?:[ \t]+|(?=\w+[ \t]*=))[^\n]*?){0,20}?"
    r"\boutdated[\"']?[ \t]*[:=][ \t]*)(true|false)\b",
    re.MULTILINE | re.IGNORECASE,
)
_TRANSLATION = re.compile(r"^(?:translation:|\[translation\])[ \t]*$", re.MULTILINE)


class MarkError(ValueError):
    """A page without a place for a mark; the message says why."""


@dataclass(frozen=True, slots=True)
class SourceMark:
    """The version of its original that a translation says it was made from; empty if it says nothing."""

    commit: str = ""
    sha256: str = ""
    outdated: bool = False


def read_mark(text: str) -> SourceMark:
    """Return the mark in the text of a file."""
    matter = frontmatter.find(text)
    head = matter["body"] if matter else ""
    places = [head, *(match[0] for match in _COMMENT.finditer(text))]
    commit, sha256 = (
        next(filter(_HASH.fullmatch, (match[2].lower() for place in places for match in pattern.finditer(place))), "")
        for pattern in (_COMMIT, _SHA256)
    )
    flag = _OUTDATED.search(head)
    return SourceMark(commit, sha256, flag is not None and flag[2].lower() == "true")


def with_mark(text: str, mark: SourceMark, extension: str) -> str:
    """Return the text of a page with this mark instead of its own; raises MarkError if it has no place for one."""
    newline = "\r\n" if "\r\n" in text else "\n"
    matter = frontmatter.find(text)
    if matter and matter["fence"] != "{":
        start, end = matter.span("body")
        return text[:start] + _with_entries(text[start:end], mark, matter["fence"] == "+++", newline) + text[end:]
    for match in _COMMENT.finditer(text):
        if _COMMIT.search(match[0]):
            return text[: match.start()] + _with_hashes(match[0], mark) + text[match.end() :]
    if extension not in _COMMENTS:
        raise MarkError(f"pages of the format {extension} have no place for a mark")
    opened, closed = _COMMENTS[extension]
    comment = f"{opened}source_commit: {mark.commit}, source_sha256: {mark.sha256}{closed}"
    return f"{text.rstrip()}{newline}{newline}{comment}{newline}"


def _with_hashes(place: str, mark: SourceMark) -> str:
    place = _COMMIT.sub(rf"\g<1>{mark.commit}", place, count=1)
    return _SHA256.sub(rf"\g<1>{mark.sha256}", place, count=1)


def _with_entries(body: str, mark: SourceMark, is_toml: bool, newline: str) -> str:
    """Return the body of front matter with a mark; existing entries stay where they are."""
    values = {"source_commit": (_COMMIT, mark.commit), "source_sha256": (_SHA256, mark.sha256)}
    missing = {name: value for name, (pattern, value) in values.items() if not pattern.search(body)}
    lines = [f'{name} = "{value}"' if is_toml else f"{name}: {value}" for name, value in missing.items()]
    body, flag = _with_hashes(body, mark), "true" if mark.outdated else "false"
    if _OUTDATED.search(body):
        body = _OUTDATED.sub(rf"\g<1>{flag}", body, count=1)
    elif match := _TRANSLATION.search(body):
        entry = f"outdated = {flag}" if is_toml else f"  outdated: {flag}"
        body = f"{body[: match.end()]}{newline}{entry}{body[match.end() :]}"
    else:
        lines += [f"translation.outdated = {flag}"] if is_toml else ["translation:", f"  outdated: {flag}"]
    added = "".join(line + newline for line in lines)
    return added + body if is_toml else body + added
