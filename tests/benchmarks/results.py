"""RESULTS.md: what `make bench` measured, one section for each benchmark, and the tables that pages show of it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).with_name("RESULTS.md")
_KEPT, _MEASURED = ROOT / "README.md", ROOT / "flows/docs/site/en/how-it-decides/measured.md"

_HEAD = "# Results\n\n*Written by `make bench`; do not edit.*\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table: names to the left, figures to the right."""
    rule = "| --- |" + " ---: |" * (len(head) - 1)
    return "\n".join(["| " + " | ".join(head) + " |", rule, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def record(title: str, body: str) -> None:
    """Put a section into RESULTS.md, in place of the one of this title."""
    sections = {**_sections(), title: body}
    joined_sections = "".join(f"\n## {name}\n\n{text.strip()}\n" for name, text in sorted(sections.items()))
    RESULTS.write_text(_HEAD + joined_sections, encoding="utf-8")


def record_costs(title: str, body: str) -> None:
    """Put a section of times or sizes into RESULTS.md, with the day, the command and how busy the machine was."""
    module = os.environ["PYTEST_CURRENT_TEST"].partition("::")[0]
    busy = f"{os.getloadavg()[1]:.1f} processes at work on {os.cpu_count()} cores"
    record(
        title, f"{body.strip()}\n\n*{date.today().isoformat()}, `python -m pytest -m bench -n0 -s {module}`, {busy}.*"
    )


def section(title: str) -> str:
    """The body of a section of RESULTS.md."""
    return _sections()[title]


def _sections() -> dict[str, str]:
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    _, *parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], (part.strip() + "\n" for part in parts[1::2]), strict=True))


def first_table(text: str) -> str:
    """The first table of a Markdown text."""
    match = re.search(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    return match.group() if match else ""


def shown(name: str) -> str:
    """What stands between the marks of this name, on the page that has them."""
    begin, end = _marks(name)
    _, _, rest = _page(name).read_text(encoding="utf-8").partition(begin)
    return rest.partition(end)[0]


def show(name: str, text: str) -> None:
    """Put a text between the marks of this name."""
    begin, end = _marks(name)
    page = _page(name)
    before, mark, rest = page.read_text(encoding="utf-8").partition(begin)
    _, stop, after = rest.partition(end)
    if not (mark and stop):
        raise ValueError(f"{page}: the marks {begin.strip()} and {end.strip()} are gone; put them back")
    page.write_text(f"{before}{mark}{text}{stop}{after}", encoding="utf-8")


def _page(name: str) -> Path:
    return _KEPT if name == "kept" else _MEASURED


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name}: written by `make bench` -->\n", f"<!-- /{name} -->\n"
