"""Mentions: the uses of concepts in a segment, and the tokens that they make of its words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from corpus.records import Mention, Segment
from corpus.text.segments import own_spans
from corpus.tokenizers import Words
from corpus.tokenizers.merged_tokens import publish
from glossary.annotation.compound_spans import TermExtent, compound_spans
from glossary.matching import MatchedTerm, Matcher, Text
from glossary.matching.spans import SpanLike


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
    """Return the stretches that are one token: the longest mention at each place, and what mentions leave of protected
    spans.
    """
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
