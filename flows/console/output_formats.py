"""Output formats: what `check`, `glossary export` and `review packet` can write, under the names that users give.

What writes a format is imported when it writes, so that --help answers at once.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from glossary.desk.report.check_report import Report
    from glossary.exchange.provenance import GlossaryUsage
    from glossary.termbase.termbase import Termbase

PacketFormat = Literal["html", "xlsx", "xliff", "tmx", "tbx", "tab"]
PACKET_FORMATS: tuple[PacketFormat, ...] = get_args(PacketFormat)

_PIPE_WIDTH = 120  # columns where no terminal says its own


class ReportFormat(NamedTuple):
    """A format of the report of `check`."""

    note: str  # after its name in --help
    write: Callable[[Report], str]
    is_complete: bool = False  # neutral and doubtful findings too, without --all
    is_new: bool = False  # without --all no findings that are known or silenced, which other formats count alone


class ExportFormat(NamedTuple):
    """A format of the glossary: in English and one language, or in all languages."""

    note: str  # after its name in --help
    write: Callable[[Termbase, str | None, GlossaryUsage | None], str | bytes]
    readers: Callable[[str | None], str] = lambda lang: ""  # what is said of the file that was written
    has_uses: bool = False  # says how a build uses the glossary


TrainingFormat = Literal["jsonl", "moses", "tmx"]
TRAINING_FORMATS: Mapping[TrainingFormat, str] = {  # with what --help says of each
    "jsonl": "JSON lines with terms and their places, default",
    "moses": "two plain texts, aligned by line",
    "tmx": "TMX 1.4b",
}


def help_of(formats: Mapping[str, ReportFormat] | Mapping[str, ExportFormat]) -> str:
    """Return the help text of the formats."""
    *others, last = (f"{name} ({entry.note})" if entry.note else name for name, entry in formats.items())
    return f"output format: {', '.join(others)} or {last}"


def _report_text(report: Report) -> str:
    from glossary.desk.report.text import text

    is_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else _PIPE_WIDTH
    return text(report, width, colour=is_terminal and "NO_COLOR" not in os.environ)


def _writer(name: str) -> Callable[[Report], str]:
    """Return a writer that is named as `module:function` of `glossary.desk.report`, imported when it is called."""
    module, function = name.split(":")
    return lambda report: str(getattr(import_module(f"glossary.desk.report.{module}"), function)(report))


TERMINAL_FORMAT = "text"  # as wide and as colourful as the terminal that it is printed on
REPORT_FORMATS = {
    TERMINAL_FORMAT: ReportFormat("default", _report_text),
    "json": ReportFormat("", _writer("json:json_object"), is_complete=True),
    "sarif": ReportFormat("SARIF 2.1.0", _writer("sarif:sarif"), is_new=True),
    "github": ReportFormat("workflow annotations", _writer("github:github")),
    "gitlab": ReportFormat("Code Quality", _writer("gitlab:gitlab")),
    "junit": ReportFormat("", _writer("junit:junit")),
    "markdown": ReportFormat("summary of a job", _writer("markdown_summary:markdown")),
    "rdjsonl": ReportFormat("reviewdog", _writer("rdjsonl:rdjsonl")),
}


def _glossary_csv(termbase: Termbase, lang: str | None, usage: GlossaryUsage | None) -> bytes:
    from glossary.exchange.entry_tables.entry_rows import csv_bytes

    return csv_bytes(termbase, usage)


def _glossary_xlsx(termbase: Termbase, lang: str | None, usage: GlossaryUsage | None) -> bytes:
    from glossary.exchange.entry_tables.entries_xlsx import entries_xlsx

    return entries_xlsx(termbase)


def _glossary_html(termbase: Termbase, lang: str | None, usage: GlossaryUsage | None) -> str:
    from glossary.exchange.html import page

    return page(termbase, usage)


def _glossary_tbx(termbase: Termbase, lang: str | None, usage: GlossaryUsage | None) -> bytes:
    from glossary.exchange.tbx import tbx_bytes

    return tbx_bytes(termbase, lang) if lang else tbx_bytes(termbase, "", 3, usage)


def _tbx_readers(lang: str | None) -> str:
    if lang:
        return "TBX version 2, which OmegaT, translate-toolkit and Weblate read"
    return (
        "TBX version 3 (ISO 30042:2019), for termbases that follow the standard; "
        "OmegaT 3.6, translate-toolkit and Weblate refuse it and read version 2: choose a language with --for"
    )


def _glossary_tab(termbase: Termbase, lang: str | None, usage: GlossaryUsage | None) -> str:
    from glossary.exchange.tool_tables import tab_lines

    return tab_lines(termbase, str(lang))


def _glossary_crowdin(termbase: Termbase, lang: str | None, usage: GlossaryUsage | None) -> bytes:
    from glossary.exchange.tool_tables import crowdin_csv

    return crowdin_csv(termbase)


def _glossary_weblate(termbase: Termbase, lang: str | None, usage: GlossaryUsage | None) -> bytes:
    from glossary.exchange.tbx import weblate_tbx

    return weblate_tbx(termbase, str(lang))


EXPORT_FORMATS = {
    "html": ExportFormat("one searchable page, default", _glossary_html, has_uses=True),
    "csv": ExportFormat("a row for each form, to edit and import", _glossary_csv, has_uses=True),
    "xlsx": ExportFormat("the same as a workbook", _glossary_xlsx),
    "tbx": ExportFormat(
        "TBX version 2 with --for, which OmegaT, translate-toolkit and Weblate read, "
        "else version 3, for termbases that follow the standard",
        _glossary_tbx,
        _tbx_readers,
        has_uses=True,
    ),
    "tab": ExportFormat("OmegaT glossary; FILE should end in .utf8 or .txt", _glossary_tab),
    "crowdin": ExportFormat("CSV with Crowdin's columns and statuses", _glossary_crowdin),
    "weblate": ExportFormat("TBX of one language with Weblate's forbidden translations", _glossary_weblate),
}
