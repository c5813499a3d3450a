"""Page versions: the sentences of a page at each commit, and the course of each sentence through them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cached_property, partial
from itertools import pairwise

from corpus import lazy_re as re
from corpus.alignment.aligner import PairModel, align_documents
from corpus.alignment.features import SegmentFeatures, evidence, takes_part
from corpus.alignment.lengths import initial_ratio
from corpus.alignment.lexicon import Lexicon
from corpus.alignment.to_rows import AlignedDocument, aligned_document
from corpus.formats import blocks_of
from corpus.grouping import grouped, leader_of
from corpus.languages.scripts import CJK
from corpus.records import Block, Document, Segment, Span
from corpus.text.segments import is_markdown, is_prose, own_spans, readable_text, segment
from corpus.tokenizers import en_fast, tokenizer

SegmentNumbers = tuple[int, ...]  # of segments of a version, from 0
# The segments that a sentence is in each version, the newest first; none where it is absent.
SentenceCourse = list[SegmentNumbers]

_WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+(?:['’-][^\W_{CJK}]+)*")
_COMMENT = re.compile(r"\s*(?:#|//|--|/\*|\*)")


@dataclass(frozen=True, slots=True)
class Cuts:
    """The segments cut so far from a page, so that its other versions are cut only where they differ."""

    blocks: dict[tuple[str, str], tuple[int, Sequence[Segment]]] = field(default_factory=dict)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)  # as readers see them, by kind and source


class PageVersion:
    """A page in segments that can be compared with those of another version; it is segmented on demand."""

    def __init__(self, document: Document, cuts: Cuts | None = None, blocks: Sequence[Block] | None = None) -> None:
        self.document = document
        self._cuts = cuts or Cuts()
        self._chosen = blocks

    @cached_property
    def _blocks(self) -> Sequence[Block]:
        return blocks_of(self.document) if self._chosen is None else self._chosen

    @cached_property
    def segments(self) -> list[Segment]:
        """Return the segments that may have a counterpart."""
        return [part for block in self._blocks for part in self._cut(block) if takes_part(part)]

    def _cut(self, block: Block) -> Sequence[Segment]:
        """Return the segments of a block, which depend on its text and on the characters next to it."""
        if block.skip:
            return segment(self.document, [block])
        key = block.kind, self.document.text[max(0, block.start - 1) : block.end + 1]
        if key not in self._cuts.blocks:
            self._cuts.blocks[key] = block.start, segment(self.document, [block])
        start, cut = self._cuts.blocks[key]
        return [_moved(part, block.start - start) for part in cut] if start != block.start else cut

    @cached_property
    def headings(self) -> list[int]:
        """Return the numbers of the blocks that begin a section."""
        return [number for number, block in enumerate(self._blocks) if block.kind == "heading"]

    def sections(self, numbers: Iterable[int]) -> PageVersion:
        """Return a version with these sections only, in order; section 0 is before the first heading."""
        starts = [0, *self.headings, len(self._blocks)]
        blocks = [block for number in numbers for block in self._blocks[starts[number] : starts[number + 1]]]
        return PageVersion(self.document, self._cuts, blocks)

    @cached_property
    def keys(self) -> list[str]:
        """Return the content of each segment, for comparison: its readable text, and its link targets."""
        links = ("\0".join(_spans(part, ("link", "url"))) for part in self.segments)
        return [f"{text}\0{link}" if link else text for text, link in zip(self._texts, links, strict=True)]

    @cached_property
    def _texts(self) -> list[str]:
        markup, texts = is_markdown(self.document), self._cuts.texts
        for part in self.segments:
            if (part.kind, part.text) not in texts:
                is_code = part.kind == "code"
                lines = map(str.rstrip, part.text.splitlines())
                texts[part.kind, part.text] = "\n".join(lines) if is_code else readable_text(part, markup)
        return [texts[part.kind, part.text] for part in self.segments]

    @cached_property
    def _folded(self) -> str:
        return self.document.text.lower().replace(",", "")

    @cached_property
    def borders(self) -> list[int]:
        """Return the borders of sections as segment numbers: 0, each heading, and the number of segments."""
        starts = [part.start for part in self.segments]
        headings = (bisect_left(starts, self._blocks[number].start) for number in self.headings)
        return [0, *headings, len(self.segments)]

    @cached_property
    def prose(self) -> SegmentNumbers:
        """Return the numbers of the prose segments."""
        return tuple(number for number, part in enumerate(self.segments) if is_prose(part))

    @cached_property
    def word_count(self) -> int:
        """Return how many words the page has."""
        return self.words(self.prose)

    def words(self, numbers: SegmentNumbers) -> int:
        """Return the number of words in segments, each Han and kana counted as one; code has none."""
        return sum(len(_WORD.findall(self._texts[number])) for number in numbers if is_prose(self.segments[number]))

    def side(self, numbers: Iterable[int]) -> AlignedDocument:
        """Return some segments as a side to align with the translation; their ids are their numbers."""
        parts = [replace(_with_words(self.segments[number]), segment_id=str(number)) for number in numbers]
        return aligned_document(self.document, parts, {})

    def features(self, number: int) -> SegmentFeatures:
        """Return the alignment evidence of a segment by itself."""
        return evidence(_with_words(self.segments[number]), True, ())

    def marks(self, numbers: SegmentNumbers) -> set[str]:
        """Return the marks in segments that a translation may keep: names, numbers, code, addresses."""
        marks: set[str] = set()
        for part in (self.segments[number] for number in numbers):
            if part.kind == "code":
                marks.update(line.strip() for line in part.text.splitlines() if not _COMMENT.match(line))
            else:
                marks.update(
                    evidence(part, True, ()).names, _spans(part, ("code", "url", "link", "placeholder", "math"))
                )
        return marks

    def count(self, mark: str) -> int:
        """Return about how often the page contains a mark."""
        return len(re.findall(rf"(?<![a-z\d_.]){re.escape(mark.lower())}(?![a-z\d_])", self._folded))

    def text(self, numbers: SegmentNumbers) -> str:
        """Return the text of segments, on one line except for code."""
        parts = [self.segments[number] for number in numbers]
        return " ".join(part.text if part.kind == "code" else " ".join(part.text.split()) for part in parts)

    def line(self, number: int) -> int:
        """Return the line number of a segment, from 1."""
        return self.document.text.count("\n", 0, self.segments[number].start) + 1


def _spans(part: Segment, kinds: Sequence[str]) -> list[str]:
    return [part.text[span.start : span.end] for span in own_spans(part) if span.kind in kinds]


def _moved(part: Segment, offset: int) -> Segment:
    """Return a segment of another version, shifted to its place in this one."""
    spans = [Span(span.start + offset, span.end + offset, span.kind) for span in part.protected]
    return replace(part, start=part.start + offset, end=part.end + offset, protected=spans)


def _with_words(part: Segment) -> Segment:
    if part.kind == "code":
        return part
    words = (en_fast.cut if part.text_lang == "en" else tokenizer(part.text_lang))(part.text)
    return replace(part, tokens=[part.text[a:b] for a, b in words], token_starts=[a for a, _ in words])


def counterparts(old: PageVersion, new: PageVersion) -> list[SegmentNumbers]:
    """Return, for each segment of the newer version, its segments in the older one; none if it was added. Unchanged
    text in another place was moved. In a rewritten passage, segments that the aligner pairs belong together; between
    such pairs, the n-th segment belongs to the n-th.
    """
    before: list[SegmentNumbers] = [()] * len(new.keys)
    passages: list[tuple[range, range]] = []
    for tag, a, b, c, d in SequenceMatcher(None, old.keys, new.keys).get_opcodes():
        if tag == "equal":
            before[c:d] = [(number,) for number in range(a, b)]
        else:
            passages.append((range(a, b), range(c, d)))
    free = grouped((i for rows, _ in passages for i in rows), lambda i: old.keys[i])
    moved = {j: free[new.keys[j]].pop(0) for _, columns in passages for j in columns if free[new.keys[j]]}
    gone = set(moved.values())
    for j, i in moved.items():
        before[j] = (i,)
    for rows, columns in passages:
        passage = [i for i in rows if i not in gone], [j for j in columns if j not in moved]
        for sources, j in _rewritten(old, new, *passage):
            before[j] = sources
    return before


def _rewritten(
    old: PageVersion, new: PageVersion, rows: Sequence[int], columns: Sequence[int]
) -> Iterator[tuple[SegmentNumbers, int]]:
    """Yield, for segments of a rewritten passage, their older segments and their number."""
    pairs: list[tuple[SegmentNumbers, SegmentNumbers]] = []  # places in the passage
    if rows and columns and len(rows) + len(columns) > 2:
        langs = (new.document.lang, new.document.lang)
        evidences = [old.features(i) for i in rows], [new.features(j) for j in columns]
        beads = align_documents(*evidences, langs, PairModel(Lexicon(), initial_ratio(*langs)))
        pairs = [(bead.source, bead.target) for bead in beads if bead.source and bead.target]
        yield from ((tuple(rows[i] for i in sources), columns[j]) for sources, targets in pairs for j in targets)
    paired = {i for sources, _ in pairs for i in sources}, {j for _, targets in pairs for j in targets}
    borders = [(-1, -1), *((sources[-1], targets[-1]) for sources, targets in pairs), (len(rows), len(columns))]
    for (first, first_new), (last, last_new) in pairwise(borders):
        alone = [rows[i] for i in range(first + 1, last) if i not in paired[0]]
        other = [columns[j] for j in range(first_new + 1, last_new) if j not in paired[1]]
        yield from (((i,), j) for i, j in zip(alone, other, strict=False))


def courses(versions: Sequence[PageVersion]) -> list[SentenceCourse]:
    """Return the course of every sentence that changed; versions start with the newest.

    Sentences that were one in any version share a course (union–find).
    """
    leaders: dict[tuple[int, int], tuple[int, int]] = {}
    lead = partial(leader_of, leaders=leaders)
    added: dict[str, tuple[int, int]] = {}  # sentences that an older version lacks, by what they say
    for number, (new, old) in enumerate(pairwise(versions)):
        before = counterparts(old, new)
        for j, numbers in enumerate(before):
            if not numbers:
                added[new.keys[j]] = number, j
            for i in numbers:
                leaders[lead((number + 1, i))] = lead((number, j))
        for i in set(range(len(old.keys))).difference(*before):
            if old.keys[i] in added:  # it was away for a while
                leaders[lead((number + 1, i))] = lead(added.pop(old.keys[i]))
    places: defaultdict[tuple[int, int], SentenceCourse] = defaultdict(lambda: [()] * len(versions))
    for number, version in enumerate(versions):
        for i in range(len(version.keys)):
            places[lead((number, i))][number] += (i,)
    return [course for course in places.values() if len({*states(versions, course)}) > 1]


def states(versions: Sequence[PageVersion], course: SentenceCourse) -> list[tuple[str, ...]]:
    """Return the content of a sentence in each version."""
    return [tuple(version.keys[i] for i in numbers) for version, numbers in zip(versions, course, strict=True)]
