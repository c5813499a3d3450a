"""Comparable: Chinese and Japanese segments of different works that speak of the same concepts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from corpus.formats import MARKED_UP
from corpus.records import Comparable, Span
from corpus.text.plain_text import readable
from corpus.text.segments import PROSE
from glossary.termbase.termbase import Termbase

if TYPE_CHECKING:
    from scipy import sparse

_FEWEST = 2  # concepts in common
_CLOSE = 0.4  # the least score
_PARTNERS = 3  # of each segment, and it must be among theirs
_COMMON, _FEW = 0.05, 50  # a concept in more of a language's segments tells nothing, unless these are few
_LITTLE = 10.0  # squared weight that is added to lengths: two short segments with one thing in common are not close
_OFTEN = 2  # rows with the same text
_UNDER = 0.5  # what a concept of the heading counts in the segments below it
_ROWS, _CANDIDATES = 500, 200_000  # that are compared at once
_ROUNDING = 1e-6  # what sums of floats may be off
Numbers = npt.NDArray[np.int64]
Similarities = npt.NDArray[np.float64]
_LANGUAGES = ["zh", "ja"]
_MENTION = ["segment_id", "work", "lang", "concept_id"]


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two segments that share concepts, the rarest first."""

    zh: str
    ja: str
    concepts: list[str]
    score: float


# The columns of the tables of a build that rows are made from, and those of the segments that are chosen.
READS = {
    "documents": ["doc_id", "media_type"],
    "segments": ["segment_id", "doc_id", "kind"],
    "mentions": [*_MENTION, "nested"],
}
_TEXT_COLUMNS = ["segment_id", "doc_id", "start", "text", "protected"]


def comparable_rows(
    shards: Iterable[Sequence[pa.Table]],
    telling: Iterable[str],
    chosen: Callable[[list[str], pc.Expression], pa.Table],
) -> list[Comparable]:
    """Return the rows of `comparable`, best first, from a build's tables (`READS`), one shard of documents at a time.
    `telling` are the concepts that count; `chosen` reads columns of the segments that match an expression, because
    most segments' texts are not needed.
    """
    concepts = pa.array(list(telling))
    spoken, marked = [], set()
    for documents, segments, mentions in shards:
        marked.update(documents.filter(pc.field("media_type").isin(MARKED_UP))["doc_id"].to_pylist())
        spoken.append(_spoken(segments, mentions.filter(pc.is_in(mentions["concept_id"], concepts))))
    pairs = close(pd.concat(spoken, ignore_index=True))
    segment_ids = pa.array(sorted({segment_id for pair in pairs for segment_id in (pair.zh, pair.ja)}), pa.string())
    texts = _texts(chosen(_TEXT_COLUMNS, pc.field("segment_id").isin(segment_ids)), marked)
    rows = [Comparable(pair.zh, pair.ja, texts[pair.zh], texts[pair.ja], pair.concepts, pair.score) for pair in pairs]
    return list(_without_repeats(rows))


def _spoken(segments: pa.Table, mentions: pa.Table) -> pd.DataFrame:
    """Return the concepts in the prose and the headings of some documents, in the languages compared."""
    prose = segments.filter(pc.is_in(segments["kind"], pa.array(PROSE)))["segment_id"].combine_chunks()
    is_compared = pc.is_in(mentions["lang"], pa.array(_LANGUAGES))
    is_counted = pc.and_(pc.is_in(mentions["segment_id"], prose), pc.and_(is_compared, pc.invert(mentions["nested"])))
    return _with_headings(
        _frame(mentions.filter(is_counted), _MENTION), _frame(segments, ["segment_id", "doc_id", "kind"])
    )


