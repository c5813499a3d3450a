"""T404 script-variant: a character or word of the other Chinese script, or of Chinese in Japanese text.

Why: A conversion or a machine translation leaves 裡 on a Simplified page, 显着 for 显著, or 设定 in Japanese.
Bad: 這些参数的显着变化。
Good: 这些参数的显著变化。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.chinese import word_counts
from corpus.languages.scripts import CJK, HAN
from corpus.records import Segment
from corpus.tokenizers.zh import is_word
from glossary.matching.han_conversion import simplified
from glossary.rules.calibration import RATHER, sign
from glossary.rules.context import RuleContext
from glossary.rules.orthography._script_confusion import PageScript, WrongScriptWord, script_of, slips
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.names_in_code import is_spelled_throughout
from glossary.rules.shared.unidic_readings import readings
from glossary.rules.shared.visible_text import visible
from glossary.termbase.termbase import ALLOWED

_IN_OTHER_SCRIPT = sign("T404.passage", RATHER)

# Languages and scripts call themselves so, in whatever page.
_OWN_NAME = re.compile(
    "[繁正簡简][體体](?:中文|字)?(?:版|翻?[譯译][本者]?)?|[漢汉粵粤國国華华][語语]|中文[（(][繁正簡简][體体][)）]|[臺台][灣湾]|廣東話|日本[語语]"
)
_SURNAMES = frozenset("陈张刘杨黄赵吴孙马罗郑谢许邓冯叶苏蒋贾卢钟陆韩龚萧顾赖龙万钱汤阎严吕邹欧乔齐连简阙温庄闫")
_ONLY_SURNAMES = frozenset("陈刘杨赵吴郑邓冯蒋贾卢韩龚萧阎吕邹闫")  # of these, what hardly begins another word
_NAME_LENGTH = (2, 3)
_LONGEST_WORD = 4
_REACH = 20  # characters on either side that tell which word of Japanese it is
_PASSAGE = 5  # foreign characters of a sentence without any of its page's own: it is written in the other script
_HAN, _HAN_BEFORE = re.compile(f"[{HAN}]+"), re.compile(rf"[{HAN}]+\Z")
_JOINED_BEFORE, _JOINED_AFTER = re.compile(rf"(?:[{HAN}]|[A-Za-z0-9]+)\Z"), re.compile(f"[{HAN}]|[A-Za-z0-9]+")
_BRACKET_BEFORE, _BRACKET_AFTER = (
    re.compile(rf"[（(][{CJK}·]*\Z"),
    re.compile(f"[{CJK}·]{{0,20}}[）)]"),
)
_SHOWN = 5  # words named in a message
_SLIPS = 2
_SEVERAL = frozenset("发复历钟汇获尽坛团纤脏签须苏当饥弥恶帘卤摆罗赞")  # each several characters in the other script
_FREQUENT = 10_000  # times in jieba's dictionary: 里 has 77,054, 后 124,793; 升 has 4,813, 余 7,959
_MANY = 8  # words in the other script from which on they are one decision


class ForeignWord(NamedTuple):
    """A word in the wrong script."""

    word: str
    right: str
    place: DocumentSpan
    is_clear: bool  # what is right does not hang on what the sentence means
    has_right: bool  # with other characters it is a word of the page's language, as far as is known


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield every word in the wrong script; very many of them, or whole passages, are one decision each."""
    script = script_of(page)
    foreign_words: defaultdict[str, list[ForeignWord]] = defaultdict(list)
    passages: list[DocumentSpan] = []
    for segment, text in visible(page):
        wrong_words = list(slips(_OWN_NAME.sub(lambda match: " " * len(match[0]), text), script))
        if len(wrong_words) >= _PASSAGE and len(wrong_words) > len(script.native.findall(text)):
            passages += (
                [DocumentSpan(segment.start, segment.end)] if not page.is_quoted(segment.start, segment.end) else []
            )
        elif wrong_words and (script.native.search(text) or _is_label(segment, wrong_words)):
            for word in _words(page, script, text, page.segment_at(segment.start) or segment, wrong_words):
                foreign_words[word.word].append(word)
    yield from _script_violations(script, foreign_words)
    if passages:
        yield Violation(tuple(passages), "", f"passage-in-{script.name}", sure=_IN_OTHER_SCRIPT, key="passage")


def _is_label(segment: Segment, wrong_words: Sequence[WrongScriptWord]) -> bool:
    """Return whether a text without any character of the page's own script is still the page's: a heading, a cell.
    With more slips it is a title in the other script, as is most of what a site adds around a page.
    """
    return len(wrong_words) <= _SLIPS and segment.kind != "boilerplate"


