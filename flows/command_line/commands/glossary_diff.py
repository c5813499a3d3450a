"""`taiyaku glossary diff`: what edited entries change in a build's mentions."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from corpus.schema import from_table
from corpus.storage import parquet, store
from corpus.text.printable import printable
from flows.command_line.commands.glossary_checks import no_build
from flows.console.exit_status import FINE
from flows.options.settings import Settings
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.loading import load
from glossary.termbase.termbase import Termbase

MentionPlace = tuple[str, int, int, str]  # document, start, end, concept


@dataclass(frozen=True, slots=True)
class MentionUse:
    """A mention, reduced to what a comparison needs."""

    place: MentionPlace
    lang: str
    surface: str
    status: str


@dataclass(frozen=True, slots=True)
class MentionChange:
    """How the mentions of one surface of a concept in a language change."""

    concept_id: str
    lang: str
    surface: str
    kind: str  # gained, lost, or the old and the new status
    count: int
    example: MentionPlace


def difference(before: Iterable[MentionUse], after: Iterable[MentionUse]) -> list[MentionChange]:
    """Return the changes, the most frequent first."""
    old, new = ({use.place: use for use in uses} for uses in (before, after))
    counts: Counter[tuple[str, str, str, str]] = Counter()
    examples: dict[tuple[str, str, str, str], MentionPlace] = {}
    for place in sorted(old.keys() | new.keys()):
        was, current = old.get(place), new.get(place)
        use = current or was
        if use is None or (was and current and was.status == current.status):
            continue
        key = (place[3], use.lang, use.surface, _change_text(was, current))
        counts[key] += 1
        examples.setdefault(key, place)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [MentionChange(*key, count, examples[key]) for key, count in ordered]


def _change_text(was: MentionUse | None, current: MentionUse | None) -> str:
    if was is None or current is None:
        return "gained" if was is None else "lost"
    return f"{was.status} → {current.status}"


def compare_with(options: argparse.Namespace, settings: Settings) -> int:
    """Print the mentions that a build would gain and lose with the current entries."""
    if not store.read_manifest(options.build_dir):
        return no_build(options.build_dir)
    termbase = load(settings.glossary.layers, settings.glossary.only)
    documents = {
        document.doc_id: document for document in from_table(parquet.read_table(options.build_dir, "documents"))
    }
    columns = ["doc_id", "start", "end", "concept_id", "lang", "surface", "status"]
    before = [_use(row) for row in parquet.read_table(options.build_dir, "mentions", columns).to_pylist()]
    changes = difference(before, _today(documents.values(), termbase))
    for change in changes[: options.limit]:
        doc_id, start, end, _ = change.example
        text = documents[doc_id].text
        context = f"{text[max(0, start - 15) : start]}[{text[start:end]}]{text[end : end + 15]}"
        place = f"{printable(documents[doc_id].path)}: {printable(' '.join(context.split()))}"
        print(f"{change.count:>6,}  {change.kind:<22} {change.lang}  {change.concept_id:<28} {change.surface}  {place}")
    note = f", {options.limit} shown" if len(changes) > options.limit else ""
    kinds: Counter[str] = Counter()
    for change in changes:
        kinds[change.kind] += change.count
    totals = ", ".join(f"{count:,} {kind}" for kind, count in kinds.most_common()) or "no change"
    print(f"{totals}{note}", file=sys.stderr)
    return FINE


def _today(documents: Any, termbase: Termbase) -> Iterator[MentionUse]:
    for document in documents:
        if document.status == "ok":
            for mention in annotated(document, matcher(termbase))[1]:
                yield MentionUse(
                    (mention.doc_id, mention.start, mention.end, mention.concept_id),
                    mention.lang,
                    mention.surface,
                    mention.status,
                )


def _use(row: dict[str, Any]) -> MentionUse:
    return MentionUse(
        (row["doc_id"], row["start"], row["end"], row["concept_id"]), row["lang"], row["surface"], row["status"]
    )
