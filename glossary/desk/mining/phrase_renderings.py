"""What stands for a phrase in the translations, out of the aligned terms of a build."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from glossary.bitext.rendering_counts import commonest, folded
from glossary.desk.mining.english_phrases import PhraseUse

READS = ["source_doc_id", "lang", "doc_id", "source_start", "source_end", "start", "end", "relation", "confidence"]
_LEAST = 0.5  # confidence of a link that says something
_GAPS = ("", " ", "の", "的", "な", "・", "-")  # what may stand between the parts of a rendering


class PhraseRenderings(NamedTuple):
    """What a phrase is in one language."""

    counts: tuple[tuple[str, int], ...]  # each rendering as it is written most often, the commonest first
    omitted: int  # uses for which nothing stands
    in_english: int  # uses left in English


class AlignedTerms:
    """The aligned terms of a build, to be asked what stands for a stretch of an English document."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], texts: Mapping[str, str]) -> None:
        self._texts = texts
        by_document: defaultdict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
        for row in rows:
            by_document[row["source_doc_id"], row["lang"]].append(row)
        self._rows = {key: sorted(group, key=_order) for key, group in by_document.items()}
        self._starts = {key: [row["source_start"] for row in group] for key, group in self._rows.items()}

    def renderings(self, uses: Sequence[PhraseUse], lang: str) -> PhraseRenderings:
        """Return the renderings of a phrase in a language."""
        written: defaultdict[str, Counter[str]] = defaultdict(Counter)
        omitted = in_english = 0
        for use in uses:
            parts = self._parts(use, lang)
            if not parts:
                continue
            linked = [part for part in parts if part["start"] is not None]
            if len(linked) < len(parts):
                omitted += 1
                continue
            surface = self._surface(linked)
            if surface:
                written[folded(surface)][surface] += 1
                in_english += surface.isascii()
        counts = [(commonest(surfaces), sum(surfaces.values())) for surfaces in written.values()]
        return PhraseRenderings(tuple(sorted(counts, key=lambda item: (-item[1], item[0]))), omitted, in_english)

    def _parts(self, use: PhraseUse, lang: str) -> list[Mapping[str, Any]]:
        """Return the sure links of the terms that lie in a stretch of English: one for all, or one a part."""
        rows, starts = self._rows.get((use.doc_id, lang), []), self._starts.get((use.doc_id, lang), [])
        inside = []
        for row in rows[bisect_left(starts, use.start) :]:
            if row["source_start"] >= use.end:
                break
            if row["source_end"] <= use.end and row["confidence"] >= _LEAST:
                inside.append(row)
        whole = [row for row in inside if (row["source_start"], row["source_end"]) == (use.start, use.end)]
        return whole[:1] or inside

    def _surface(self, parts: Sequence[Mapping[str, Any]]) -> str:
        """Return the stretch that the parts make together; empty where they do not stand side by side."""
        if len({part["doc_id"] for part in parts}) > 1:
            return ""
        text = self._texts[parts[0]["doc_id"]]
        ordered = sorted({(part["start"], part["end"]) for part in parts})
        for (_, end), (start, _) in pairwise(ordered):
            if start < end or text[end:start] not in _GAPS:
                return ""
        return text[ordered[0][0] : ordered[-1][1]].strip("*_`\"'“”「」 \n")


def _order(row: Mapping[str, Any]) -> tuple[int, int]:
    return row["source_start"], -row["source_end"]
