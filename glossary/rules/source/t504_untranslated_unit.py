"""T504 untranslated-unit: a heading, item, cell or short sentence that is the original's, word for word.

Why: Readers who know no English cannot go on, and others think that the page is unfinished.
Bad: ## Saving the model (the original's heading, above a section that was translated)
Good: ## 保存模型
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.records import Segment
from glossary.rules.calibration import FAINTLY, HALF, LIKELY, NEARLY, PERHAPS, RATHER, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.rule import DocumentSpan, Rule, Violation, fold_surface
from glossary.rules.shared.english_passages import (
    by_company,
    is_alternative,
    is_drawn,
    is_kept_english,
    is_linked_work,
    is_shown,
    passages,
)
from glossary.rules.shared.english_words import HAN_OR_KANA, WORD, is_sentence, reads_as_code
from glossary.rules.shared.names_in_code import is_named_in_code
from glossary.rules.source._untranslated_copies import (
    UntranslatedCopy,
    copies,
    english_comments,
    kept_by_page,
    letters,
)
from glossary.termbase.termbase import ALLOWED

_SURE_PAIR = 0.8
_FEWEST_OF_A_PAGE = 5
_WHOLE_PAGE = 0.5  # a page with more copies than this was not translated yet
_SHARE = 0.6  # of the words of a unit: with more names than that it is a name itself
_FEWEST_OF_A_PHRASE = 3
_AFTER_COLON = LIKELY  # factor from which on neighbours say little of what the original has too
# Each Word With A Capital: elsewhere it is a name.
_TITLED = {
    kind: sign(f"T504.title-{kind}", level)
    for kind, level in (("heading", RATHER), ("table_cell", HALF), ("list_item", HALF))
}
_WORD, _WORD_AMONG_TRANSLATED = sign("T504.word", PERHAPS), sign("T504.word-among-translated", RATHER)
_PHRASE, _SMALL_WORDS = sign("T504.phrase", NEARLY), sign("T504.small-words", HALF)
_SMALL_WORDS_IN_LIST = sign("T504.small-words-in-list", FAINTLY)
_NOT_ALIKE, _LINK = sign("T504.not-alike", NEARLY), sign("T504.link", PERHAPS)
_NAME_OF_PAGE = sign("T504.kept", PERHAPS)
_LEAST = 0.4
_TARGETS = re.compile(r"(?<=\])\([^()]*\)|https?://\S+")
_MARKER = re.compile(r"[\s>|*#+•-]*(?:\d{1,3}[.)]\s+)?")
_AFTER = re.compile(r"(?<![\s|])[\s|]+\Z")
_MARKS = re.compile(r"\*\*|__|\"|`")
_ENDS = re.compile(r"[.!?…][\s*_\"'”’)|]*\Z")
_ONE_LINK = re.compile(r"[\s>|*+•-]*(?:\d{1,3}[.)]\s+)?\[[^\[\]]*\]\(https?://[^()]*\)[\s|.]*")
_OUTPUT = re.compile(  # of data and programs
    r"\\r|\\n|\\t|\w(?:Error|Exception|Warning)\b|\.so\b|\bnot (?:defined|found|implemented)\b|\bNo module named\b"
)
_ADDRESS = r"(?:\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])"
_PICTURE = re.compile(
    rf"[\s>|*+•-]*\[?!\[(?P<words>[^\[\]\n]+)\](?P<address>{_ADDRESS})(?:\]{_ADDRESS})?(?:\{{[^{{}}]*\}})?[\s|.]*\Z"
)
_MOST_ALIKE = 2  # pictures that one text may stand for; a text of more is a tool's
_TITLE_OF_WORK = re.compile(r"[\W_]*[A-Z][\w+/-]*(?: [\w+/-]+){0,6}: [A-Z]")
_LONG_TITLE = 6  # words
_OF_PRODUCTS = re.compile(r"\d|\w-[A-Z]")
_VERSIONED = re.compile(r"(?<![\w.+-])[A-Za-z][A-Za-z_.+-]*\d[\w.+-]*", re.ASCII)  # Phi-3.5-vision, gpt-4o-mini
_DRAWN = re.compile(r"[|:\\+=_-]")
_MOST_DRAWN = 0.2  # share of the signs that lines of a table drawn with letters are made of


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the copied units that contain words; if nearly the whole page was copied, a single finding."""
    if page.original is None:
        return
    passage_ids = {segment.segment_id for passage in passages(page) for segment in passage}
    copied_units = [copy for copy in copies(page, _SURE_PAIR) if copy.common]
    if _is_whole_page(page, copied_units):
        first = next(
            (copy.segments[0] for copy in copied_units if copy.segments[0].segment_id in passage_ids),
            copied_units[0].segments[0],
        )
        yield Violation((_place((first,)),), message_id="page", words={"count": str(len(copied_units))}, key="page")
        return
    for copy in copied_units:
        sure = 0.0 if any(part.segment_id in passage_ids for part in copy.segments) else _copy_confidence(page, copy)
        if sure >= _LEAST:
            yield _copy_violation(page, copy, sure)
    for comment in english_comments(page):
        words = page.text[comment.start : comment.end]
        yield Violation(
            (DocumentSpan(comment.start, comment.end),),
            message_id="comment",
            severity="minor",
            sure=comment.sure,
            key=fold_surface(words).casefold(),
        )


