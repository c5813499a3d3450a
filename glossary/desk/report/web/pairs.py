"""Pairs: the rows that show a document next to its English original, and which words render which term."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc

from corpus.vocabularies import TERM_RELATION, TRANSLATIONS
from glossary.bitext.rendering_counts import LEAST
from glossary.desk.report.web.tables import ReportTables, ShownDocument

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_MORE = 32  # a digit that is followed by another one of its number


def packed(numbers: Iterable[int]) -> str:
    """Return numbers as text; those near zero take one digit each, of five bits including the sign."""
    return "".join(map(_digits, numbers))


@lru_cache(maxsize=4096)
def _digits(number: int) -> str:
    rest = abs(number) * 2 + (number < 0)
    digits = ""
    while rest >= _MORE:
        digits += DIGITS[_MORE + rest % _MORE]
        rest //= _MORE
    return digits + DIGITS[rest]


_EXAMPLE = "https://github.com/owner/repository/blob/main/{path}#L{line}"


def addresses(template: str) -> Callable[[str], str]:
    """Return a function from a path to its address, with {line} still to fill in; empty without a template.

    Raises ValueError if the template is not a web address with {path}.
    """
    if template and not (template.startswith(("https://", "http://")) and "{path}" in template):
        raise ValueError(f"source link {template!r}: no web address with {{path}} in it; write one such as {_EXAMPLE}")
    return lambda path: template.replace("{path}", quote(path.encode("utf-8", "surrogatepass")))


# What words are to the glossary; of a term that it lacks, nothing can be said.
LINK_RELATIONS = (*TERM_RELATION, "unknown")
FIELDS = 5  # of a link: how far it begins after the one before in the original, length there; the same here; kind
_KINDS = 16  # more than there are relations: a kind is the relation, and as many times this as it lacks percent
# Nothing is found for a term where it is omitted, and where the translation says it freely: at best two in five are
# omitted. Where a stretch has a chance of more than a quarter, nothing is said, as that is as often its counterpart.
_OMITTED = 0.3
_COLUMNS = (
    "doc_id", "source_doc_id", "concept_id", "source_start", "source_end", "start", "end", "relation", "confidence",
)  # fmt: skip

_LinkPlaces = tuple[int, int, int | None, int | None, int]  # in the original, in the translation; the kind


def packed_links(
    rows: pa.Table, sources: Mapping[str, ShownDocument], originals: Mapping[str, ShownDocument]
) -> dict[str, str]:
    """Return each document's links with the original shown next to it, in the order of the original.

    `rows` are the rows of these documents in `term_alignments`.
    """
    links: defaultdict[str, list[_LinkPlaces]] = defaultdict(list)
    columns = (column.to_pylist() for column in worth_showing(rows).select(_COLUMNS).columns)
    for doc_id, source_id, concept_id, *places, relation, confidence in zip(*columns, strict=True):
        if source_id == originals[doc_id].doc_id:
            name = "unknown" if relation == "unlisted" and concept_id is None else relation
            links[doc_id].append((*places, LINK_RELATIONS.index(name) + _KINDS * (100 - round(100 * confidence))))
    return {
        doc_id: packed(_numbers(sorted(own, key=lambda link: (link[0], -link[1])), sources[doc_id], originals[doc_id]))
        for doc_id, own in links.items()
    }


def worth_showing(rows: pa.Table) -> pa.Table:
    """Return the links that are more likely right than wrong; others would mislead a reader."""
    is_omitted = pc.equal(rows["relation"], "omitted")
    return rows.filter(pc.greater_equal(rows["confidence"], pc.if_else(is_omitted, _OMITTED, LEAST)))


def _numbers(links: list[_LinkPlaces], source: ShownDocument, original: ShownDocument) -> Iterator[int]:
    """Yield the fields of all links; a term that nothing renders has a length of 0 in the translation."""
    before, here = 0, 0
    for source_start, source_end, start, end, kind in links:
        begin = original.units(source_start)
        yield begin - before
        yield original.units(source_end) - begin
        before = begin
        begin = here if start is None else source.units(start)
        yield begin - here
        yield 0 if end is None else source.units(end) - begin
        here = begin
        yield kind


RELATIONS = ("translation", "copy", "code", "none", "doubtful", "unsure", "head")  # head: what stands before the first
LIKELY = 0.5  # what is less likely to be the original would mislead

Starts = list[int]  # where the segments of a bead begin in one of its documents
PairedStarts = tuple[Starts, Starts, str, float]  # here, in the original; relation and score


def pairs(
    build: ReportTables, sources: Mapping[str, ShownDocument], whole: Collection[str]
) -> dict[str, dict[str, Any]]:
    """Return by document its English original, their rows and links, if the page has both whole."""
    whole_sources = {doc_id: source for doc_id, source in sources.items() if doc_id in whole}
    beads: dict[str, dict[str, list[PairedStarts]]] = {}
    sides: dict[bool, list[str]] = {True: [], False: []}
    for source in whole_sources.values():
        sides[source.lang == "en"].append(source.doc_id)
    for doc_id, english, bead in _beads(build.beads(sides[False], sides[True])):
        beads.setdefault(doc_id, {}).setdefault(english, []).append(bead)
    first = {doc_id: next(iter(beads_by_english.items())) for doc_id, beads_by_english in beads.items()}
    originals = {doc_id: whole_sources[english] for doc_id, (english, _) in first.items()}
    links = packed_links(build.rows("term_alignments", originals), whole_sources, originals)
    return {
        doc_id: {**_paired_rows(whole_sources[doc_id], originals[doc_id], doc_beads), "links": links.get(doc_id, "")}
        for doc_id, (_, doc_beads) in first.items()
    }


def _beads(rows: pa.Table) -> Iterator[tuple[str, str, PairedStarts]]:
    """Yield each bead with its two documents, as lists of numbers: a dict per span would cost too much."""
    plain = (rows[name].to_pylist() for name in ("src_doc", "tgt_doc", "relation", "score"))
    starts = (_starts(rows[name]) for name in ("src_spans", "tgt_spans"))
    for doc_id, english, relation, score, ours, theirs in zip(*plain, *starts, strict=True):
        yield doc_id, english, (ours, theirs, relation, score)


def _starts(spans: pa.ChunkedArray) -> list[Starts]:
    lists: list[Starts] = []
    for chunk in spans.chunks:
        lists += pa.ListArray.from_arrays(chunk.offsets, chunk.values.field("start")).to_pylist()
    return lists


def _paired_rows(source: ShownDocument, english: ShownDocument, beads: Sequence[PairedStarts]) -> dict[str, Any]:
    """Return the rows in three columns: start in the document, start in the original, relation."""
    heads = (_head(source, [bead[0] for bead in beads]), _head(english, [bead[1] for bead in beads]))
    rows = [(*heads, "head", 1.0), *beads] if any(heads) else beads
    return {
        "english": english.number,
        "rows": [
            _row_starts(source, [row[0] for row in rows]),
            _row_starts(english, [row[1] for row in rows]),
            [RELATIONS.index(_relation(*row[2:])) for row in rows],
        ],
    }


def _head(source: ShownDocument, rows: Sequence[Starts]) -> Starts:
    """Return the start of a row for text before all segments, such as comments; empty if there is none."""
    first = min((start for starts in rows for start in starts), default=0)
    lines = source.text[: source.text.rfind("\n", 0, first) + 1]
    return [0] if any(map(str.isalnum, lines)) else []


def _relation(relation: str, score: float) -> str:
    """Return the name of a row's relation; unlikely translations are doubtful, unlikely gaps unsure."""
    relation = "translation" if relation in TRANSLATIONS else relation
    return relation if score >= LIKELY else {"translation": "doubtful", "none": "unsure"}.get(relation, relation)


def _row_starts(source: ShownDocument, rows: Sequence[Starts]) -> list[int | Starts]:
    """Return where the stretches of each row begin: nearly always one, a list if there are more, -1 for none.

    Each extends to the next one of any row, and the first begins at 0, so that all of the text is shown.
    """
    starts = sorted((start, number) for number, row in enumerate(rows) for start in row)
    begins: list[list[int]] = [[] for _ in rows]
    before = -1
    for start, number in starts:
        if number != before:
            begins[number].append(source.units(start) if before >= 0 else 0)
        before = number
    return [-1 if not offsets else offsets[0] if len(offsets) == 1 else offsets for offsets in begins]
