"""Validity: whether a form was still current when a page was written, as far as entry and page tell."""

from __future__ import annotations

from corpus import lazy_re as re
from corpus.records import Document
from glossary.rules.context import RuleContext
from glossary.termbase.termbase import Form

# How front matter and page heads name the day of a page, the latest change first.
_DATES = ("last_modified", "lastmod", "last_update", "updated", "modified", "article:modified_time", "date",
          "published", "pubdate", "created", "article:published_time")  # fmt: skip
_DATE = re.compile(r"(\d{4})(?:[-/.年](\d{1,2}))?(?:[-/.月](\d{1,2}))?")
_RELEASE = re.compile(r"v?(\d{1,3})\.(\d{1,4})(?:\.(\d+))?")
_NAMED = re.compile(r"(?:pytorch|torch)(?:[ _-]*|[=<>~]=)v?(\d{1,3}\.\d{1,4}(?:\.\d+)?)", re.IGNORECASE)


def was_current(form: Form, page: RuleContext) -> bool:
    """Return whether the page is of the last day or release in which the form was used, or of an earlier one."""
    if not form.until:
        return False
    dated = _DATE.fullmatch(form.until.strip())
    until = _numbers(dated or _RELEASE.fullmatch(form.until.strip()))
    page_version = date_of(page.document) if dated else release_of(page)
    return bool(until and page_version) and page_version[: len(until)] <= until


def date_of(document: Document) -> tuple[int, ...]:
    """Return the date in the front matter or page head, as year, month and day; shorter if it says less."""
    metadata = {entry.key.casefold(): entry.value for entry in document.metadata}
    matches = (_DATE.match(metadata[key].strip()) for key in _DATES if key in metadata)
    return _numbers(next(filter(None, matches), None))


def release_of(page: RuleContext) -> tuple[int, ...]:
    """Return the release that the front matter, title, first heading or path names."""
    metadata = {entry.key.casefold(): entry.value for entry in page.document.metadata}
    version_match = _RELEASE.match(metadata.get("version", "").strip())
    heading = next((segment.text for segment in page.segments if segment.kind == "heading"), "")
    names = filter(None, map(_NAMED.search, (page.document.title or "", heading, page.document.path)))
    name_match = next(names, None)
    return _numbers(version_match or (_RELEASE.match(name_match[1]) if name_match else None))


def latest_release_named(page: RuleContext) -> tuple[int, ...]:
    """Return the latest release of PyTorch that the page speaks of anywhere."""
    return max((_numbers(_RELEASE.match(match[1])) for match in _NAMED.finditer(page.text)), default=())


def _numbers(match: re.Match[str] | None) -> tuple[int, ...]:
    return tuple(int(part) for part in match.groups() if part) if match else ()
