"""Links: which words of a document stand for which term of its English original, packed; and where sources are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc

from corpus.vocabularies import TERM_RELATION
from glossary.bitext.rendering_counts import LEAST
from glossary.desk.report.web.tables import ShownDocument

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_MORE = 32  # a digit that is followed by another one of its number


def packed(numbers: Iterable[int]) -> str:
    """Write numbers as a text: those near nought take one digit each, five bits and a sign."""
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
    """Return the function from a path to its address, in which {line} is left to fill in; empty without a template.

    Raises ValueError where the template is no web address with {path}.
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
    """Return the links of each document with the original that it is shown beside, in the order of the original.

    `rows` are those of these documents in `term_alignments`.
    """
    links: defaultdict[str, list[_LinkPlaces]] = defaultdict(list)
    columns = (column.to_pylist() for column in worth_showing(rows).select(_COLUMNS).columns)
    for doc_id, source_id, concept_id, *places, relation, confidence in zip(*columns, strict=True):
        if source_id == originals[doc_id].doc_id:
            name = "unknown" if relation == "unlisted" and concept_id is None else relation
            links[doc_id].append((*places, LINK_RELATIONS.index(name) + _KINDS * (100 - round(100 * confidence))))
    return {
        doc_id: packed(_numbers(sorted(own, key=_order), sources[doc_id], originals[doc_id]))
        for doc_id, own in links.items()
    }


def worth_showing(rows: pa.Table) -> pa.Table:
    """Return the links that are rather right than wrong: a reader would be misled by others."""
    is_omitted = pc.equal(rows["relation"], "omitted")
    return rows.filter(pc.greater_equal(rows["confidence"], pc.if_else(is_omitted, _OMITTED, LEAST)))


def _order(link: _LinkPlaces) -> tuple[int, int]:
    return link[0], -link[1]


def _numbers(links: list[_LinkPlaces], source: ShownDocument, original: ShownDocument) -> Iterator[int]:
    """Yield the fields of all links; words that nothing stands for have none here: a length of 0."""
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
