"""Passages in English on a Chinese or Japanese page: sentences left as they were, and those kept on purpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.segments import PROSE
from glossary.rules.calibration import HALF, LIKELY, RATHER, sign
from glossary.rules.context import RuleContext, in_quoted_line
from glossary.rules.shared.english_words import HAN_OR_KANA, data, is_sentence, reads_as_code

_OPENS_A_QUOTATION = re.compile(r"""[\s*_|>-]*["“「『‘《]""")
_NUMBERED_REFERENCE = re.compile(r"\s*(?:[-*]\s*)?(?:<[^<>]*>)*\[\d{1,3}\]")
_PERSON = r"[A-Z][\w'’-]*\.?(?: [A-Z][\w'’-]*\.?){1,3}"
# What a reference begins with: Nan M. Laird and James Ware. S. De Vito, E. Massera, M. Piga,
_AUTHORS = re.compile(rf"\s*(?:[-*]\s+|\d{{1,3}}[.)]\s+)?{_PERSON}(?:(?:, and|,| and| &) {_PERSON})+[.,:] ?")
# One author: Michael I. Jordan. Gelman, A. With a year after them that ends a clause: (2006). , 2003.
_AUTHOR = re.compile(rf"\s*(?:[-*]\s+|\d{{1,3}}[.)]\s+)?(?:{_PERSON}\. |[A-Z][\w'’-]+, [A-Z]\.)")
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\)?[.,:]")
# A line of a table that is drawn with letters: its cells are no sentences.
_DRAWN_LINE = re.compile(r"^[ \t]*[:|+](?:[ \t][^\n]*)?[ \t][:|+](?:[ \t]|$)", re.MULTILINE)
_LONGEST_REFERENCE = 800  # characters
_PARAGRAPH_ENDS = re.compile(r"\n[ \t]*\n|\n[ \t]*(?=[-*] |\d{1,3}[.)] )")
_REFERENCE = re.compile(r"\b\d{1,4}\(\d{1,4}\): ?\d|\bet al\.|\bdoi: ?10\.|\barXiv[: ]\d")  # 72(358):320-338
_PROGRAM_MESSAGE = re.compile(r"[\s*_>`#-]*[^\W_]\w*(?:Error|Exception|Warning): ")  # searched for as it stands
_ESCAPED = re.compile(r"\\r|\\n|\\t")  # a row of data, not the page's own words
_LINK_TEXT = re.compile(r"\[[^\[\]]*\](?=\()")
_LINKED_WORK = re.compile(
    r"\[[^\[\]]+\]\(https?://(?:[\w-]+\.)*(?:arxiv\.org|doi\.org|openreview\.net|aclanthology\.org|aclweb\.org"
    r"|biorxiv\.org|neurips\.cc|nips\.cc|mlr\.press|thecvf\.com|jmlr\.org|dl\.acm\.org|ieeexplore\.ieee\.org)/[^()\s]*\)"
)
_ALT = re.compile(r"""\balt\s*=\s*["'{`]+\Z""")
_COLONS = (":", "：")
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_FEWEST_SHARED = 2  # concepts, names of code or figures
_LONGEST_LIST = 40  # segments of a list that are looked back over
_SHARE = 0.75  # of the passage's: what a page speaks of stands in every other paragraph


def is_alternative(text: str, segment: Segment) -> bool:
    """Return whether a segment is the alternative text of a picture in HTML."""
    return _ALT.search(text, max(0, segment.start - 20), segment.start) is not None


def passages(page: RuleContext) -> Iterator[list[Segment]]:
    """Yield the English sentences, grouped until a segment in the page's own language comes between."""
    passage: list[Segment] = []
    for segment in page.segments:
        if segment.kind not in PROSE:
            continue
        if HAN_OR_KANA.search(segment.text):
            if passage:
                yield passage
            passage = []
        elif segment.text_lang == "en" and segment.kind != "heading" and _is_left_untranslated(page, segment):
            passage.append(segment)
    if passage:
        yield passage


def _is_left_untranslated(page: RuleContext, segment: Segment) -> bool:
    """Return whether a segment is a sentence that should have been translated."""
    text = segment.text
    if _OPENS_A_QUOTATION.match(text) or _ESCAPED.search(text):
        return False
    if reads_as_code(text) or is_drawn(segment):
        return False
    if is_kept_english(page, segment) or (
        page.is_quoted(segment.start, segment.end) and not _is_in_note(page, segment)
    ):
        return False
    return is_sentence(_LINK_TEXT.sub(" ", page.plain(segment)))


def _is_in_note(page: RuleContext, segment: Segment) -> bool:
    """Return whether it is in quoted lines (`>`) that are a note by the page: its language stands next to it there."""
    beside = (
        page.segments[ordinal]
        for ordinal in (segment.ordinal - 1, segment.ordinal + 1)
        if 0 <= ordinal < len(page.segments)
    )
    return any(in_quoted_line(page.text, other.start) and HAN_OR_KANA.search(other.text) for other in beside)


def is_kept_english(page: RuleContext, segment: Segment) -> bool:
    """Return whether it stays in English: legal notices, bibliographies, messages of programs, the site's own words.
    In acknowledgements, sentences are translated, but names are not.
    """
    text, section = segment.text.casefold(), (segment.section or "").casefold()
    if _PROGRAM_MESSAGE.match(segment.text):
        return True
    if _is_of_reference(page, segment) or _REFERENCE.search(segment.text):
        return True
    if any(phrase in text for phrase in data()["kept_passages"]) or any(
        heading in section for heading in data()["kept_sections"]
    ):
        return True
    return any(word in section for word in data()["thanks"]) and not is_sentence(segment.text)


