"""Mentions: the uses of concepts in a segment, and its published tokens."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.languages import pack
from corpus.records import Mention, Segment
from corpus.text.segments import own_spans
from corpus.tokenizers import Words
from glossary.matching import MatchedTerm, Matcher, Text
from glossary.matching.spans import SpanLike
from glossary.termbase.termbase import UNWANTED


def publish(words: Words, whole: Iterable[tuple[int, int]]) -> Words:
    """Overlay base words with `whole` spans (ordered, disjoint); a word that crosses a border is cut there."""
    result: Words = []
    index, position = 0, 0  # the next word, and how far words are already covered
    for start, end in whole:
        first = bisect_left(words, (start,), index)  # the first word that begins in the span or after it
        before = _replace_head(words[index:first], position)
        if before and before[-1][1] > start:
            cut = (before[-1][0], start)
            before = [*before[:-1], cut] if start > cut[0] else before[:-1]
        result += [*before, (start, end)]
        after = bisect_left(words, (end,), first)
        crosses = after > index and words[after - 1][1] > end
        index, position = (after - 1 if crosses else after), end
    return result + _replace_head(words[index:], position)


def _replace_head(words: Words, position: int) -> Words:
    """Return words without the part of the first that is before `position`."""
    if words and words[0][0] < position:
        return [(position, words[0][1]), *words[1:]] if words[0][1] > position else words[1:]
    return words


# The parts remain the mentions, so that rules compare them; each says where the whole stands.
_MOST_PARTS = 4  # as many as the terms of an alignment; with more it is rather a list than a name
_ZONES = ("prose", "heading")

TermExtent = tuple[int, int]


def compound_spans(uses: Sequence[MatchedTerm], text: str, lang: str) -> Mapping[TermExtent, TermExtent]:
    """Return the extent of the compound for each use that is part of one, by the use's own extent in `text`. `uses`
    are those of one segment, in order. English in a Chinese or Japanese text joins only English.
    """
    joints = {"source": pack("en").compound_joint}
    own_joint = pack(lang).compound_joint
    wholes: dict[TermExtent, TermExtent] = {}
    for run in _runs(_parts(uses), text, own_joint, joints):
        whole = run[0].start, run[-1].end
        wholes.update(((part.start, part.end), whole) for part in run if len(run) > 1)
    return wholes


def _parts(uses: Iterable[MatchedTerm]) -> Iterator[MatchedTerm]:
    """Yield the uses that may be part of a compound, one for each place."""
    end = -1
    for use in uses:
        if not use.nested and use.zone in _ZONES and use.status not in UNWANTED and use.start >= end:
            end = use.end
            yield use


def _runs(
    parts: Iterable[MatchedTerm], text: str, own_joint: re.Pattern[str], joints: Mapping[str, re.Pattern[str]]
) -> Iterator[list[MatchedTerm]]:
    run: list[MatchedTerm] = []
    for part in parts:
        if run:
            previous = run[-1]
            joint = joints.get(previous.status, own_joint)
            is_joined = (previous.status == "source") == (part.status == "source") and joint.fullmatch(
                text, previous.end, part.start
            )
            if not is_joined or len(run) == _MOST_PARTS:
                yield run
                run = []
        run.append(part)
    if run:
        yield run


def annotate_all(
    segments: Sequence[Segment], words: Sequence[Words], matcher: Matcher
) -> list[tuple[Segment, list[Mention]]]:
    """Return each segment of a document with its published tokens, and its mentions.

    `words` has the base words of each segment, counted from its start.
    """
    texts = [_text(segment, segment_words) for segment, segment_words in zip(segments, words, strict=True)]
    lang = segments[0].lang if segments else ""
    uses = matcher.find_on_page(texts, lang)
    return [_annotate_segment(*arguments) for arguments in zip(segments, words, texts, uses, strict=True)]


def _text(segment: Segment, words: Words) -> Text:
    borders = {0, len(segment.text), *(place for word in words for place in word)}
    foreign = segment.text_lang == "en" != segment.lang
    return Text(segment.text, own_spans(segment), segment.kind, segment.section or "", borders, foreign)


def _annotate_segment(
    segment: Segment, words: Words, text: Text, uses: Sequence[MatchedTerm]
) -> tuple[Segment, list[Mention]]:
    tokens = publish(words, _whole_tokens(uses, text.spans))
    published = replace(
        segment,
        tokens=[segment.text[start:end] for start, end in tokens],
        token_starts=[segment.start + start for start, _ in tokens],
    )
    borders = text.borders or ()
    wholes = compound_spans(uses, segment.text, segment.text_lang) if len(uses) > 1 else {}
    return published, [_mention(segment, use, number, borders, wholes) for number, use in enumerate(uses)]


def _whole_tokens(uses: Sequence[MatchedTerm], spans: Sequence[SpanLike]) -> Words:
    """Return the stretches that are one token each: the longest mentions, and the rest of protected spans."""
    mentions = sorted({(use.start, use.end) for use in uses if not use.nested})
    ends = [end for _, end in mentions]
    whole = list(mentions)
    for span in spans:
        position = span.start
        for place in range(bisect_right(ends, span.start), len(mentions)):
            start, end = mentions[place]
            if start >= span.end:
                break
            whole += [(position, start)] if start > position else []
            position = end
        whole += [(position, span.end)] if position < span.end else []
    return sorted(whole)


def _mention(
    segment: Segment, use: MatchedTerm, number: int, borders: Container[int], wholes: Mapping[TermExtent, TermExtent]
) -> Mention:
    whole = wholes.get((use.start, use.end))
    return Mention(
        mention_id=f"{segment.segment_id}-{number:03d}",
        segment_id=segment.segment_id,
        doc_id=segment.doc_id,
        work=segment.work,
        lang=segment.lang,
        concept_id=use.concept_id,
        form=use.form,
        status=use.status,
        surface=use.surface,
        start=segment.start + use.start,
        end=segment.start + use.end,
        zone=use.zone,
        token_aligned=use.start in borders and use.end in borders,
        nested=use.nested,
        confidence=use.confidence,
        compound_start=segment.start + whole[0] if whole else None,
        compound_end=segment.start + whole[1] if whole else None,
    )