def _without_repeats(rows: Iterable[Comparable]) -> Iterator[Comparable]:
    """Yield the rows, except those whose pair of texts has occurred before, or one of whose texts has often."""
    pairs: set[tuple[str, str]] = set()
    text_counts: Counter[str] = Counter()
    for row in rows:
        if (row.zh, row.ja) not in pairs and max(text_counts[row.zh], text_counts[row.ja]) < _OFTEN:
            pairs.add((row.zh, row.ja))
            text_counts.update((row.zh, row.ja))
            yield row


def _frame(table: pa.Table, columns: list[str]) -> pd.DataFrame:
    return table.select(columns).to_pandas(types_mapper=pd.ArrowDtype)  # type: ignore[no-any-return]


def _with_headings(mentions: pd.DataFrame, segments: pd.DataFrame) -> pd.DataFrame:
    """Return the concepts of each segment at full weight, and those of its heading at half weight."""
    headings = segments["segment_id"].where(segments["kind"] == "heading")
    segments = segments.assign(heading=headings.groupby(segments["doc_id"]).ffill())
    under = segments[segments["heading"] != segments["segment_id"]][["segment_id", "heading"]].dropna()
    above = under.merge(mentions.rename(columns={"segment_id": "heading"}), on="heading").drop(columns="heading")
    spoken = above[above["segment_id"].isin(mentions["segment_id"])]
    return pd.concat([mentions.assign(part=1.0), spoken.assign(part=_UNDER)], ignore_index=True)


def technical(termbase: Termbase) -> list[str]:
    """Return the concepts that show what a text is about: not those of releases, as every announcement has them."""
    return [concept.id for concept in termbase.concepts if concept.domain != "release"]


def _texts(segments: pa.Table, marked: set[str]) -> dict[str, str]:
    """Return the readable text of segments, by id; `marked` are the documents with markup."""
    texts = {}
    for row in segments.select(["segment_id", "doc_id", "start", "text", "protected"]).to_pylist():
        spans = [
            Span(span["start"] - row["start"], span["end"] - row["start"], span["kind"]) for span in row["protected"]
        ]
        text = row["text"]
        texts[row["segment_id"]] = readable(text, 0, len(text), spans, markup=row["doc_id"] in marked)
    return texts


def close(mentions: pd.DataFrame) -> list[SimilarPair]:
    """Return the closest pairs of segments, best first. `mentions` has the columns `segment_id`, `work`, `lang`,
    `concept_id` and `part`. The score is the cosine of both sets of concepts, each weighted by how rare it is, and
    lower if they say little.
    """
    pairs = mentions[mentions["lang"].isin(_LANGUAGES)]
    pairs = pairs.sort_values([*_MENTION, "part"]).drop_duplicates(_MENTION, keep="last")
    # The weight of each concept that both languages speak of, but not all the time, from the rarest on.
    counts = (
        pairs.groupby(["concept_id", "lang"]).size().unstack(fill_value=0).reindex(columns=["zh", "ja"], fill_value=0)  # noqa: PD010 (a matrix of counts, no aggregation)
    )
    segments = pairs.groupby("lang")["segment_id"].nunique().reindex(["zh", "ja"], fill_value=0)
    kept_counts = counts[(counts > 0).all(axis=1) & (counts <= np.maximum(_FEW, segments * _COMMON)).all(axis=1)]
    weights: pd.Series = np.log((segments.sum() + 1) / kept_counts.sum(axis=1))
    if weights.empty:
        return []
    rare = weights.sort_index().sort_values(ascending=False, kind="stable")
    pairs = pairs[pairs["concept_id"].isin(rare.index)]
    zh, ja = (_Segments.of(pairs[pairs["lang"] == lang], rare) for lang in ("zh", "ja"))
    closest = [pair for pair in _mutual_best(zh, ja) if len(pair.concepts) >= _FEWEST]
    return sorted(closest, key=lambda pair: (-pair.score, pair.zh, pair.ja))