def _is_whole_page(page: RuleContext, copied_units: Sequence[UntranslatedCopy]) -> bool:
    sentences = [pair for pair in page.pairs if any(is_sentence(part.text) for part in pair.source)]
    copied = [copy for copy in copied_units if is_sentence(copy.segments[0].text)]
    return len(copied) >= _FEWEST_OF_A_PAGE and len(copied) > _WHOLE_PAGE * len(sentences)


def _copy_violation(page: RuleContext, copy: UntranslatedCopy, sure: float) -> Violation:
    first = copy.segments[0]
    picture = _PICTURE.match(first.text) if len(copy.segments) == 1 else None
    is_picture = picture is not None or is_alternative(page.text, first)
    is_short = len(copy.common) == 1 and not _ENDS.search(copy.segments[0].text)
    return Violation(
        (_place(copy.segments) if picture is None else _inside(copy.segments[0], picture),),
        message_id="picture" if is_picture else _kind(copy) + ("" if copy.alike == 1.0 else "_nearly"),
        sure=sure,
        severity="minor" if is_picture or is_short else "",
        key=fold_surface(" ".join(copy.words)).casefold(),
    )


def _inside(segment: Segment, picture: re.Match[str]) -> DocumentSpan:
    """Return the place of a picture's alternative text."""
    return DocumentSpan(segment.start + picture.start("words"), segment.start + picture.end("words"))


def _kind(copy: UntranslatedCopy) -> str:
    return {"heading": "heading", "list_item": "item", "table_cell": "cell"}.get(copy.segments[0].kind, "sentence")


def _copy_confidence(page: RuleContext, copy: UntranslatedCopy) -> float:
    """Return how sure it is that a copy should have been translated."""
    first = copy.segments[0]
    place = _place(copy.segments)
    if any(is_kept_english(page, part) for part in copy.segments) or page.is_quoted(place.start, place.end):
        return 0.0
    if place.start > first.start and page.text[place.start - 1] == '"' == page.text[place.end : place.end + 1]:
        return 0.0  # said by a person, or a string; quotes around a value of front matter or a tag are outside of it
    if (
        _OUTPUT.search(first.text)
        or reads_as_code(first.text)
        or not (copy.has_content_word or _ENDS.search(first.text))
        or len(copy.common) < _SHARE * len(copy.words)
        or _is_own(copy)
        or _is_name(page, copy)
        or _is_made_by_tool(page, first)
        or is_shown(page, copy.segments)
        or any(map(is_drawn, copy.segments))
    ):
        return 0.0
    sure = _by_words(page, copy) * (1.0 if copy.alike == 1.0 else _NOT_ALIKE)
    company = by_company(page, copy.segments)
    sure *= 1.0 if company >= _AFTER_COLON else company
    if _ONE_LINK.fullmatch(first.text):  # often the title of what is linked
        sure *= _LINK
    return sure * (_NAME_OF_PAGE if kept_by_page(page, copy.common) else 1.0)


def _is_made_by_tool(page: RuleContext, segment: Segment) -> bool:
    """Return whether a tool wrote a picture's alternative text: it is in the file name, or other pictures share it."""
    picture = _PICTURE.match(segment.text)
    if picture is None:
        return False
    words = picture["words"]
    is_of_file = letters(words) in letters(picture["address"])
    return is_of_file or page.text.count(f"![{words}]") > _MOST_ALIKE


def _is_own(copy: UntranslatedCopy) -> bool:
    """Return whether a near copy has words of the page's language, or is drawn with characters instead of text."""
    text = " ".join(part.text for part in copy.segments)
    if copy.alike < 1.0 and HAN_OR_KANA.search(_TARGETS.sub("", text)):
        return True
    return len(_DRAWN.findall(_TARGETS.sub("", text))) > _MOST_DRAWN * len(text)


