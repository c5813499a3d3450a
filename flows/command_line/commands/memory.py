"""`taiyaku memory`: what of English pages a build has translated, and what is left."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from corpus.languages import TARGETS, pack
from corpus.sources.discovery import SourceError
from corpus.sources.documents import readable_file, with_text_attributes
from corpus.text.printable import printable
from corpus.text.segments import is_markdown, is_prose, readable_text, segment
from flows.command_line.commands import pretranslate
from flows.console.exit_status import FINE
from flows.files.build_reader import built
from flows.options.settings import Settings
from glossary.desk.memory.memory_units import (
    EXACT,
    NEW,
    READS,
    REPEATED,
    BandSize,
    Leverage,
    PageSentence,
    band_sizes,
    leverage,
    memory_of,
    word_differences,
)
from glossary.exchange.alignments import lines_of

_DONE = (REPEATED, EXACT)  # these need no new translation


def show(options: argparse.Namespace, settings: Settings) -> int:
    """Print, language by language, how well the units of a build know the sentences of pages."""
    if options.pretranslate:
        return pretranslate.fill(options, settings)
    if options.memories:
        raise SourceError("--from gives translations to fill in; add --pretranslate")
    sentences = [sentence for path in options.files for sentence in _sentences(path, settings)]
    parallel = built(options.build or settings.build.latest).tables(READS)["parallel"]
    langs = options.langs or [*TARGETS]
    by_lang = {lang: list(leverage(sentences, memory_of(parallel, lang))) for lang in dict.fromkeys(langs)}
    if options.format == "json":
        print(
            json.dumps({lang: _as_json(leverages) for lang, leverages in by_lang.items()}, ensure_ascii=False, indent=1)
        )
        return FINE
    for lang, leverages in by_lang.items():
        for line in _as_text(lang, leverages, options.units):
            print(line)
    return FINE


def _sentences(path: Path, settings: Settings) -> list[PageSentence]:
    """Return the sentences of a page to be translated; raises SourceError if it is unreadable or not English."""
    document = with_text_attributes(readable_file(path, settings.source.max_bytes), settings.site.text_attributes)
    if document.lang != "en":
        raise SourceError(f"{printable(path)} is in {pack(document.lang).name}: give the English page to be translated")
    segments, markup = segment(document), is_markdown(document)
    lines = lines_of(document, segments)
    texts = [
        (lines[part.segment_id], " ".join(readable_text(part, markup).split())) for part in segments if is_prose(part)
    ]
    return [PageSentence(str(path), line, text) for line, text in texts if text]


def _as_text(lang: str, leverages: Sequence[Leverage], with_units: bool) -> Iterator[str]:
    for path, group in groupby(leverages, key=lambda compared: compared.sentence.path):
        of_page = list(group)
        yield f"{printable(path)}, {pack(lang).name}: {_left(of_page)}"
        yield from _table(band_sizes(of_page))
        if with_units:
            yield ""
            yield from (line for compared in of_page for line in _unit_lines(compared))
        yield ""
    if len({compared.sentence.path for compared in leverages}) > 1:
        yield f"all pages, {pack(lang).name}: {_left(leverages)}"
        yield from _table(band_sizes(leverages))
        yield ""


def _left(leverages: Sequence[Leverage]) -> str:
    words = sum(compared.words for compared in leverages)
    left = sum(compared.words for compared in leverages if compared.band not in _DONE)
    return f"{left:,} of {words:,} words are left to translate" if words else "no sentence to translate"


def _table(by_band: Mapping[str, BandSize]) -> Iterator[str]:
    yield f"  {'':10}{'sentences':>10}{'words':>8}"
    for band, size in by_band.items():
        if size.sentences:
            yield f"  {band:10}{size.sentences:>10,}{size.words:>8,}"


def _unit_lines(compared: Leverage) -> Iterator[str]:
    place = f"{printable(compared.sentence.path)}:{compared.sentence.line}"
    if compared.match is None:
        yield f"{place}  {NEW}  {printable(compared.sentence.text)}"
        return
    yield f"{place}  {compared.band}  {printable(_marked(compared.match.unit.source, compared.sentence.text))}"
    yield f"    {printable(compared.match.unit.target)}  ({printable(compared.match.unit.work)})"


def _marked(before: str, after: str) -> str:
    """Return a text with its insertions as {+this+}, and what the unit has instead as [-this-]."""
    signs = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return "".join(signs[sign].format(words) for sign, words in word_differences(before, after))


def _as_json(leverages: Sequence[Leverage]) -> dict[str, Any]:
    return {
        "bands": {band: size._asdict() for band, size in band_sizes(leverages).items()},
        "sentences": [
            {
                **compared.sentence._asdict(),
                "band": compared.band,
                "score": compared.match.score if compared.match else None,
                "unit": compared.match.unit._asdict() if compared.match else None,
            }
            for compared in leverages
        ],
    }
