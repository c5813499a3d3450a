"""T402 okurigana-variant: a word with more okurigana in one place than in another, or against the glossary.

Why: 畳込み and 畳み込み are one word in two spellings. A page that has both looks unedited and is hard to search.
Bad: 畳み込みを二回行います。畳込みの後に正規化します。
Good: 畳み込みを二回行います。畳み込みの後に正規化します。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.languages.scripts import HIRAGANA, KATAKANA
from corpus.records import Mention
from glossary.matching.spellings import without_okurigana
from glossary.rules.calibration import LIKELY, NEARLY, RATHER, sign
from glossary.rules.context import RuleContext
from glossary.rules.orthography._katakana import Spellings, concept_at, in_title, unlisted_violations
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.unidic_readings import HAN_CHARACTER, UnidicReading, readings, words
from glossary.termbase.termbase import Termbase
from glossary.termbase.termbase_facts import termbase_fact

_COMPOUND, _WORD, _UNLISTED = sign("T402.compound", RATHER), sign("T402.word", NEARLY), sign("T402.unlisted", LIKELY)

_HIRAGANA = re.compile(f"[{HIRAGANA}]")
_KATAKANA = re.compile(f"[{KATAKANA}]")
_DONE = ("済み", "済")  # 学習済みモデル: one character that is no noun by itself
# Longer than the cabinet's general rule, and tolerated; of all other words the longer spelling is the general one.
_TOLERATED = frozenset(("表わす", "著わす", "現われる", "行なう", "断わる", "賜わる"))
SoundKey = tuple[str, str]  # Han characters and sound


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield words in more than one spelling, and, as one decision, terms that the glossary spells otherwise."""
    words_by_key = _words_by_sound(page)
    _add_unknown(page, words_by_key)
    mixed_starts: set[int] = set()
    for spelt in words_by_key.values():
        if len(spelt) > 1:
            yield from _mixed_violations(page, spelt)
            mixed_starts |= {place.start for places in spelt.values() for place in places}
    yield from _unlisted_violations(page, mixed_starts)


def _words_by_sound(page: RuleContext) -> dict[SoundKey, dict[str, list[DocumentSpan]]]:
    """Return the words of the page by what their spellings share: Han characters and sound."""
    words_by_key: defaultdict[SoundKey, defaultdict[str, list[DocumentSpan]]] = defaultdict(lambda: defaultdict(list))
    for reading, place in words(page):
        if not in_title(page, place) and _counts(page, reading, place):
            words_by_key[_key(reading)][reading.base].append(place)
    return {key: dict(spelt) for key, spelt in words_by_key.items()}


def _key(reading: UnidicReading) -> SoundKey:
    if reading.text in _DONE and not reading.inflected:
        return "済", "スミ"
    return "".join(HAN_CHARACTER.findall(reading.text)), reading.base_sound


def _counts(page: RuleContext, reading: UnidicReading, place: DocumentSpan) -> bool:
    """Return whether a word shows how the page spells it; within compounds okurigana is often left out (取扱説明書)."""
    if _HIRAGANA.search(reading.text):
        return True
    before, after = page.text[place.start - 1 : place.start], page.text[place.end : place.end + 1]
    if reading.text in _DONE and not reading.inflected:
        return before.isalnum() and not HAN_CHARACTER.match(after)
    return len(reading.text) > 1 and not HAN_CHARACTER.match(before) and not HAN_CHARACTER.match(after)


def _add_unknown(page: RuleContext, words_by_key: dict[SoundKey, dict[str, list[DocumentSpan]]]) -> None:
    """Add spellings that the dictionary lacks or splits, such as 畳込み, if the page has the longer one."""
    with_kana = [
        (text, places) for spelt in words_by_key.values() for text, places in spelt.items() if _HIRAGANA.search(text)
    ]
    known_starts = {place.start for _, places in with_kana for place in places}
    for spelt in words_by_key.values():
        for shorter in sorted({shorter for longer in spelt for shorter in without_okurigana(longer)}):
            if _HIRAGANA.search(shorter) and shorter in page.text:
                places = [place for place in _places(page, shorter) if place.start not in known_starts]
                if places:
                    spelt[shorter] = sorted(spelt.get(shorter, []) + places)


def _places(page: RuleContext, word: str) -> Iterator[DocumentSpan]:
    for segment in page.own_prose:
        if word in segment.text:
            for match in re.finditer(word, page.plain(segment)):
                place = DocumentSpan(segment.start + match.start(), segment.start + match.end())
                if not in_title(page, place):
                    yield place


def _mixed_violations(page: RuleContext, spelt: Spellings) -> Iterator[Violation]:
    """Yield the violations of a word in more than one spelling: the page's majority decides, then the glossary."""
    policy = _policy(page.termbase)
    expected = max(spelt, key=lambda word: (len(spelt[word]), word in policy, word not in _TOLERATED, len(word)))
    for text, places in spelt.items():
        if text != expected:
            placeholders = {"spelt": text, "count": str(len(places)), "other": str(len(spelt[expected]))}
            sure = 1.0 if _HIRAGANA.search(text) and _HIRAGANA.search(expected) else _confidence_factor(page, places)
            concept_id = concept_at(page, places[0])
            clear = len(spelt[expected]) > len(places) or expected in policy
            # The places by what stands there, in order.
            spans_by_surface = grouped(sorted(places), lambda place: page.text[place.start : place.end])
            for surface, spans in list(spans_by_surface.items()):
                right = _inflected(surface, text, expected) if clear else ""
                yield Violation(tuple(spans), concept_id, "mixed", placeholders, (expected,), right, "", sure, text)


def _inflected(surface: str, text: str, expected: str) -> str:
    """Return the expected spelling with the inflection used here: 行った for 行なった; empty if that is unclear."""
    if surface == text:
        return expected
    stem, ending = text[:-1], text[-1:]
    is_one = ending == expected[-1:] and _HIRAGANA.match(ending) and surface.startswith(stem)
    return expected[:-1] + surface[len(stem) :] if is_one else ""


def _confidence_factor(page: RuleContext, places: Sequence[DocumentSpan]) -> float:
    """Return the factor on the confidence: a whole word is surer than half a compound (読込 in 読込エラー)."""
    return _COMPOUND if all(_KATAKANA.match(page.text, place.end) for place in places) else _WORD


@termbase_fact
def _policy(termbase: Termbase) -> frozenset[str]:
    """Return the words with okurigana in the glossary's preferred forms."""
    forms = (form for concept in termbase.concepts for form in concept.in_language("ja"))
    preferred = {form.form for form in forms if form.status == "preferred" and _HIRAGANA.search(form.form)}
    return frozenset(word.base for form in preferred for _, word in readings(form))


def _unlisted_violations(page: RuleContext, mixed_starts: set[int]) -> Iterator[Violation]:
    """Yield the terms whose okurigana differ from every form of the glossary, as one decision."""
    variants = [
        use
        for use in page.uses
        if use.status == "variant" and _has_other_okurigana(use) and use.start not in mixed_starts
    ]
    yield from unlisted_violations(variants, _UNLISTED)


def _has_other_okurigana(use: Mention) -> bool:
    return use.surface != use.form and _HIRAGANA.sub("", use.surface) == _HIRAGANA.sub("", use.form)


RULE = Rule("T402", "okurigana-variant", "linguistic-conventions/spelling", "minor", 0.85, "document", find,
            languages=("ja",), yields_to=("T101", "T102"), fixable=True)  # fmt: skip
