"""Reports of staleness: as text, as Markdown for an issue, as JSON, and the badge of a README."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from posixpath import dirname
from typing import Any

from corpus.grouping import grouped
from corpus.staleness.seen_version import StaleSentence
from corpus.text.printable import encodable, escaped, printable
from flows.checking.staleness import PageStaleness, RepositoryStaleness
from flows.files.git_repository import Commit
from flows.files.markdown_table import table

_COLUMNS = ("language", "pages", "fresh", "stale", "missing", "sentences", "fresh", "stale", "missing", "words to do")
_STATES = ("fresh", "stale", "missing", "unknown", "deleted")
_WIDTH, _LINES = 160, 6  # of a sentence in text
_SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{label}: {value}">
<rect width="{width}" height="20" fill="#555"/><rect x="{left}" width="{right}" height="20" fill="{colour}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="6" y="14">{label}</text><text x="{left}" dx="5" y="14">{value}</text></g>
</svg>
"""


def coverage(pages: Sequence[PageStaleness]) -> dict[str, dict[str, int]]:
    """Return the number of pages, sentences and words of a language, by state. Sentences that are new in the original
    are missing; other changed ones are stale.
    """
    states = Counter(page.state for page in pages)
    total = sum(page.sentences for page in pages)
    stale = sum(page.count("changed") for page in pages)
    missing = sum(page.sentences if page.state == "missing" else page.count("added") for page in pages)
    unknown = sum(page.sentences for page in pages if page.state == "unknown")
    return {
        "pages": {"original": len(pages) - states["deleted"], **{state: states[state] for state in _STATES}},
        "sentences": {
            "original": total,
            "fresh": max(0, total - stale - missing - unknown),
            "stale": stale,
            "missing": missing,
            "unknown": unknown,
        },
        "words": {
            "original": sum(page.words for page in pages),
            "stale": sum(page.words_to_do for page in pages if page.state != "missing"),
            "missing": sum(page.words for page in pages if page.state == "missing"),
        },
    }


def _folders(pages: Sequence[PageStaleness]) -> dict[str, list[PageStaleness]]:
    """Return the pages by the folder of their originals, in order."""
    folders = grouped(pages, lambda page: dirname(page.original) or ".")
    return dict(sorted(folders.items()))


def _rows(staleness: RepositoryStaleness) -> Iterator[list[str]]:
    for locale, pages in staleness.pages.items():
        yield [locale, *_cells(pages)]


def _cells(pages: Sequence[PageStaleness]) -> Iterator[str]:
    figures = coverage(pages)
    for of in ("pages", "sentences"):
        yield from (f"{figures[of][name]:,}" for name in ("original", "fresh", "stale", "missing"))
    yield f"{figures['words']['stale'] + figures['words']['missing']:,}"


def _to_do(pages: Sequence[PageStaleness]) -> list[PageStaleness]:
    """Return the pages that are not fresh, most words first and stale ones before missing ones."""
    listed = [page for page in pages if page.state in ("stale", "deleted", "missing")]
    return sorted(listed, key=lambda page: (page.state == "missing", -page.words_to_do, page.path))


def _head(page: PageStaleness) -> str:
    """Return the text shown next to a page's name."""
    if page.state == "missing":
        return f"missing: {page.sentences:,} sentences, {page.words:,} words"
    if page.state == "deleted":
        return f"its original {page.original} was deleted in {_commit(page.last_seen)}"
    count, words = len(page.changes), page.words_to_do
    if page.is_catalogue:
        fuzzy, untranslated = page.count("changed"), page.count("added")
        return f"{fuzzy:,} fuzzy and {untranslated:,} untranslated of {page.sentences:,} units, {words:,} words to do"
    has_seen = f"has seen {page.original} of {_commit(page.last_seen)}"
    if not count:
        return f"marked as outdated; {has_seen}"
    marked = " (its mark)" if page.is_marked else ""
    return f"{count:,} {'change' if count == 1 else 'changes'}, {words:,} words to do; {has_seen}{marked}"


def _commit(commit: Commit | None) -> str:
    if commit is None:
        return "uncommitted changes"
    return f"{commit.sha[:9]} ({commit.date})" if commit.date else commit.sha[:9]


def _shown_changes(page: PageStaleness) -> Iterator[tuple[StaleSentence, str, str]]:
    """Yield the changes to list, each with its cause and the commit's subject; untranslated units are only counted."""
    for change, commit in zip(page.changes, page.commits, strict=True):
        if not page.is_catalogue:
            yield change, f"{change.kind} in {_commit(commit)}", f" {commit.subject}" if commit else ""
        elif change.kind == "changed":
            yield change, "fuzzy", ""


def _place(change: StaleSentence, page: PageStaleness) -> str:
    if change.translation_line:
        return f"line {change.translation_line}"
    return f"line {change.line} of {page.original}"


