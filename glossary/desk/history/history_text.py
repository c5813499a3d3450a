"""A history as text: the figures of builds as sparklines and a table, the series of one subject, and data."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from corpus.languages import NAMES
from corpus.vocabularies import FINDING_SEVERITY
from glossary.desk.history.build_series import DOCUMENT_SET, FORM, RENDERING, RULE, SeriesKey
from glossary.desk.history.history_entry import HistoryEntry
from glossary.desk.report.wording import clip_to_width, flat, padded

_BARS = "▁▂▃▄▅▆▇█"
_WIDTH = 40  # bars


def sparkline(values: Sequence[float]) -> str:
    """Return the values as bars, scaled from the smallest to the largest, and thinned if too many."""
    values = thinned(values, _WIDTH)
    low, high = min(values, default=0.0), max(values, default=0.0)
    if high == low:
        return (_BARS[0] if high == 0 else _BARS[3]) * len(values)
    return "".join(_BARS[round((value - low) / (high - low) * (len(_BARS) - 1))] for value in values)


def thinned(values: Sequence[float], most: int) -> Sequence[float]:
    """Return at most `most` values: the last of each of equal stretches, so that the final one is included."""
    if len(values) <= most:
        return values
    return [values[(number + 1) * len(values) // most - 1] for number in range(most)]


_FIGURES = {
    "documents": "documents",
    "characters": "characters",
    "findings": "findings",
    "findings.critical": "critical findings",
    "findings.major": "major findings",
}
_LANGUAGE_FIGURES = {
    "documents": "documents",
    "findings": "findings",
    "success": "in the right form",
    "accuracy": "in an allowed form",
    "consistency": "in the leading form",
    "penalty_per_1000": "points per 1,000 characters",
}
_GROUPS = {
    FORM: "forms of the glossary in the texts",
    RENDERING: "what stands for the English",
    RULE: "findings",
    DOCUMENT_SET: "documents",
}
SHARES = ("success", "accuracy", "consistency", "aligned")
_LABEL = 38  # columns of a name

Course = tuple[SeriesKey, Sequence[float]]


def builds_text(entries: Sequence[HistoryEntry], lang: str | None, limit: int) -> str:
    """Return the figures of builds over time, and a table of the last ones; with `lang`, those of a language."""
    lines = [f"{_period(entries)}:", ""]
    measured = [entry for entry in entries if entry.figures]  # the others are of another version
    for name, label in _labels(measured, lang).items() if measured else ():
        values = [entry.figures.get(name) for entry in measured]
        lines.append(_course_line(label, [0.0 if value is None else value for value in values], name.split(".")[0]))
    listed = entries[len(entries) - min(limit, len(entries)) :]
    if listed:
        lines += ["", *_table(listed, lang)]
    if len(listed) < len(entries):
        lines += ["", f"… and {len(entries) - len(listed):,} earlier"]
    return "\n".join(lines) + "\n"


def subject_text(subject: str, courses: Iterable[Course], entries: Sequence[HistoryEntry], limit: int) -> str:
    """Return the series of a subject over time, by language, the largest first; at most `limit` per group."""
    groups: dict[tuple[str, str], list[Course]] = {}
    for key, values in courses:
        groups.setdefault((key.kind, key.lang), []).append((key, values))
    lines = [f"{flat(subject)}, {_period(entries)}"]
    order = list(_GROUPS)
    for (kind, lang), group in sorted(groups.items(), key=lambda item: (order.index(item[0][0]), item[0][1])):
        lines += ["", f"{NAMES.get(lang, lang)}, {_GROUPS[kind]}:"]
        if kind != DOCUMENT_SET:
            group.sort(key=lambda course: (-course[1][-1], -max(course[1]), course[0]))
        lines += [_course_line(_label(key), values, key.measure) for key, values in group[:limit]]
        if len(group) > limit:
            lines.append(f"  … and {len(group) - limit:,} more")
    return "\n".join(lines) + "\n"


def _period(entries: Sequence[HistoryEntry]) -> str:
    first, last = entries[0].created[:10], entries[-1].created[:10]
    builds = "1 build" if len(entries) == 1 else f"{len(entries):,} builds"
    return f"{builds}, {first}" if first == last else f"{builds}, {first} to {last}"


def _labels(entries: Sequence[HistoryEntry], lang: str | None) -> dict[str, str]:
    """Return the labels of the listed figures, by name: those that the last build has."""
    names = dict(_FIGURES) if lang is None else {}
    for code in [lang] if lang else NAMES:
        names |= {f"{name}.{code}": f"{NAMES[code]}: {label}" for name, label in _LANGUAGE_FIGURES.items()}
    return {name: label for name, label in names.items() if name in entries[-1].figures}


def _label(key: SeriesKey) -> str:
    if key.kind == DOCUMENT_SET:
        return key.measure
    form = key.form or "(left out)"
    return f"{flat(form)} ({key.measure})"


def _course_line(label: str, values: Sequence[float], measure: str) -> str:
    first, last = (_number(value, measure) for value in (values[0], values[-1]))
    change = last if len(values) == 1 else f"{first} → {last}"
    return f"  {padded(clip_to_width(label, _LABEL), _LABEL)} {sparkline(values)}  {change}"


def _number(value: float, measure: str) -> str:
    if measure in SHARES:
        return f"{value:.2%}"
    return f"{value:,.0f}" if value == round(value) and measure != "penalty_per_1000" else f"{value:,.2f}"


def _table(entries: Sequence[HistoryEntry], lang: str | None) -> Iterator[str]:
    suffix = f".{lang}" if lang else ""
    heads = f"{'build':<12}  {'made (UTC)':<16} {'documents':>10} {'findings':>9} {'change':>7}"
    has_earlier = any(entry.number > 1 for entry in entries)
    yield f"  {'':>5} {heads}{'   since the build before' if has_earlier else ''}"
    for entry in reversed(entries):
        documents, findings = (  # a dash where the build could not be measured
            f"{entry.figures.get(name + suffix, 0):,.0f}" if entry.figures else "–"
            for name in ("documents", "findings")
        )
        new, fixed = _by_severity(entry.new_findings), _by_severity(entry.fixed_findings)
        since = "; ".join([f"new {new}"] * bool(new) + [f"gone {fixed}"] * bool(fixed))
        change = entry.difference.get(f"findings{suffix}", 0)
        yield (
            f"  {entry.number:>5} {entry.build_id:<12}  {entry.created[:16].replace('T', ' '):<16} {documents:>10} "
            f"{findings:>9} {f'{change:+,.0f}' if change else '':>7}   {since}"
        ).rstrip()


def _by_severity(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{counts[severity]:,} {severity}" for severity in FINDING_SEVERITY if counts.get(severity))


_BUILD = ("number", "build_id", "created")


def builds_json(entries: Sequence[HistoryEntry]) -> str:
    """Return a JSON list with one object per build: all that the history keeps of it."""
    return json.dumps([asdict(entry) for entry in entries], ensure_ascii=False, indent=1) + "\n"


def builds_csv(entries: Sequence[HistoryEntry]) -> str:
    """Return CSV with a row of figures for each build."""
    names = list(dict.fromkeys(name for entry in entries for name in entry.figures))
    rows = [[*_build(entry), *(entry.figures.get(name, "") for name in names)] for entry in entries]
    return _csv([[*_BUILD, *names], *rows])


def subject_json(courses: Iterable[Course], entries: Sequence[HistoryEntry]) -> str:
    """Return a JSON object with the builds, and the series with one value per build."""
    content = {
        "builds": [dict(zip(_BUILD, _build(entry), strict=True)) for entry in entries],
        "series": [{**key._asdict(), "values": list(values)} for key, values in courses],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def subject_csv(courses: Iterable[Course], entries: Sequence[HistoryEntry]) -> str:
    """Return CSV with a row for each series and build."""
    head = ["kind", "subject", "lang", "form", "measure", *_BUILD, "value"]
    rows = [
        [*key, *_build(entry), value] for key, values in courses for entry, value in zip(entries, values, strict=True)
    ]
    return _csv([head, *rows])


def _build(entry: HistoryEntry) -> list[Any]:
    return [entry.number, entry.build_id, entry.created]


def _csv(rows: Iterable[Iterable[Any]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()


NAME = "history"  # by which the page takes it; no build has this id
_MOST = 120  # builds that a sparkline has room for


def history_script(entries: Sequence[HistoryEntry]) -> str:
    """Return a script that hands the ids, days and figures of the last builds to the page that loads it."""
    from glossary.desk.report.web.volumes import embedded  # with the modules of the page, half a second

    listed = entries[-_MOST:]
    names = sorted(set().union(*(entry.figures for entry in listed)) if listed else ())
    value = {
        "builds": [[entry.build_id, entry.created[:10]] for entry in listed],
        "figures": {name: [entry.figures.get(name) for entry in listed] for name in names},
    }
    return f'taiyaku("{NAME}", "{NAME}", {embedded(value)});\n'