@dataclass(frozen=True, slots=True)
class _Segments:
    ids: list[str]
    works: list[str]
    concepts: list[str]
    weights: sparse.csr_array  # segments × concepts, of length below 1
    mentioned: sparse.csr_array  # the same, 1 where the segment itself mentions the concept, not only its heading

    @staticmethod
    def of(pairs: pd.DataFrame, rare: pd.Series) -> _Segments:
        from scipy import sparse  # it takes long to import, and many builds have one of the languages alone

        ordered = pairs.sort_values(["segment_id", "concept_id"])
        ids = ordered["segment_id"].drop_duplicates().tolist()
        works = ordered.drop_duplicates("segment_id")["work"].tolist()
        concepts = [str(concept) for concept in rare.index]  # from the rarest on
        row, column = ({word: n for n, word in enumerate(words)} for words in (ids, concepts))
        places = [row[key] for key in ordered["segment_id"]], [column[key] for key in ordered["concept_id"]]
        weights = rare.loc[ordered["concept_id"]].to_numpy(float) * ordered["part"].to_numpy(float)
        matrix = sparse.csr_array((weights, places), shape=(len(ids), len(concepts)))
        part = (ordered["part"].to_numpy(float) == 1).astype(float)
        mentioned = sparse.csr_array((part, places), shape=matrix.shape)
        length = np.sqrt(matrix.multiply(matrix).sum(axis=1) + _LITTLE)
        weights = (sparse.diags_array(1 / length) @ matrix).tocsr()
        first = _first_alike(matrix, works)
        return _Segments(
            [ids[number] for number in first], [works[number] for number in first], concepts, weights[first],
            mentioned[first],
        )  # fmt: skip


def _first_alike(matrix: sparse.csr_array, works: Sequence[str]) -> list[int]:
    """Return the numbers of the segments that can be among the best partners of another. Of segments with equal
    weights, these are the first few of the first works. Later ones would be as close, and ties go to the first.
    Otherwise texts on every page, such as a licence, would be compared by the million.
    """
    matrix.sort_indices()
    counts_by_row: defaultdict[tuple[bytes, bytes], Counter[str]] = defaultdict(Counter)
    first = []
    for number, work in enumerate(works):
        part = slice(*matrix.indptr[number : number + 2])
        counts = counts_by_row[matrix.indices[part].tobytes(), matrix.data[part].tobytes()]
        if counts[work] < _PARTNERS and (counts[work] or len(counts) <= _PARTNERS):
            counts[work] += 1
            first.append(number)
    return first