def text(staleness: RepositoryStaleness, limit: int) -> str:
    """Return the report as a table of the languages, and the pages with most words to do, with their sentences."""
    rows = [list(_COLUMNS), *_rows(staleness)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if not i else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    for locale, pages in staleness.pages.items():
        listed = _to_do(pages)
        for page in listed[:limit]:
            lines += ["", printable(f"{page.path}: {_head(page)}")]
            for change, cause, subject in _shown_changes(page):
                lines.append(printable(f"  {cause}{subject}: {_place(change, page)}"))
                lines += [f"    {printable(line)}" for line in _signed(change, locale, _WIDTH)]
        if len(listed) > limit:
            lines += ["", f"{locale}: {len(listed) - limit:,} more pages; --limit lists more, --format json all"]
    return encodable("".join(f"{line}\n" for line in lines))


def _signed(change: StaleSentence, sign: str, width: int = 0) -> list[str]:
    """Return the lines of a change: old, new and translation. With a width, lines are cut and only a few are shown."""
    lines: list[str] = []
    for mark, words in (("-", change.old), ("+", change.new), (sign, change.translation)):
        text_lines = [f"{mark} {line}" for line in words.splitlines()]
        lines += text_lines[: _LINES if width else None]
        if width and len(text_lines) > _LINES:
            lines.append(f"{mark} …")
    return [line if not width or len(line) <= width else f"{line[: width - 1]}…" for line in lines]


def markdown(staleness: RepositoryStaleness, limit: int) -> str:
    """Return the report for an issue: the table, and a list of tasks."""
    parts = [table(_COLUMNS, _rows(staleness))]
    folders = {locale: _folders(pages) for locale, pages in staleness.pages.items()}
    if any(len(pages_of) > 1 for pages_of in folders.values()):
        rows = [
            [locale, escaped(printable(folder)), *_cells(pages)]
            for locale, pages_of in folders.items()
            for folder, pages in pages_of.items()
        ]
        parts.append(table([_COLUMNS[0], "folder", *_COLUMNS[1:]], rows))
    for locale, pages in staleness.pages.items():
        listed = _to_do(pages)
        lines = [f"### {locale}", ""] if listed else []
        for page in listed[:limit]:
            lines.append(f"- [ ] **{escaped(page.path)}**: {escaped(_head(page))}")
            for change, cause, _ in _shown_changes(page):
                lines += ["", f"  {escaped(cause)}, {escaped(_place(change, page))}", ""]
                lines += ["  ```diff", *(f"  {printable(line)}" for line in _signed(change, "=")), "  ```"]
        if len(listed) > limit:
            lines += ["", f"{len(listed) - limit:,} more pages."]
        parts.append("".join(f"{line}\n" for line in lines))
    return encodable("\n".join(filter(None, parts)))


def json_text(staleness: RepositoryStaleness) -> str:
    """Return the report as JSON, with every page that is not fresh and what each has seen."""
    languages = [
        {
            "locale": locale,
            **coverage(pages),
            "folders": {folder: coverage(inside) for folder, inside in _folders(pages).items()},
            "translations": [_page(page) for page in pages],
        }
        for locale, pages in staleness.pages.items()
    ]
    report = {
        "head": staleness.head,
        "shallow": staleness.is_shallow,
        "languages": languages,
        "remarks": staleness.remarks,
    }
    return encodable(json.dumps(report, ensure_ascii=False, indent=2) + "\n")


def _page(page: PageStaleness) -> dict[str, Any]:
    changes = [
        {**asdict(change), "commit": commit.sha if commit else None}
        for change, commit in zip(page.changes, page.commits, strict=True)
    ]
    return {
        "path": page.path,
        "original": page.original,
        "state": page.state,
        "sentences": page.sentences,
        "words": page.words,
        "words_to_do": page.words_to_do,
        "seen": page.last_seen.sha if page.last_seen else None,
        "seen_date": page.last_seen.date if page.last_seen else None,
        "seen_commits": [commit.sha for commit in page.seen_commits],
        "unseen_commits": list(dict.fromkeys(commit.sha for commit in page.commits if commit)),
        "marked": page.is_marked,
        "marked_outdated": page.marked_outdated,
        "changes": changes,
    }


def badge(staleness: RepositoryStaleness) -> str:
    """Return an SVG badge with the share of up-to-date sentences of each language."""
    figures = {locale: coverage(pages)["sentences"] for locale, pages in staleness.pages.items()}
    shares = {locale: counts["fresh"] / max(1, counts["original"]) for locale, counts in figures.items()}
    label, value = "translated", ", ".join(f"{locale} {int(100 * share)} %" for locale, share in shares.items())
    least = min(shares.values())
    colour = "#3c873a" if least >= 0.9 else "#b58900" if least >= 0.5 else "#c0392b"
    left, right = 7 * len(label) + 10, 7 * len(value) + 10  # a letter is about 7 wide
    return _SVG.format(label=label, value=value, colour=colour, left=left, right=right, width=left + right)
