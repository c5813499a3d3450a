"""The difference of a build from the previous one of the same sources, in figures, documents and findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus.storage import parquet, store
from corpus.text.printable import printable
from corpus.vocabularies import FindingState
from flows.options.options import AlarmOptions
from glossary.desk.history.build_series import standing_findings
from glossary.desk.report.wording import counted
from glossary.findings.from_table import not_among

CRITICAL = "critical"
_COLUMNS = ["finding_id", "rule", "severity", "confidence", "doc_id", "surface", "message", "state"]
_GRAVE = ("findings.critical", "findings.major")
_MOVED = 0.005  # of a share
_NAMED = 5  # documents and findings that a text lists
FiguresOfBuilds = Mapping[str, Mapping[str, float]]  # build → figure → value


class Figure(NamedTuple):
    """A figure of two builds."""

    before: float
    after: float

    @property
    def change(self) -> float:
        """The relative change; 1 if the figure was zero."""
        return abs(self.after - self.before) / self.before if self.before else float(self.after != 0)


class QuarantinedFile(NamedTuple):
    """A file that a build could not read."""

    path: str
    reason: str


class NewFinding(NamedTuple):
    """A finding that the previous build did not have."""

    finding_id: str
    rule: str
    severity: str
    confidence: float
    path: str
    surface: str
    message: str


@dataclass(frozen=True, slots=True)
class BuildDifference:
    """The changes from one build to the next."""

    before: str  # the build before
    created: str  # when it was made, UTC
    figures: dict[str, Figure]  # by name, such as documents.zh; none where the history has none of the build before
    added: tuple[str, ...]  # paths of documents
    removed: tuple[str, ...]
    edited: tuple[str, ...]
    quarantined: tuple[QuarantinedFile, ...]  # that the build before did not quarantine
    readable: tuple[str, ...]  # paths that the build before had quarantined
    new_findings: int
    gone_findings: int
    new_criticals: tuple[NewFinding, ...]  # of the new ones, those that no reviewer has accepted


def difference(before: Path, after: Path, figures: FiguresOfBuilds) -> BuildDifference | None:
    """Return what changed between two builds by files and history; None if sources differ or one cannot be read."""
    first, second = store.read_manifest(before), store.read_manifest(after)
    if first is None or second is None or first.get("sources") != second.get("sources"):
        return None
    try:
        return _difference(before, first, after, second, figures)
    except (KeyError, TypeError, OSError, ValueError):  # of another version, or damaged
        return None


def _difference(
    before: Path, first: dict[str, Any], after: Path, second: dict[str, Any], figures: FiguresOfBuilds
) -> BuildDifference:
    old_inputs, new_inputs = _by_path(first["inputs"]), _by_path(second["inputs"])
    old_good, new_good = _readable(old_inputs), _readable(new_inputs)
    old_figures, new_figures = (figures.get(str(manifest["build_id"]), {}) for manifest in (first, second))
    old_findings, new_findings = _standing(before, ["finding_id", "state"]), _standing(after, _COLUMNS)
    fresh = not_among(new_findings, old_findings)
    return BuildDifference(
        before=str(first["build_id"]),
        created=str(first["created"]),
        figures={
            name: Figure(old_figures.get(name, 0), new_figures.get(name, 0))
            for name in ({**old_figures, **new_figures} if old_figures and new_figures else ())
        },
        added=tuple(sorted(new_good.keys() - old_inputs.keys())),
        removed=tuple(sorted(old_good.keys() - new_inputs.keys())),
        edited=tuple(sorted(path for path in new_good.keys() & old_good.keys() if old_good[path] != new_good[path])),
        quarantined=tuple(
            QuarantinedFile(path, str(entry["reason"]))
            for path, entry in sorted(new_inputs.items())
            if entry["status"] != "ok" and (path not in old_inputs or old_inputs[path]["status"] == "ok")
        ),
        readable=tuple(sorted(path for path in new_good if old_inputs.get(path, {}).get("status", "ok") != "ok")),
        new_findings=fresh.num_rows,
        gone_findings=not_among(old_findings, new_findings).num_rows,
        new_criticals=_criticals(after, fresh),
    )


def lines(changes: BuildDifference) -> list[str]:
    """Return the difference as readable lines, most severe first, figures last; empty if nothing changed."""
    output = []
    for finding in changes.new_criticals[:_NAMED]:
        output.append(printable(f"  new critical finding: {finding.path}: {finding.rule} {finding.message}"))
    if len(changes.new_criticals) > _NAMED:
        output.append(f"  … and {len(changes.new_criticals) - _NAMED:,} more critical findings that are new")
    for file in changes.quarantined[:_NAMED]:
        output.append(printable(f"  newly quarantined: {file.path}: {file.reason}"))
    if len(changes.quarantined) > _NAMED:
        output.append(f"  … and {len(changes.quarantined) - _NAMED:,} more files newly quarantined")
    for word, paths in (
        ("added", changes.added),
        ("removed", changes.removed),
        ("edited", changes.edited),
        ("readable again", changes.readable),
    ):
        if paths:
            output.append(f"  {word}: {_path_list(paths)}")
    if changes.new_findings or changes.gone_findings:
        output.append(f"  findings: {changes.new_findings:,} new, {changes.gone_findings:,} gone")
    changed = [
        f"{name} {_text(f.before)} → {_text(f.after)}" for name, f in changes.figures.items() if _is_told(name, f)
    ]
    if changed:
        output.append(f"  figures: {', '.join(changed)}")
    return [f"Since build {changes.before} of {changes.created}:", *output] if output else []


def _is_told(name: str, figure: Figure) -> bool:
    """Return whether a changed figure deserves mention: totals, counts of severe findings, shares that moved."""
    if max(figure) <= 1 and figure != (0, 1):
        return abs(figure.after - figure.before) >= _MOVED
    return figure.change > 0 and ("." not in name or name in _GRAVE)


def _path_list(paths: tuple[str, ...]) -> str:
    names = printable(", ".join(paths[:_NAMED]))
    return f"{len(paths):,} ({names}{', …' if len(paths) > _NAMED else ''})"


def _text(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:.3f}"


def _by_path(inputs: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {str(entry["path"]): entry for entry in inputs}


def _readable(inputs: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the hashes of the readable files, by path."""
    return {path: str(entry["sha256"]) for path, entry in inputs.items() if entry["status"] == "ok"}