def _words(
    page: RuleContext, script: PageScript, text: str, segment: Segment, wrong_words: Sequence[WrongScriptWord]
) -> Iterator[ForeignWord]:
    """Yield the words that contain the slips, except names and quotations."""
    right: defaultdict[tuple[int, int], dict[int, str]] = defaultdict(dict)
    tokens = _tokens(segment) if page.lang == "zh" else {}  # what UniDic makes of Chinese are no words
    for slip in wrong_words:
        start, end = tokens.get(slip.start, (slip.start, slip.end))
        span = (start, end) if slip.end <= end else (slip.start, slip.end)
        right[span] |= dict(enumerate(slip.right, slip.start))
    rights = {offset: char for chars in right.values() for offset, char in chars.items()}
    whole = "".join(rights.get(offset, char) for offset, char in enumerate(text))
    for (start, end), chars in right.items():
        word, place = text[start:end], DocumentSpan(segment.start + start, segment.start + end)
        is_japanese = page.lang == "ja" and _is_japanese(whole, start, end)
        is_name = _is_spelled_again(text, start, end) or (
            _is_name(page, word, place) and not _begins_word(page, whole, place, segment.start)
        )
        is_cited = is_name or text[start:end] in page.source  # the English has them too
        if _straddles(segment, place) or (page.lang == "zh" and not _is_word_once_fixed(whole, start, end)):
            continue
        if not page.is_quoted(place.start, place.end) and not is_cited and not _is_listed(page, script, place):
            several = script.name != "zh-Hans" and any(text[offset] in _SEVERAL for offset in chars)
            is_known = page.lang == "zh" or is_japanese
            is_word_now = is_japanese or _makes_word(whole, start, end)
            is_clear = not several and is_known and (is_word_now or not _may_be_name(page, place, whole[start:end]))
            has_right = is_known or not any(_han_neighbours(page.text, place))
            yield ForeignWord(word, whole[start:end], place, is_clear, has_right)


def _is_word_once_fixed(whole: str, start: int, end: int) -> bool:
    """Return whether the corrected text would be part of a dictionary word, or is a frequent word by itself. 昇 of 昇思
    would become 升思, which is no word: it is a name that its owners write so.
    """
    return _makes_word(whole, start, end) or (
        end - start == 1 and word_counts().get(simplified(whole[start:end]), 0) >= _FREQUENT
    )


def _may_be_name(page: RuleContext, place: DocumentSpan, right: str) -> bool:
    """Return whether a frequent character may be part of a name. It may if the page has it next to the same character
    or Latin word throughout.
    """
    before = _JOINED_BEFORE.search(page.text, max(place.start - _REACH, 0), place.start)
    after = _JOINED_AFTER.match(page.text, place.end, place.end + _REACH)
    return bool(
        (before and is_spelled_throughout(page, before.start(), place.end, f"{before[0]}{right}"))
        or (after and is_spelled_throughout(page, place.start, after.end(), f"{right}{after[0]}"))
    )


def _makes_word(whole: str, start: int, end: int) -> bool:
    """Return whether the corrected text would be part of a dictionary word."""
    first = max(start - _LONGEST_WORD + 1, 0)
    around = simplified(whole[first : end + _LONGEST_WORD - 1])
    opens, closes = start - first, end - first
    spans = (
        (left, right)
        for left in range(opens + 1)
        for right in range(max(closes, left + 2), min(left + max(_LONGEST_WORD, closes - opens), len(around)) + 1)
    )
    return any(is_word(around[left:right]) for left, right in spans)


def _is_listed(page: RuleContext, script: PageScript, place: DocumentSpan) -> bool:
    """Return whether the glossary has the words only in this form: 昇腾 of Ascend."""
    if script.name != "zh-Hans":
        return False
    covering = (
        use
        for use in page.mentions_touching(place.start, place.end)
        if use.start <= place.start and place.end <= use.end
    )
    forms = {form.form for use in covering for form in page.concept(use).in_language("zh") if form.status in ALLOWED}
    word = page.text[place.start : place.end]
    return any(word in form and form.replace(word, simplified(word)) not in forms for form in forms)


def _is_spelled_again(text: str, start: int, end: int) -> bool:
    """Return whether the words, in brackets, repeat those before them in the page's script: 樱井翔（櫻井翔）."""
    opens, closes = _BRACKET_BEFORE.search(text, max(start - _REACH, 0), start), _BRACKET_AFTER.match(text, end)
    if not opens or not closes:
        return False
    bracketed = text[opens.start() + 1 : closes.end() - 1]
    before = text[max(0, opens.start() - len(bracketed) - 2) : opens.start()].rstrip(" ")[-len(bracketed) :]
    alike = sum(simplified(char) == simplified(other) for char, other in zip(before, bracketed, strict=False))
    return len(before) == len(bracketed) > 1 and 2 * alike >= len(bracketed)


