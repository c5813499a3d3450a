"""`taiyaku history`: the figures of all builds of a folder, or the series of a concept, a rule or a document set."""

from __future__ import annotations

import argparse
import sys

import pyarrow as pa
import pyarrow.compute as pc

from corpus.text.printable import printable, quote_text
from flows.console.exit_status import FINE
from flows.files import history_folder
from flows.files.history_folder import BuildHistory
from flows.options.settings import Settings
from glossary.desk.history import history_text
from glossary.desk.history.build_series import courses
from glossary.desk.history.history_entry import HistoryError
from glossary.desk.history.history_text import Course


def show_history(options: argparse.Namespace, settings: Settings) -> int:
    """Print the history of a folder of builds; raises HistoryError where there is none, or nothing of the subject."""
    out = settings.build.out
    history = history_folder.read(out)
    if not history.entries:
        raise HistoryError(f"{printable(out)}: no history there yet; `taiyaku build` begins one")
    entries = history.entries
    if options.subject is None:
        if options.format == "text":
            text = history_text.builds_text(entries, options.lang, options.limit)
        else:
            text = (history_text.builds_json if options.format == "json" else history_text.builds_csv)(entries)
    else:
        found_courses = _courses(history, options, settings)
        if options.format == "text":
            text = history_text.subject_text(options.subject.rstrip("/"), found_courses, entries, options.limit)
        else:
            write = history_text.subject_json if options.format == "json" else history_text.subject_csv
            text = write(found_courses, entries)
    sys.stdout.write(text)
    return FINE


def _courses(history: BuildHistory, options: argparse.Namespace, settings: Settings) -> list[Course]:
    """Return the series of a subject, ordered by key; raises HistoryError if no build has any."""
    changes = _changes_of(history, options, settings)
    if options.lang:
        changes = changes.filter(pc.equal(changes["lang"], options.lang))
    if not changes.num_rows:
        within = f" in {options.lang}" if options.lang else ""
        raise HistoryError(f"{quote_text(options.subject)}: no build of this history has any use of it{within}")
    return sorted(courses(changes, history.numbers).items())


def _changes_of(history: BuildHistory, options: argparse.Namespace, settings: Settings) -> pa.Table:
    """Return the changes of a subject, given by its name or by a form in the builds or the glossary."""
    name = options.subject.rstrip("/")  # of a folder
    changes = history.changes(pc.field("subject") == name)
    if changes.num_rows:
        return changes
    concepts = history.changes((pc.field("form") == name) & pc.field("kind").isin(["form", "rendering"]))["subject"]
    if not len(concepts):
        from flows.options.termbase_cache import glossary  # with all entries, a second
        from glossary.termbase.display import look_up

        termbase = glossary(settings.glossary.layers, settings.glossary.only)
        concepts = pa.array([concept.id for concept in look_up(termbase, name)])
    return history.changes(pc.field("subject").isin(concepts.unique()))
