"""Repository pages in the site: where they come from, and where long ones are split."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from glossary.rules.rule import FAMILIES

_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class Section(NamedTuple):
    """A second-level heading with all that follows it; the heading is empty for the text before the first."""

    heading: str
    text: str

    @property
    def anchors(self) -> list[str]:
        """The anchors of all headings in the section."""
        return [slug(heading) for heading in headings(self.text)]


def slug(heading: str, separator: str = "-") -> str:
    """Return the anchor of a heading as GitHub makes it: lower-case letters, digits, `_` and hyphens."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", separator)


def headings(text: str) -> Iterator[str]:
    """Yield the headings of a page as readers see them, without heading-like lines in code."""
    for line in outside_code(text):
        if match := re.match(r"#{1,6} (.+)", line):
            yield _LINK.sub(r"\1", match[1]).replace("`", "")


def outside_code(text: str) -> Iterator[str]:
    """Yield the lines of a page, with an empty line for each line of a code block."""
    fence = ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if fence:
            fence = "" if match and match[1].startswith(fence) else fence
            yield ""
        elif match:
            fence = match[1]
            yield ""
        else:
            yield line


def sections(text: str) -> list[Section]:
    """Return a page split at its second-level headings; the texts joined are the page."""
    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(outside_code(text)) if line.startswith("## ")]
    cuts = [0, *starts, len(lines)]
    return [
        Section(lines[start][3:].strip() if start in starts else "", "".join(lines[start:end]))
        for start, end in pairwise(cuts)
        if start < end
    ]


# Pages of the site are named by language and place, such as en/reference/rules.md.
WHOLE_PAGES = {
    "CHANGELOG.md": "en/reference/changelog.md",
    "CONTRIBUTING.md": "en/contributing.md",
    "README.md": "en/readme.md",
    "README.zh.md": "zh/readme.md",
    "README.ja.md": "ja/readme.md",
    "flows/editing/README.md": "en/how-to/editors.md",
    "glossary/README.md": "en/reference/entries.md",
    "glossary/desk/report/README.md": "en/reviewing/report.md",
    "outputs/README.md": "en/reference/tables.md",
}
FOLDERS = {"flows/operating": "en/operating"}  # each page in them; README.md is the index
PICTURES = {"glossary/desk/report/screenshots": "en/pictures", "flows/docs/site/pictures": "en/pictures"}
FAMILY_TITLES = {
    "1": "T1: decided by one place",
    "2": "T2: decided by a document or a language",
    "3": "T3: identifiers, names and numbers",
    "4": "T4: spelling and form",
    "5": "T5: what the original says",
    "9": "T9: the check itself",
}


class SitePage(NamedTuple):
    """A page of the site: its place, the file it comes from, and its text with that file's original links."""

    path: str
    source: str
    text: str


def repository_pages(root: Path) -> Iterator[SitePage]:
    """Yield the pages that come from elsewhere in the repository, long ones split."""
    for source, path in WHOLE_PAGES.items():
        yield SitePage(path, source, (root / source).read_text("utf-8"))
    for folder, place in FOLDERS.items():
        for file in sorted((root / folder).glob("*.md")):
            name = "index.md" if file.name == "README.md" else file.name
            yield SitePage(f"{place}/{name}", f"{folder}/{file.name}", file.read_text("utf-8"))
    for source, place_of, title_of in (
        ("flows/README.md", _command_page, _command_title),
        ("glossary/rules/README.md", _rule_page, _rule_title),
    ):
        yield from _cut(source, (root / source).read_text("utf-8"), place_of, title_of)


def _cut(
    source: str, text: str, place_of: Callable[[str], str], title_of: Callable[[str, Section], str]
) -> Iterator[SitePage]:
    texts: dict[str, str] = {}
    for section in sections(text):
        place = place_of(section.heading)
        if place not in texts:
            texts[place] = title_of(place, section)
        texts[place] += section.text
    yield from (SitePage(place, source, page) for place, page in texts.items())


def _command_page(heading: str) -> str:
    if not heading or (heading.startswith("`taiyaku ") and heading != "`taiyaku.toml`"):
        return "en/reference/commands.md"
    if heading in ("`taiyaku.toml`", "Environment", "Exit status"):
        return "en/reference/settings.md"
    return f"en/reference/{slug(heading)}.md"


def _command_title(place: str, section: Section) -> str:
    if not section.heading:
        return ""
    title = "Settings, environment and exit status" if place.endswith("/settings.md") else section.heading
    return f"---\ntitle: {title}\n---\n\n"


def _rule_page(heading: str) -> str:
    number = heading[1:2] if heading[:1] == "T" else ""
    return f"en/reference/rules/t{number}.md" if number in FAMILIES else "en/reference/rules/index.md"


def _rule_title(place: str, section: Section) -> str:
    return f"# {FAMILY_TITLES[section.heading[1]]}\n\n" if section.heading else ""