def _is_japanese(text: str, start: int, end: int) -> bool:
    """Return whether a place lies in a word of two or more characters that Japanese has, too: 設定, not 這様."""
    before, after = _HAN_BEFORE.search(text[max(start - _REACH, 0) : start]), _HAN.match(text, end, end + _REACH)
    first = start - len(before[0] if before else "")
    run = text[first : after.end() if after else end]
    return any(
        len(word.text) > 1 and first + offset <= start and end <= first + offset + len(word.text)
        for offset, word in readings(run)
    )


def _begins_word(page: RuleContext, whole: str, place: DocumentSpan, begin: int) -> bool:
    """Return whether a possible surname begins a Japanese word: 简 in 简単, not 孙 in 孙正义."""
    before, _ = _han_neighbours(page.text, place)
    is_surname = simplified(page.text[place.start]) in _SURNAMES
    first = place.start - begin - (0 if is_surname else len(before))
    return page.lang == "ja" and first >= 0 and _is_japanese(whole, first, first + 1)


def _straddles(segment: Segment, place: DocumentSpan) -> bool:
    """Return whether a place of several characters cuts the words at both its ends: 计画 in 设计画面."""
    starts, ends = (
        set(segment.token_starts),
        {start + len(token) for start, token in zip(segment.token_starts, segment.tokens, strict=True)},
    )
    cuts = place.start not in starts and place.end not in ends
    return segment.lang == "zh" and cuts and any(place.start < start < place.end for start in starts)


def _tokens(segment: Segment) -> dict[int, tuple[int, int]]:
    """Return, by offset in a segment, the span of the short Han word that covers it."""
    spans_by_offset: dict[int, tuple[int, int]] = {}
    for start, token in zip(segment.token_starts, segment.tokens, strict=True):
        if 1 < len(token) <= _LONGEST_WORD and _HAN.fullmatch(token):
            begin = start - segment.start
            spans_by_offset |= dict.fromkeys(range(begin, begin + len(token)), (begin, begin + len(token)))
    return spans_by_offset


def _is_name(page: RuleContext, word: str, place: DocumentSpan) -> bool:
    """Return whether a word may be, or be part of, a Chinese person's name: a surname first, in no dictionary."""
    before, after = _han_neighbours(page.text, place)
    tail = word + after
    names = [name for name in (word, tail, before + tail) if len(name) in _NAME_LENGTH]
    if len(before + tail) == 1:
        names.append(tail)
    if simplified(word) in _ONLY_SURNAMES:
        names.append(word + after[:2])
    modern = [simplified(name) for name in names]
    is_one = any(name[0] in _SURNAMES and (len(name) == 1 or not is_word(name[:2])) for name in modern)
    return is_one and not any(
        use.start <= place.start and place.end <= use.end for use in page.mentions_touching(place.start, place.end)
    )


def _han_neighbours(text: str, place: DocumentSpan) -> tuple[str, str]:
    """Return the Han characters before and after a word, as many as a name may have."""
    before = _HAN_BEFORE.search(text[max(place.start - _LONGEST_WORD, 0) : place.start])
    after = _HAN.match(text, place.end, place.end + _LONGEST_WORD)
    return before[0] if before else "", after[0] if after else ""


def _script_violations(script: PageScript, foreign_words: Mapping[str, Sequence[ForeignWord]]) -> Iterator[Violation]:
    if len(foreign_words) > _MANY:
        words = sorted((word for group in foreign_words.values() for word in group), key=lambda word: word.place)
        listing = "、".join(dict.fromkeys(f"{word.word} → {word.right}" for word in words[:_SHOWN]))
        placeholders = {"count": str(len(foreign_words)), "pairs": listing}
        for word in words:
            yield Violation(
                (word.place,), "", f"many-in-{script.name}", placeholders, (words[0].right,), _safe(word), key="script"
            )
        return
    for group in foreign_words.values():
        for word in group:
            right = (group[0].right,) if word.has_right else ()
            is_of_script = script.name != "ja" and not script.foreign.search(word.word)
            kind = "miswritten" if is_of_script else f"{'' if right else 'word-'}in-{script.name}"
            yield Violation((word.place,), "", kind, {}, right, _safe(word))


def _safe(word: ForeignWord) -> str:
    return word.right if word.is_clear else ""


RULE = Rule("T404", "script-variant", "linguistic-conventions/spelling", "minor", 0.9, "document", find,
            languages=("zh", "ja"), fixable=True)  # fmt: skip