def _mutual_best(zh: _Segments, ja: _Segments) -> Iterator[SimilarPair]:
    """Yield the pairs in which each segment is among the best partners of the other."""
    best_of_zh, of_ja, room = [], _Pairs.none(), _CANDIDATES
    for near in _close_pairs(zh, ja):
        best_of_zh.append(near.chosen(_among_best(near.zh, near.ja, near.scores)))  # all pairs of these segments
        of_ja = _Pairs.joined([of_ja, near])
        if len(of_ja.ja) > room:  # not at each turn: those that are so far among the best are looked through again
            of_ja = of_ja.chosen(_among_best(of_ja.ja, of_ja.zh, of_ja.scores))
            room = 2 * len(of_ja.ja) + _CANDIDATES
    of_zh = _Pairs.joined([_Pairs.none(), *best_of_zh])
    of_ja = of_ja.chosen(_among_best(of_ja.ja, of_ja.zh, of_ja.scores))
    places = [pairs.zh * len(ja.ids) + pairs.ja for pairs in (of_zh, of_ja)]
    best = of_zh.chosen(np.isin(places[0], places[1]))
    mentioned = zh.mentioned[best.zh].multiply(ja.mentioned[best.ja])
    shared = zh.weights[best.zh].multiply(ja.weights[best.ja]).multiply(mentioned).tocsr()
    numbers = zip(best.zh.tolist(), best.ja.tolist(), best.scores.tolist(), strict=True)
    for number, (i, j, score) in enumerate(numbers):
        part = slice(*shared.indptr[number : number + 2])
        weighed = zip(shared.indices[part].tolist(), shared.data[part].tolist(), strict=True)
        concepts = sorted((-weight, zh.concepts[column]) for column, weight in weighed if weight)
        yield SimilarPair(zh.ids[i], ja.ids[j], [concept for _, concept in concepts], round(score, 4))


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Pairs of segments, by their numbers on either side, with their scores."""

    zh: Numbers
    ja: Numbers
    scores: Similarities

    @staticmethod
    def none() -> _Pairs:
        return _Pairs(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))

    def chosen(self, which: npt.NDArray[np.bool_] | Numbers) -> _Pairs:
        return _Pairs(self.zh[which], self.ja[which], self.scores[which])

    @staticmethod
    def joined(pairs: Sequence[_Pairs]) -> _Pairs:
        return _Pairs(
            np.concatenate([part.zh for part in pairs]),
            np.concatenate([part.ja for part in pairs]),
            np.concatenate([part.scores for part in pairs]),
        )


def _close_pairs(zh: _Segments, ja: _Segments) -> Iterator[_Pairs]:
    """Yield in order all close pairs of segments from different works, a batch of Chinese segments at a time. Only
    segments that share one of the rare concepts without which neither can be close to another are compared.
    """
    telling_zh, telling_ja = _telling(zh.weights), _telling(ja.weights).T.tocsc()
    works: dict[str, int] = {work: number for number, work in enumerate(dict.fromkeys((*zh.works, *ja.works)))}
    zh_works, ja_works = (np.array([works[work] for work in side.works], dtype=np.int64) for side in (zh, ja))
    for start in range(0, len(zh.ids), _ROWS):
        candidates = (telling_zh[start : start + _ROWS] @ telling_ja).tocoo()
        rows, columns = candidates.coords[0].astype(np.int64) + start, candidates.coords[1].astype(np.int64)
        elsewhere = zh_works[rows] != ja_works[columns]
        rows, columns = rows[elsewhere], columns[elsewhere]
        parts = [_Pairs.none()]
        for first in range(0, len(rows), _CANDIDATES):
            part = slice(first, first + _CANDIDATES)
            scores = zh.weights[rows[part]].multiply(ja.weights[columns[part]]).sum(axis=1)
            parts.append(_Pairs(rows[part], columns[part], scores).chosen(scores >= _CLOSE))
        near = _Pairs.joined(parts)
        yield near.chosen(np.lexsort((near.ja, near.zh)))


def _telling(weights: sparse.csr_array) -> sparse.csr_array:
    """Return the concepts of each segment, as 1, of which any close segment must share at least one. `weights` are by
    segment and concept, the rarest concepts first. From some concept on, the rest weigh too little together to make a
    segment close, as its own weights have a length of at most 1 (Bayardo, Ma and Srikant 2007).
    """
    weights.sort_indices()
    squares = weights.data**2
    through = np.concatenate(([0.0], np.cumsum(squares)))
    row_ends = np.repeat(through[weights.indptr[1:]], np.diff(weights.indptr))
    remaining = row_ends - through[:-1]  # the square of this concept and of all that are less rare
    telling = weights.astype(np.int32)
    telling.data = (remaining >= (_CLOSE - _ROUNDING) ** 2).astype(np.int32)
    telling.eliminate_zeros()
    return telling


def _among_best(segments: Numbers, partners: Numbers, scores: Similarities) -> npt.NDArray[np.bool_]:
    """Return which pairs are among the few best of their segment; ties go to the partner that comes first."""
    in_order = np.lexsort((partners, -scores, segments))
    ordered = segments[in_order]
    firsts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1]))) if len(ordered) else ordered
    rank = np.arange(len(ordered)) - np.repeat(firsts, np.diff(np.append(firsts, len(ordered))))
    among = np.zeros(len(ordered), dtype=bool)
    among[in_order] = rank < _PARTNERS
    return among
