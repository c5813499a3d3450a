"""What can be written is said once: the command line, settings and Prefect's forms offer what there is a writer for."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.command_line.argument_parser import parser
from flows.console.output_formats import EXPORT_FORMATS, PACKET_FORMATS, REPORT_FORMATS, help_of
from flows.reviewing.packets import _FILES
from glossary.desk.report.check_report import Report


def test_packets_have_a_file_for_every_format():
    assert tuple(_FILES) == PACKET_FORMATS
    endings = [file.ending for file in _FILES.values()]
    assert len(set(endings)) == len(endings)


def test_help_lists_the_formats():
    assert help_of(REPORT_FORMATS) == (
        "output format: text (default), json, sarif (SARIF 2.1.0), github (workflow annotations), gitlab (Code Quality), "
        "junit, markdown (summary of a job) or rdjsonl (reviewdog)"
    )
    assert help_of(EXPORT_FORMATS) == (
        "output format: html (one searchable page, default), csv (a row for each form, to edit and import), "
        "xlsx (the same as a workbook), tbx (TBX version 2 with --for, which OmegaT, translate-toolkit and Weblate read, "
        "else version 3, for termbases that follow the standard), tab (OmegaT glossary; FILE should end in .utf8 or .txt), "
        "crowdin (CSV with Crowdin's columns and statuses) or weblate (TBX of one language with Weblate's forbidden "
        "translations)"
    )


@pytest.mark.parametrize("name", REPORT_FORMATS)
def test_command_line_takes_every_report_format(name: str):
    assert parser().parse_args(["check", "--format", name]).format == name


@pytest.mark.parametrize("name", REPORT_FORMATS)
def test_every_report_format_has_a_writer(name: str):
    assert isinstance(REPORT_FORMATS[name].write(Report(())), str)


@pytest.mark.parametrize("name", EXPORT_FORMATS)
def test_command_line_takes_every_export_format(name: str):
    assert parser().parse_args(["glossary", "export", "file", "--format", name]).format == name


@pytest.mark.parametrize("name", sorted(REPORT_FORMATS.keys() - {"text"}))
def test_command_line_takes_a_file_for_every_report_format_of_programs(name: str):
    arguments = parser().parse_args(["check", "--output", f"{name}=a=b", "--output", "json=c"])
    assert arguments.outputs == [(name, Path("a=b")), ("json", Path("c"))]


@pytest.mark.parametrize("text", ["text=a", "sarif", "sarif=", "pdf=a", "=a", ""])
def test_command_line_says_which_formats_files_have(text: str, capfd: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit, match="2"):
        parser().parse_args(["check", "--output", text])
    error = capfd.readouterr().err
    assert (
        f"{text!r} is not a format with a file; give one of json, sarif, " in error and "sarif=taiyaku.sarif" in error
    )
