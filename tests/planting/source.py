"""Errors that the English original shows: numbers, code, links, terms, and sentences left, lost or added."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import tomli

from corpus.text.protected_spans import protected_spans
from tests.flows.command import ROOT
from tests.planting.bases import SENTENCES
from tests.planting.edits import Edit
from tests.planting.ground import Couple, Ground, Use, meanings, termbase
from tests.planting.terms import is_name

_NUMBER = re.compile(r"(?<![\w.,:/#-])\d+(?:\.\d+)*(?![\w:/-]|[.,]\d)", re.ASCII)
_WIDE = str.maketrans({'"': "“", "'": "’", "=": "＝", "(": "（", ")": "）"})
TABLE = ROOT / "glossary/rules/source/_mistaken_senses.tsv"
_LEAST = 25  # characters of a sentence that is missed


@cache
def sentences(lang: str) -> tuple[str, ...]:
    """Sentences of our own, about what no page speaks of."""
    return tuple(tomli.loads(SENTENCES.read_text(encoding="utf-8"))[lang])


# --- numbers


def numbers(ground: Ground) -> Iterator[Edit]:
    """A number that the English sentence has too, changed: a digit, a part of a version, a percentage, 万 or 亿."""
    for couple in ground.couples:
        masked = ground.masked[couple.translation.start : couple.translation.end]
        english = couple.english.text
        for match in _NUMBER.finditer(masked):
            start, number = couple.translation.start + match.start(), match.group()
            if not re.search(rf"(?<![\d.]){re.escape(number)}(?!\d|\.\d)", english) or match.start() < 3:
                continue
            other, kind = _changed(number, masked[match.end() :], random.Random(f"{ground.base.work} {start}"))
            if not re.search(rf"(?<![\d.]){re.escape(other)}(?!\d|\.\d)", english + masked):
                yield Edit(start, start + len(number), other, kind, str(start))
    yield from _orders(ground)


def _changed(number: str, after: str, chance: random.Random) -> tuple[str, str]:
    """Another number of the same shape, and what kind of number it is."""
    kind = "percent" if re.match(r"\s*[%％]", after) else "version" if "." in number else "digit"
    places = [position for position, char in enumerate(number) if char.isdigit()]
    position = places[-1] if kind == "version" else chance.choice(places)
    digits = [digit for digit in "123456789" if digit != number[position]]
    return number[:position] + chance.choice(digits) + number[position + 1 :], kind


def _orders(ground: Ground) -> Iterator[Edit]:
    """万 for 亿 and the other way round, 千 for 万: ten thousand times more or less than the English says."""
    for couple in ground.couples:
        if re.search(r"million|billion|trillion|thousand|\d{2},?000", couple.english.text):
            for match in re.finditer(
                r"(?<=\d)(\s?)([万亿億])", ground.masked[couple.translation.start : couple.translation.end]
            ):
                start = couple.translation.start + match.start(2)
                great = "億" if ground.lang == "ja" else "亿"
                yield Edit(
                    start, start + 1, great if match[2] == "万" else "万", "order", str(start), (start - 2, start + 1)
                )


# --- what is not translated


def protected(ground: Ground) -> Iterator[Edit]:
    """Inline code, an address or a link's target that is the English sentence's too, changed or dropped."""
    for couple in ground.couples:
        english = couple.english.text
        for span in protected_spans(couple.translation.text, 0, len(couple.translation.text), markup=True):
            surface = couple.translation.text[span.start : span.end]
            a, b = couple.translation.start + span.start, couple.translation.start + span.end
            if english.count(surface) != 1 or couple.translation.text.count(surface) != 1 or len(surface) < 5:
                continue
            for new, kind in _damaged(surface, span.kind):
                look = (couple.translation.start, couple.translation.end) if not new else None
                if new not in english or not new:
                    yield Edit(a, b, new, kind, str(a), look)


def _damaged(surface: str, kind: str) -> Iterator[tuple[str, str]]:
    """A protected surface as careless hands leave it."""
    if kind == "code" and re.fullmatch(r"`[^`]{3,}`", surface):
        inside = surface[1:-1]
        if number := re.search(r"\d+", inside):
            yield f"`{inside[: number.start()]}{int(number[0]) + 3}{inside[number.end() :]}`", "number in code"
        if "_" in inside:
            yield f"`{inside.replace('_', ' ', 1)}`", "_ lost"
        if "." in inside.strip("."):
            yield f"`{inside.replace('.', '。', 1)}`", "full stop in code"
            yield f"`{inside.rpartition('.')[0]}`", "last part lost"
        if re.search(r"[\"'=(]", inside):
            yield f"`{inside.translate(_WIDE)}`", "width in code"
    if kind in ("url", "link") and (host := re.search(r"https?://(?:[a-z]+\.)*?([a-z]{5,})\.", surface)):
        cut = host.start(1) + 2  # a letter less; another host altogether may be that of the translation
        yield surface[:cut] + surface[cut + 1 :], "letter lost in host"
        if re.search(r"/\w{4,}(?:\.html|/?\)|$)", surface):
            yield re.sub(r"/\w{4,}(\.html|/?\)|$)", r"/index\1", surface, count=1), "another page"


# --- terms


def other_term(ground: Ground) -> Iterator[Edit]:
    """The rendering of a term that the English sentence has, replaced by that of another concept."""
    couples = {couple.translation.segment_id: couple for couple in ground.couples}
    for use in ground.uses:
        couple = couples.get(use.segment.segment_id)
        if couple and _is_said(use, couple) and _stands_once(use, ground):
            for other in _confusable(use, couple):
                yield Edit(use.start, use.end, other, "one like it", use.concept.id)
            for near, kind in ((True, "concept of its domain"), (False, "concept of another")):
                for other in _others(use, ground, near):
                    yield Edit(use.start, use.end, other, kind, use.concept.id)


def wrong_sense(ground: Ground) -> Iterator[Edit]:
    """A word that the English sentence has once, rendered in a sense that the table of T502 lists as wrong."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()[1:]
    rows = [[field.split(" | ") for field in line.split("\t")] for line in lines]
    for couple in ground.couples:
        text, english = couple.translation.text, couple.english.text.lower()
        for lang, (name,), wrong, right, unless in rows:
            words = re.findall(r"[a-z]+", english)
            once = [form for form in right if text.count(form) == 1 and len(form) > 1]
            if lang == [ground.lang] and words.count(name) == 1 and once and not {*words} & {*unless}:
                start = couple.translation.start + text.index(once[0])
                yield Edit(start, start + len(once[0]), wrong[0], "everyday sense", str(start))


