"""`taiyaku memory --pretranslate`: fills in untranslated units of catalogues from existing translations."""

from __future__ import annotations

import argparse
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from corpus.errors import UnreadableError
from corpus.formats import EXTENSIONS, Format, format_of, units
from corpus.languages import TARGETS, Language, parse_tag
from corpus.sources.decoding import RewritingError, decode, form_of, rewritten
from corpus.sources.discovery import SourceError, contents, find
from corpus.sources.documents import read_text
from corpus.sources.work_and_language import split_extension
from corpus.text.printable import printable
from flows.checking.page_check import source_page, text_page
from flows.console.exit_status import FINE
from flows.files.atomic_write import write
from flows.files.build_reader import built
from flows.options.settings import Settings
from flows.options.termbase_cache import glossary
from glossary.desk.memory.memory_units import READS, memory_of
from glossary.findings.engine import judge_page
from glossary.rules.registry import RULES
from glossary.termbase.termbase import Termbase

_SURE = 0.8  # confidence of a finding that keeps a translation out; by hand
# Terms and names, numbers and what is not translated: what a person would have to put right.
_CHECKED = tuple(rule for rule in RULES if rule.code[:2] == "T1" or rule.code in ("T303", "T305", "T501"))


def fill(options: argparse.Namespace, settings: Settings) -> int:
    """Fill in catalogues and print for each how many units were filled, left out and not found."""
    termbase = glossary(settings.glossary.layers, settings.glossary.only)
    memory_into = cache(partial(_memory, options=options, settings=settings))
    for path in options.files:
        form, source, data, file = _read(path, settings.source.max_bytes)
        if form.pretranslated is None or file is None:
            raise SourceError(f"{printable(path)}: only PO catalogues have a mark for units to be looked at; name one")
        lang = _language(path, file, options.langs)
        memory = memory_into(lang)
        untranslated = {
            number: units.text_of(unit.source)
            for number, unit in enumerate(file.units)
            if unit.state == "untranslated_units"
        }
        candidates = {number: memory[english] for number, english in untranslated.items() if english in memory}
        wrong = _wrong(path, lang, file, candidates, termbase)
        filled = {number: text for number, text in candidates.items() if number not in wrong}
        if filled:
            try:
                write(path, rewritten(form_of(data, source, lang), form.pretranslated(source, filled), lang))
            except RewritingError as error:
                raise SourceError(f"{printable(path)}: {error}") from None
        left = len(untranslated) - len(filled)
        print(f"{printable(path)}: {len(filled):,} filled in, marked fuzzy; {left:,} left untranslated")
        for number, reason in sorted(wrong.items()):
            print(f"  not filled in: {printable(untranslated[number])}: {printable(reason)}")
    return FINE


def _read(path: Path, max_bytes: int) -> tuple[Format, str, bytes, units.UnitFile | None]:
    """Return a file's format, text, bytes and units, or None for the units if it has none. Raises SourceError."""
    form = format_of(EXTENSIONS.get(split_extension(path.name)[1], ""))
    try:
        data = contents(path, max_bytes)
        source = decode(data).text
        file = form.read_units(source) if form.read_units else None
    except UnreadableError as error:
        raise SourceError(f"{printable(path)}: {error}") from None
    except OSError as error:
        raise SourceError(f"{printable(path)}: cannot be read: {error.strerror}") from None
    return form, source, data, file


def _language(path: Path, file: units.UnitFile, langs: Sequence[str] | None) -> str:
    placed = next(iter(find([path]).files), None)
    tags = [parse_tag(file.language), placed.language if placed else None]
    targets = [tag.lang for tag in tags if tag and tag.lang in TARGETS] or list(langs or ())
    if not targets:
        raise SourceError(f"{printable(path)}: its language is not known; add --for zh or --for ja")
    return targets[0]


def _memory(lang: str, options: argparse.Namespace, settings: Settings) -> Mapping[str, str]:
    """Return the most frequent translation of each English text into a language; of equals, the first."""
    counts: dict[str, Counter[str]] = {}
    for english, text in _pairs(lang, options, settings):
        counts.setdefault(english, Counter())[text] += 1
    return {english: texts.most_common(1)[0][0] for english, texts in counts.items()}


def _pairs(lang: str, options: argparse.Namespace, settings: Settings) -> Iterator[tuple[str, str]]:
    for path in options.memories:
        *_, file = _read(path, settings.source.max_bytes)
        if file is None or not file.is_bilingual:
            raise SourceError(f"{printable(path)}: holds no translations with their originals; name TMX, XLIFF or PO")
        tag = parse_tag(file.language)
        if tag is None or tag.lang == lang:
            judged = (unit for unit in file.units if unit.state == "units")
            yield from ((units.text_of(unit.source), units.text_of(unit.target)) for unit in judged)
    folder = options.build or settings.build.latest
    if options.build or folder.exists():
        parallel = built(folder).tables(READS)["parallel"]
        yield from ((unit.source, unit.target) for unit in memory_of(parallel, lang).units)
    elif not options.memories:
        print("no build and no --from: nothing to fill in from", file=sys.stderr)


def _wrong(
    path: Path, lang: str, file: units.UnitFile, candidates: Mapping[int, str], termbase: Termbase
) -> dict[int, str]:
    """Return the units whose translation goes against the glossary or its own original, each with the reason."""
    if not candidates:
        return {}
    pairs = ((file.units[number], text) for number, text in candidates.items())
    catalogue = "".join(
        f'msgid "{unit.escaped(units.text_of(unit.source))}"\nmsgstr "{unit.escaped(text)}"\n\n' for unit, text in pairs
    )
    placed = replace(next(iter(find([path]).files)), language=Language(lang, lang))
    original = read_text(replace(placed, name=f"{placed.name}#msgid", language=Language("en", "en")), catalogue)
    page = text_page(read_text(placed, catalogue), source_page(original, termbase), termbase)
    findings = judge_page(page, _CHECKED).findings
    starts = [unit.start for unit in units.entries(page.text)]
    numbers = [*candidates]
    return {
        numbers[bisect_right(starts, location.start) - 1]: f"{finding.rule} {location.message}"
        for finding in findings
        if finding.confidence >= _SURE and finding.severity != "neutral"
        for location in finding.locations
    }
