"""T110 untranslated-passage: sentences that were left in English.

Why: Readers of a Chinese or Japanese page may not read English, and think that the passage is a mistake.
Bad: 请先保存模型。Then restart the process and load the model again.
Good: 请先保存模型，然后重启进程并重新加载模型。
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.languages.scripts import WIDE
from corpus.records import Segment
from corpus.text.segments import pairs_in
from glossary.rules.calibration import RATHER, sign
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation, fold_surface
from glossary.rules.shared.english_passages import by_company, is_alternative, is_kept_english, is_linked_work, passages
from glossary.rules.shared.english_words import HAN_OR_KANA, WORD, data, is_common, is_sentence

_WHOLE_PAGE = 0.1  # a page with less of its own writing than this was not translated at all
_FEWEST_OF_A_PAGE = 5  # sentences; fewer are a stub
_IN_A_SENTENCE = 8  # words of a clause that stands inside a Chinese or Japanese sentence
_KEY = 60  # characters by which a passage is known again
_FEWEST_OF_A_HEADING = 3  # words; shorter ones are names and labels
_SURE = {"table_cell": sign("T110.table-cell", RATHER)}  # often a row of data
_CLAUSE, _HEADING = sign("T110.clause", RATHER), sign("T110.heading", RATHER)
_MARKER = re.compile(r"[\s>|*#+•-]*(?:\d{1,3}[.)]\s+)?")
_STRETCH = re.compile(rf"[A-Za-z][^{WIDE}\n|]{{40,}}")


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the English passages, clauses and headings; a page entirely in English gets a single finding."""
    english_passages = list(passages(page))
    if _is_untranslated(page, english_passages):
        first = english_passages[0][0]
        yield Violation((_place(first),), message_id="page", key="page")
        return
    for passage in english_passages:
        yield _passage_violation(page, passage)
    yield from _clauses(page)
    yield from _headings(page)


def _passage_violation(page: RuleContext, passage: Sequence[Segment]) -> Violation:
    return Violation(
        tuple(_stretches_of(passage)),
        message_id="passage" if len(passage) > 1 else "",
        words={"count": str(len(passage)), "start": _start(page, passage[0])},
        severity="minor" if all(is_alternative(page.text, segment) for segment in passage) else "",
        sure=max(_SURE.get(segment.kind, 1.0) for segment in passage) * by_company(page, passage),
        key=fold_surface(passage[0].text)[:_KEY],
    )


def _stretches_of(passage: Sequence[Segment]) -> Iterator[DocumentSpan]:
    """Yield the places of a passage; consecutive sentences share one place."""
    first = last = passage[0]
    for segment in [*passage[1:], None]:
        if segment is None or segment.ordinal != last.ordinal + 1:
            yield DocumentSpan(_place(first).start, last.end)
            first = segment or first
        last = segment or last


def _is_untranslated(page: RuleContext, english_passages: Sequence[Sequence[Segment]]) -> bool:
    if sum(map(len, english_passages)) < _FEWEST_OF_A_PAGE:
        return False
    own_characters = sum(len(HAN_OR_KANA.findall(segment.text)) for segment in page.prose)
    foreign = (segment for segment in page.prose if not HAN_OR_KANA.search(segment.text))
    english = sum(sum(map(len, WORD.findall(segment.text))) for segment in foreign)
    return own_characters < _WHOLE_PAGE * english


def _clauses(page: RuleContext) -> Iterator[Violation]:
    """Yield long clauses in English inside sentences in the page's own language."""
    for segment in page.own_prose:
        if not HAN_OR_KANA.search(segment.text) or is_kept_english(page, segment):
            continue
        for start, end in _stretches(page.plain(segment)):
            place = DocumentSpan(segment.start + start, segment.start + end)
            if not page.is_quoted(place.start, place.end) and not _is_in_emphasis(page.text, place):
                text = segment.text[start:end]
                yield Violation(
                    (place,),
                    message_id="clause",
                    words={"start": _first_words(text)},
                    sure=_CLAUSE,
                    key=fold_surface(text)[:_KEY],
                )


def _is_in_emphasis(text: str, place: DocumentSpan) -> bool:
    """Return whether a clause is italic by itself, like a title or a line of a song; bold does not count."""
    before, last = text[max(0, place.start - 2) : place.start], text[place.end - 1 : place.end + 1].strip()[:1]
    return before[-1:] in ("*", "_") and before != "**" and before[-1:] == last


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of sentences without Han, kana or CJK punctuation that are not in brackets."""
    stretches = [match.span() for match in _STRETCH.finditer(text) if is_sentence(match[0], _IN_A_SENTENCE)]
    if not stretches or any(phrase in text.casefold() for phrase in data()["shown_after"]):
        return
    within = pairs_in(text)
    for start, end in stretches:
        end = start + len(text[start:end].rstrip())
        if not any(opens < start < closes for opens, closes in within):
            yield start, end


def _headings(page: RuleContext) -> Iterator[Violation]:
    """Yield one finding for all English headings that are not names."""
    headings = [heading for heading in page.prose if heading.kind == "heading" and _is_english_heading(page, heading)]
    if headings:
        yield Violation(
            tuple(map(_place, headings)),
            message_id="headings" if len(headings) > 1 else "heading",
            words={"count": str(len(headings)), "start": _start(page, headings[0])},
            severity="minor",
            sure=_HEADING,
            key="headings",
        )


def _is_english_heading(page: RuleContext, heading: Segment) -> bool:
    """Return whether a heading consists of common English words of which only the first is capitalised."""
    if HAN_OR_KANA.search(heading.text) or is_kept_english(page, heading) or page.is_quoted(heading.start, heading.end):
        return False
    if is_linked_work(heading.text):
        return False
    words = WORD.findall(page.plain(heading))
    if len(words) < _FEWEST_OF_A_HEADING or not words[0].istitle() or not all(map(str.islower, words[1:])):
        return False
    return all(is_common(word.lower(), page.termbase) or word.lower() in pack("en").function_words for word in words)


def _place(segment: Segment) -> DocumentSpan:
    """Return the place of a segment's words, without a leading bullet or number."""
    marker = _MARKER.match(segment.text)
    return DocumentSpan(segment.start + (marker.end() if marker else 0), segment.end)


def _start(page: RuleContext, segment: Segment) -> str:
    place = _place(segment)
    return _first_words(page.text[place.start : place.end])


def _first_words(text: str) -> str:
    words = text.split(maxsplit=7)
    return " ".join(words[:6]) + (" …" if len(words) > 6 else "")


RULE = Rule(
    "T110", "untranslated-passage", "accuracy/untranslated", "major", 0.95, "segment", find, yields_to=("T504",)
)