def _standing(build: Path, columns: list[str]) -> pa.Table:
    """Return the standing findings of a build, as its history counts them."""
    return standing_findings(parquet.TableParts(build, "findings", columns))


def _criticals(build: Path, findings: pa.Table) -> tuple[NewFinding, ...]:
    """Return the critical findings that no reviewer has accepted, with the paths of their documents."""
    rows = findings.filter((pc.field("severity") == CRITICAL) & (pc.field("state") != FindingState.ACCEPTED.value))
    if not rows.num_rows:
        return ()
    documents = parquet.read_table(build, "documents", ["doc_id", "path"])
    paths = dict(zip(documents["doc_id"].to_pylist(), documents["path"].to_pylist(), strict=True))
    new_rows = rows.drop_columns(["state"]).to_pylist()
    return tuple(NewFinding(path=paths.get(row.pop("doc_id"), ""), **row) for row in new_rows)


FEW = 20  # below that, a figure that doubles says nothing
_SHARES = ("success.", "accuracy.", "consistency.")  # figures of 1 at most: what they lose is reported
_PENALTIES = "penalty_per_1000."  # less of them is well


class Alarm(NamedTuple):
    """Something about a build that needs a look."""

    kind: str  # quarantined, criticals, drift or delivery
    level: Literal["warn", "fail"]
    message: str


class BuildAlarmError(ValueError):
    """A build is published, but an alarm is to fail the run."""

    exit_status = 1


def alarms(
    unread: Sequence[Mapping[str, str]],
    changes: BuildDifference | None,
    options: AlarmOptions,
    min_confidence: float,
    standing: Sequence[Mapping[str, Any]] = (),
) -> list[Alarm]:
    """Return the alarms of a build: its unreadable files, and what changed since the previous one. A critical finding
    counts from `min_confidence` on. If nothing changed, `standing` are the alarms that the build had when it was
    published.
    """
    levels = {"quarantined": options.on_quarantined, "criticals": options.on_criticals, "drift": options.on_drift}
    messages = {kind: [str(alarm["message"]) for alarm in standing if alarm["kind"] == kind] for kind in levels}
    messages["quarantined"] = list(_quarantined(unread))
    if changes is not None:
        messages["criticals"] = list(_critical_messages(changes, min_confidence))
        messages["drift"] = list(_drift(changes, options.max_drift))
    return [
        Alarm(kind, level, message) for kind, level in levels.items() if level != "off" for message in messages[kind]
    ]


def _quarantined(unread: Sequence[Mapping[str, str]]) -> Iterator[str]:
    if unread:
        first = unread[0]
        yield f"{counted(len(unread), 'file')} quarantined, such as {printable(first['path'])}: {first['reason']}"


def _critical_messages(changes: BuildDifference, min_confidence: float) -> Iterator[str]:
    grave = [finding for finding in changes.new_criticals if finding.confidence >= min_confidence]
    if grave:
        place = f"{grave[0].path}: {grave[0].rule} {grave[0].message}"
        yield f"{counted(len(grave), 'new critical finding')}, such as {place}"


def _drift(changes: BuildDifference, most: float) -> Iterator[str]:
    for name, figure in changes.figures.items():
        is_better = name.startswith(_PENALTIES) and figure.after < figure.before
        if max(figure) >= FEW and figure.change > most and not is_better:
            yield f"{name} went from {figure.before:,.0f} to {figure.after:,.0f}, by more than {most:.0%}"
        elif name.startswith(_SHARES) and figure.after < figure.before and figure.change > most:
            yield f"{name} fell from {figure.before:.0%} to {figure.after:.0%}"
