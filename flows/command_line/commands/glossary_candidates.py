"""`taiyaku glossary candidates`: terms in a build's English that the glossary lacks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from corpus.grouping import grouped
from corpus.text.printable import printable
from flows.console.exit_status import FINE
from flows.files.atomic_write import write
from flows.files.build_reader import PublishedBuild, built
from flows.options.settings import Settings, SettingsError
from glossary.desk.mining import mine, term_likelihood
from glossary.desk.mining.mine import TermCandidate
from glossary.desk.mining.sheet import decisions, drafts, listed_renderings, page, sheet
from glossary.loading import load
from glossary.termbase.termbase import Termbase

_INDENT = " " * 6


def candidates(options: argparse.Namespace, settings: Settings) -> int:
    """Print the likeliest candidates, or write them to a file."""
    termbase = load(settings.glossary.layers, settings.glossary.only)
    build = built(options.build_dir or settings.build.latest)
    decided = _decided(options.decided)
    if build.manifest.get("rows", {}).get("term_alignments") == 0:
        print(f"{printable(build.folder)}: nothing is aligned with English: no renderings", file=sys.stderr)
    ranked = mine.candidates(
        build.tables(mine.TABLES), term_likelihood.built_in(), decided, termbase, options.min_uses, options.limit
    )
    text = _WRITERS[options.format](ranked, build, termbase)
    if options.out:
        write(options.out, text)
        print(f"wrote {options.out}: {len(ranked):,} candidates", file=sys.stderr)
    else:
        sys.stdout.write(text if isinstance(text, str) else text.decode("utf-8"))
    if not ranked:
        print("no candidate: the build has no English, or the glossary knows all that it has", file=sys.stderr)
    return FINE


def _decided(files: Sequence[Path]) -> dict[str, bool]:
    """Return the decisions in the files; if a term is decided twice, the last one counts."""
    decided: dict[str, bool] = {}
    for file in files:
        try:
            content = file.read_bytes()
        except OSError as error:
            raise SettingsError(f"--decided {printable(file)}: cannot be read: {error.strerror}") from None
        decided |= decisions(content, printable(file))
    return decided


def _text(ranked: Sequence[TermCandidate], build: PublishedBuild, termbase: Termbase) -> str:
    by_kind = grouped(ranked, lambda candidate: candidate.kind)
    parts = [[mine.KINDS[kind], *(line for row in rows for line in _lines(row))] for kind, rows in by_kind.items()]
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts)


def _lines(candidate: TermCandidate) -> list[str]:
    uses, documents = len(candidate.phrase.uses), candidate.phrase.documents
    head = f"{candidate.probability:.2f}  {candidate.term}  ({uses:,} uses in {documents:,} documents)"
    renderings = [
        f"{_INDENT}{lang}  {listed_renderings(candidate, lang)}"
        for lang, of_language in sorted(candidate.renderings.items(), reverse=True)
        if of_language.counts
    ]
    contexts = [f"{_INDENT}…{context.left}[{context.surface}]{context.right}…" for context in candidate.contexts]
    return [printable(line) for line in (head, *renderings, *contexts)]


_Writer = Callable[[Sequence[TermCandidate], PublishedBuild, Termbase], str | bytes]
_WRITERS: Mapping[str, _Writer] = {
    "text": _text,
    "csv": lambda ranked, build, termbase: sheet(ranked),
    "html": lambda ranked, build, termbase: page(ranked, build.build_id),
    "toml": lambda ranked, build, termbase: drafts(ranked, "ml", termbase.by_id),
}
