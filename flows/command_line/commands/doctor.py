"""`taiyaku doctor`: whether builds can run, and what to do where they cannot."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

from corpus.text.printable import printable
from flows.console import error_lines
from flows.console.exit_status import FINE, FOUND
from flows.console.extras import missing_libraries
from flows.console.redaction import redacted
from flows.doctor.diagnosis import Diagnosis, Health, diagnose_configuration, fault, well
from flows.doctor.installation import diagnose_installation
from flows.options.effective_options import project_of
from flows.options.options import AlarmOptions, FolderOptions, GlossaryOptions
from flows.options.settings import CONFIG, Settings, SettingsError, load, overridden

_MARKS = {Health.WELL: "ok", Health.MISSING: "--", Health.WARNING: "?!", Health.FAULT: "!!"}


def diagnose(arguments: argparse.Namespace) -> int:
    """Print the diagnosis; returns 1 if something keeps builds from running."""
    diagnoses = list(_diagnoses(arguments))
    if arguments.format == "json":
        rows = [{**diagnosis._asdict(), "health": diagnosis.health.value} for diagnosis in diagnoses]
        print(
            redacted(json.dumps({"diagnoses": rows, "healthy": not _faults(diagnoses)}, ensure_ascii=False, indent=1))
        )
    else:
        print(redacted("\n".join(_lines(diagnoses))))
    return FOUND if _faults(diagnoses) else FINE


def _diagnoses(arguments: argparse.Namespace) -> Iterator[Diagnosis]:
    yield from diagnose_installation()
    try:
        settings = load(arguments.config)
    except SettingsError as error:
        yield fault("settings", " ".join(str(error).split("\n")), "fix that line; every command stops there")
        settings = Settings()
    else:
        yield well("settings", f"{printable(arguments.config or CONFIG)} can be read, or is not there")
    settings = overridden(settings, (AlarmOptions, FolderOptions, GlossaryOptions), arguments)
    yield from diagnose_configuration(settings)
    if missing_libraries("build"):
        return
    from flows.doctor.output_folder import diagnose_output  # Arrow, which only builds need

    yield from diagnose_output(settings.build.out, settings.alarms.late_hours, arguments.full)
    yield from _server(settings, project_of(arguments.config, settings).name)


def _server(settings: Settings, project: str) -> Iterator[Diagnosis]:
    from flows.prefect_flows import server

    server.prepare()
    from flows.prefect_flows.server_health import diagnose_server  # Prefect takes a second

    try:
        yield from diagnose_server(settings.build.timeout, project)
    except Exception as error:  # noqa: BLE001 (a server of another version may answer anything)
        yield fault("server", error_lines.sentence(error), "see the server's log")


def _faults(diagnoses: Sequence[Diagnosis]) -> list[Diagnosis]:
    return [diagnosis for diagnosis in diagnoses if diagnosis.health is Health.FAULT]


def _lines(diagnoses: Sequence[Diagnosis]) -> Iterator[str]:
    width = max(len(diagnosis.area) for diagnosis in diagnoses)
    for diagnosis in diagnoses:
        yield f"{_MARKS[diagnosis.health]} {diagnosis.area:<{width}}  {diagnosis.message}"
        if diagnosis.remedy:
            yield f"   {'':<{width}}  → {diagnosis.remedy}"
    counts = {health: sum(diagnosis.health is health for diagnosis in diagnoses) for health in Health}
    faults, warnings = counts[Health.FAULT], counts[Health.WARNING]
    if faults or warnings:
        yield f"{faults:,} to fix, {warnings:,} to look at"
    else:
        yield "All is well"