def is_linked_work(text: str) -> bool:
    """Return whether a text is the title of a paper that it links to, and has no other words."""
    return _LINKED_WORK.search(text) is not None and not re.search(r"\b[a-z]{2,}", _LINKED_WORK.sub("", text))


def _is_of_reference(page: RuleContext, segment: Segment) -> bool:
    """Return whether its paragraph begins like a bibliography item: with a number in brackets, or with authors."""
    earliest = max(0, segment.start - _LONGEST_REFERENCE)
    ends = _PARAGRAPH_ENDS.finditer(page.text, earliest, segment.start)
    begin = max((match.end() for match in ends), default=earliest)
    if any(begins.match(page.text, begin) for begins in (_NUMBERED_REFERENCE, _AUTHORS)):
        return True
    author = _AUTHOR.match(page.text, begin)
    after = _PARAGRAPH_ENDS.search(page.text, segment.end, begin + _LONGEST_REFERENCE) if author else None
    end = after.start() if after else begin + _LONGEST_REFERENCE
    return author is not None and _YEAR.search(page.text, author.end(), end) is not None


def is_drawn(segment: Segment) -> bool:
    """Return whether a segment is part of a table drawn with characters, which no parser splits into cells."""
    return segment.kind != "table_cell" and _DRAWN_LINE.search(segment.text) is not None


_QUOTED, _BESIDE_CODE = sign("english.quoted", RATHER), sign("english.beside-code", HALF)
_AFTER_COLON = sign("english.after-colon", LIKELY)


def by_company(page: RuleContext, passage: Sequence[Segment]) -> float:
    """Return how sure it is, by its neighbours, that a passage lacks a translation: no example, no repetition."""
    if _is_value(page, passage[0]):
        return 1.0  # beside it stand the values of other keys, which say nothing of it
    before, after = _neighbours(page, passage)
    if page.is_quoted(passage[0].start, passage[0].end):
        return _QUOTED
    if (
        (before and _shows(before[-1]))
        or _is_repeated_beside(page, passage, before)
        or _is_repeated_beside(page, passage, after)
    ):
        return _BESIDE_CODE
    return _AFTER_COLON if before and before[-1].text.rstrip().endswith(_COLONS) else 1.0


def _is_value(page: RuleContext, segment: Segment) -> bool:
    """Return whether a segment is the value of a front matter key or an attribute: markup opens its line."""
    before = page.segments[segment.ordinal - 1] if segment.ordinal else None
    return before is not None and before.kind == "markup" and "\n" not in page.text[before.end : segment.start]


def is_shown(page: RuleContext, passage: Sequence[Segment]) -> bool:
    """Return whether the page says that what follows is an example; it may be the first or a later item of a list."""
    ordinal = passage[0].ordinal - 1
    first = max(0, ordinal - _LONGEST_LIST)
    while ordinal > first and page.segments[ordinal].kind == "list_item" == passage[0].kind:
        if HAN_OR_KANA.search(page.segments[ordinal].text):
            break
        ordinal -= 1
    return ordinal >= 0 and _shows(page.segments[ordinal])


def _shows(segment: Segment) -> bool:
    """Return whether it announces an example, a quotation, or what a model reads or writes."""
    text = segment.text.rstrip()
    return text.endswith(_COLONS) and any(phrase in text.casefold() for phrase in data()["shown_after"])


def _neighbours(page: RuleContext, passage: Sequence[Segment]) -> tuple[list[Segment], list[Segment]]:
    """Return the prose before and after a passage, in page order; on each side at most one segment more than it has."""
    first, last, most = passage[0].ordinal, passage[-1].ordinal, len(passage) + 1
    back, on = range(first - 1, -1, -1), range(last + 1, len(page.segments))
    before, after = (
        list(islice((page.segments[ordinal] for ordinal in ordinals if page.segments[ordinal].kind in PROSE), most))
        for ordinals in (back, on)
    )
    return before[::-1], after


def _is_repeated_beside(page: RuleContext, passage: Sequence[Segment], beside: Sequence[Segment]) -> bool:
    """Return whether a neighbour says the same in the page's own language, as on bilingual pages. Paragraphs below a
    heading always have its words, so for a heading only another heading counts.
    """
    is_heading = passage[0].kind == "heading"
    cjk_segments = [
        segment
        for segment in beside
        if HAN_OR_KANA.search(segment.text) and not (is_heading and segment.kind != "heading")
    ]
    passage_content, beside_content = _content(page, passage), _content(page, cjk_segments)
    shared = len(passage_content & beside_content)
    return shared >= _FEWEST_SHARED and shared >= _SHARE * len(passage_content)


def _content(page: RuleContext, segments: Sequence[Segment]) -> set[str]:
    """Return what a translation shares with its original: concepts, names of code, figures."""
    content = {use.concept_id for segment in segments for use in page.mentions_in(segment)}
    for segment in segments:
        content.update(page.text[span.start : span.end].strip("`") for span in segment.protected)
        content.update(_FIGURE.findall(page.plain(segment)))
    return content