def _is_name(page: RuleContext, copy: UntranslatedCopy) -> bool:
    """Return whether a copy is a name: the title of a work, names in code, a product or a device in a table."""
    first = copy.segments[0]
    bare = _bare(first.text)
    if not WORD.search(_VERSIONED.sub("", bare)):
        return True
    if first.kind == "heading" and len(copy.words) >= _LONG_TITLE and _TITLE_OF_WORK.match(first.text):
        return True
    if is_linked_work(bare):
        return True
    if bare != bare.capitalize() and _stands_in_own_sentences(page, bare):
        return True
    if " " in bare and bare in _code(page):
        return True
    if bare in keyword.kwlist:
        return True  # a value: True
    if is_named_in_code(page, bare) or all(is_named_in_code(page, word) for word in copy.common):
        return True
    small = any(word[0].islower() for word in copy.common)
    if first.kind == "table_cell":
        return not small and (bool(_OF_PRODUCTS.search(bare)) or len(copy.common) < len(WORD.findall(bare)))
    return first.kind == "list_item" and not small and _begins_with_name(page, first)


@page_fact
def _code(page: RuleContext) -> str:
    """Return the page's blocks of code."""
    return "\n".join(segment.text for segment in page.segments if segment.kind == "code")


def _stands_in_own_sentences(page: RuleContext, words: str) -> bool:
    """Return whether the page has these words, letter for letter, in a sentence in its own language. They are a name
    then. Phrases of English that the page refers to do not count.
    """
    if not pack("en").function_words.isdisjoint(words.casefold().split()):
        return False
    return any(words in page.plain(segment) for segment in page.own_prose if segment.kind != "heading")


def _begins_with_name(page: RuleContext, segment: Segment) -> bool:
    """Return whether the first word is a name that stays in English: TensorFlow Hub."""
    word = re.search(r"[A-Za-z]\w*", segment.text)
    if word is None:
        return False
    start = segment.start + word.start()
    return any(use.start <= start < use.end and use.status in ALLOWED for use in page.mentions_in(segment))


def _bare(text: str) -> str:
    return re.sub(r"^[\s>|*#+•_-]*(?:\d{1,3}[.)]\s+)?|[\s|*_:]+$", "", text)


def _by_words(page: RuleContext, copy: UntranslatedCopy) -> float:
    """Return how likely lower-case letters, or the end of a sentence, show that a copy is words and not a name."""
    small = sum(word[0].islower() for word in copy.common)
    if len(copy.words) == 1:
        if copy.words[0].islower():  # beside names, or the name of a column, a value
            return _WORD if len(WORD.findall(copy.segments[0].text)) > 1 else 0.0
        is_among = copy.segments[0].kind == "heading" or _is_among_translated(page, copy.segments[0])
        return _WORD_AMONG_TRANSLATED if is_among else _WORD
    if copy.words[0].islower() and not _ENDS.search(copy.segments[0].text):
        if len(copy.common) >= _FEWEST_OF_A_PHRASE and not pack("en").function_words.isdisjoint(copy.common):
            return _PHRASE  # the hidden states of the model
        return _SMALL_WORDS if copy.segments[0].kind in ("heading", "paragraph") else _SMALL_WORDS_IN_LIST
    return 1.0 if small else _TITLED.get(copy.segments[0].kind, 0.0)


def _is_among_translated(page: RuleContext, cell: Segment) -> bool:
    """Return whether the cells or items next to one were translated, unlike those of a data set."""
    beside = page.segments[max(0, cell.ordinal - 2) : cell.ordinal + 3]
    return any(neighbour.kind == cell.kind and HAN_OR_KANA.search(neighbour.text) for neighbour in beside)


def _place(segments: Sequence[Segment]) -> DocumentSpan:
    """Return the place of the words, without bullet or number, the bar after them and marks around them."""
    first, last = segments[0], segments[-1]
    marker, after = _MARKER.match(first.text), _AFTER.search(last.text)
    start = first.start + (marker.end() if marker else 0)
    end = last.end - (len(after[0]) if after else 0)
    opening = _MARKS.match(first.text, start - first.start)
    closing = opening[0] if opening else ""
    while closing and last.text[: end - last.start].endswith(closing) and end - len(closing) > start + len(closing):
        start, end = start + len(closing), end - len(closing)
        closing = ""
    return DocumentSpan(start, end)


RULE = Rule("T504", "untranslated-unit", "accuracy/untranslated", "major", 0.95, "segment", find, trusts_original=True)