def _is_said(use: Use, couple: Couple) -> bool:
    """Whether the English sentence has the concept, once, in its preferred form."""
    english = termbase().preferred(use.concept.id, "en")
    uses = re.findall(rf"(?<![A-Za-z-]){re.escape(english)}s?(?![A-Za-z-])", couple.english.text)
    return len(uses) == 1 and len(english) >= 5 and len(meanings(english, "en")) == 1


def _stands_once(use: Use, ground: Ground) -> bool:
    """Whether the sentence says it once, in a word that is neither the English name nor part of another word there."""
    uses = [
        candidate
        for candidate in ground.by_concept[use.concept.id]
        if candidate.segment.segment_id == use.segment.segment_id
    ]
    return len(uses) == 1 and not is_name(use.concept, ground.lang) and use.segment.text.count(use.surface) == 1


def _confusable(use: Use, couple: Couple) -> Iterator[str]:
    """The renderings of concepts that are taken for this one, where the English sentence has none of them."""
    for pair in tomli.loads(SENTENCES.read_text(encoding="utf-8"))["confusions"]:
        for confused, other in (pair, pair[::-1]):
            english, lang = termbase().preferred(other, "en"), use.form.lang
            rendering = termbase().preferred(other, lang)
            is_said = english.casefold() in couple.english.text.casefold() or rendering in couple.translation.text
            if confused == use.concept.id and not is_said and not set(rendering) & set(use.surface):
                yield rendering


def _others(use: Use, ground: Ground, near: bool) -> Iterator[str]:
    """Preferred renderings of two concepts that the page does not speak of, of the same domain or of another."""
    concepts = termbase().concepts
    start = (use.start * 7919) % len(concepts)
    fitting = (
        rendering
        for concept in (*concepts[start:], *concepts[:start])
        if (concept.domain == use.concept.domain) == near
        and not is_name(concept, ground.lang)
        and re.fullmatch(r"[^A-Za-z]{2,8}", rendering := termbase().preferred(concept.id, ground.lang))
        and rendering not in ground.text
        and not set(rendering) & set(use.surface)
        and len(meanings(rendering, ground.lang)) == 1
    )
    return islice(fitting, 2)


# --- sentences


def english_passage(ground: Ground) -> Iterator[Edit]:
    """A sentence in English: one of our own behind one of the page's, or the original of one in its place."""
    for segment in ground.running:
        if segment.kind == "paragraph" and segment.text[-1:] in "。！？":
            sentence = random.Random(f"{ground.base.work} {segment.start}").choice(sentences("en"))
            yield Edit(segment.end, segment.end, f" {sentence} ", "put in", str(segment.start))
    yield from _in_english(ground, "left")


def english_unit(ground: Ground) -> Iterator[Edit]:
    """A sentence, item or cell in the words of the original."""
    yield from _in_english(ground, "left")


def _in_english(ground: Ground, kind: str) -> Iterator[Edit]:
    for couple in ground.couples:
        words = re.findall("[A-Za-z]{2,}", re.sub("`[^`]*`", "", couple.english.text))
        if len(words) >= 6 and couple.translation.kind in ("paragraph", "list_item"):
            yield Edit(
                couple.translation.start,
                couple.translation.end,
                couple.english.text,
                kind,
                couple.translation.segment_id,
            )


def lost_or_added(ground: Ground) -> Iterator[Edit]:
    """A sentence of the original that is missing, or one that it does not have."""
    running = {segment.segment_id for segment in ground.running}
    for number, couple in enumerate(ground.couples):
        translation = couple.translation
        if translation.segment_id not in running or translation.text.startswith("!["):
            continue
        if translation.kind != "paragraph" or len(translation.text) < _LEAST or number in (0, len(ground.couples) - 1):
            continue
        look = (ground.couples[number - 1].translation.start, ground.couples[number + 1].translation.end)
        yield Edit(translation.start, translation.end, "", "lost", translation.segment_id, look)
        if translation.text[-1:] in "。！？":
            added = random.Random(f"{ground.base.work} {translation.start}").choice(sentences(ground.lang))
            yield Edit(translation.end, translation.end, added, "added", translation.segment_id)


KINDS = {  # by the rule that is to find them
    "T110": english_passage,
    "T303": numbers,
    "T305": protected,
    "T501": other_term,
    "T502": wrong_sense,
    "T504": english_unit,
    "T505": lost_or_added,
}
