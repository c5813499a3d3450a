"""Katakana: the runs of a page, and the words that they are made of."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import WORD_KATAKANA
from corpus.records import Mention
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Violation
from glossary.termbase.termbase import Termbase
from glossary.termbase.termbase_facts import termbase_fact

Spellings = Mapping[str, Sequence[DocumentSpan]]  # of a word: spelling → its places on the page
_QUOTES = "「『“《"
SHOWN = 4  # words named in a message


def in_title(page: RuleContext, place: DocumentSpan) -> bool:
    """Return whether a place lies in a longer quotation: others' words, others' spelling."""
    alone = page.text[place.start - 1 : place.start] in _QUOTES and page.text[place.end : place.end + 1] in "」』”》"
    return not alone and page.is_quoted(place.start, place.end, _QUOTES)


def concept_at(page: RuleContext, place: DocumentSpan) -> str:
    """Return the id of the concept whose term is exactly at a place; empty if the glossary knows none."""
    uses = page.mentions_touching(place.start, place.end)
    return next((use.concept_id for use in uses if (use.start, use.end) == (place.start, place.end)), "")


def unlisted_violations(variants: Sequence[Mention], sure: float) -> Iterator[Violation]:
    """Yield one decision for all terms of a page that the glossary spells differently."""
    if variants:
        pairs = dict.fromkeys(f"{use.surface} → {use.form}" for use in variants)
        words = {"pairs": "、".join([*pairs][:SHOWN]), "count": str(len(pairs))}
        places, expected = tuple(DocumentSpan(use.start, use.end) for use in variants), (variants[0].form,)
        yield Violation(places, "", "unlisted", words, expected, severity="neutral", sure=sure, key="glossary")


RUN = re.compile(f"[{WORD_KATAKANA}]{{2,}}")
SHORTEST = 3  # kana of a word that is looked for within others, its last ー aside: エラー and コピー are short ones
_LONGEST = 40  # kana of a run that is cut at all: no term is as long
_LONGEST_WORD = 14
_NEVER_FIRST = frozenset("ーンァィゥェォャュョヮッ")
_ENDING = "リング"  # of フィルタリング, クラスタリング and モニタリング: no word of its own after another one


class KatakanaRun(NamedTuple):
    """One stretch of katakana as a page writes it, and where; offsets into the document's text."""

    text: str
    places: tuple[int, ...] = ()
    borders: frozenset[int] = frozenset()  # where a word of the tokenizer begins or ends in it, counted from its start


class KatakanaWord(NamedTuple):
    """A word within a run, and where it begins there."""

    text: str
    start: int


def base(word: str) -> str:
    """Return the word without the length mark at its end."""
    return word.removesuffix("ー")


def runs(page: RuleContext) -> list[KatakanaRun]:
    """Return the katakana of the page's own prose outside code, in order of first places."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    borders: dict[str, frozenset[int]] = {}
    for segment in page.own_prose:
        for match in RUN.finditer(page.plain(segment)):
            start = segment.start + match.start()
            if match[0] not in places:
                borders[match[0]] = _borders_near(segment.token_starts, start, len(match[0]))
            places[match[0]].append(start)
    return [KatakanaRun(text, tuple(starts), borders[text]) for text, starts in places.items()]


def _borders_near(starts: Sequence[int], start: int, size: int) -> frozenset[int]:
    first, last = bisect_left(starts, start), bisect_left(starts, start + size)
    return frozenset(token_start - start for token_start in starts[first:last])


@termbase_fact
def listed_runs(termbase: Termbase, preferred: bool = False) -> frozenset[str]:
    """Return the katakana runs of the glossary's allowed Japanese forms, or of its preferred ones alone."""
    statuses = ("preferred",) if preferred else ("preferred", "admitted", "abbreviation")
    forms = (form for concept in termbase.concepts for form in concept.in_language("ja"))
    return frozenset(run for form in forms if form.status in statuses for run in RUN.findall(form.form))


@termbase_fact
def listed_words(termbase: Termbase) -> frozenset[str]:
    """Return the katakana runs of the glossary's allowed forms, without their last ー."""
    return frozenset(map(base, listed_runs(termbase)))


@termbase_fact
def _long_enough(termbase: Termbase) -> frozenset[str]:
    return frozenset(word for word in listed_words(termbase) if len(word) >= SHORTEST)


def words_of(page_runs: Iterable[KatakanaRun], termbase: Termbase) -> frozenset[str]:
    """Return the katakana words that a page and the glossary attest, without their last ー."""
    page_words = {base(run.text) for run in page_runs}
    return _long_enough(termbase).union(word for word in page_words if len(word) >= SHORTEST)


def split_run(run: KatakanaRun, words: Container[str]) -> tuple[KatakanaWord, ...]:
    """Return the run split into known words, else into one known word and the rest, else whole."""
    if len(run.text) > _LONGEST:
        return (KatakanaWord(run.text, 0),)
    return _cover_with_words(run.text, words) or _split_at_known(run, words) or (KatakanaWord(run.text, 0),)


def _cover_with_words(text: str, words: Container[str]) -> tuple[KatakanaWord, ...]:
    """Return the known words that make up the text, as many as possible; empty if they do not cover it."""
    best: dict[int, tuple[KatakanaWord, ...]] = {0: ()}
    for start in range(len(text)):
        if start in best:
            for end in _word_ends(text, start, words):
                if len(best.get(end, ())) <= len(best[start]):
                    best[end] = (*best[start], KatakanaWord(text[start:end], start))
    return best.get(len(text), ())


def _word_ends(text: str, start: int, words: Container[str]) -> Iterator[int]:
    """Yield the ends of known words that begin here, except the whole text, which says nothing about its parts."""
    for end in range(start + SHORTEST, min(start + _LONGEST_WORD, len(text)) + 1):
        part, rest = text[start:end], text[end:]
        if rest[:1] not in _NEVER_FIRST and rest != _ENDING and len(part) < len(text) and base(part) in words:
            yield end


def _split_at_known(run: KatakanaRun, words: Container[str]) -> tuple[KatakanaWord, ...]:
    """Return a known word at the end or beginning, and the rest, if the tokenizer splits there too; else nothing."""
    for place in sorted(run.borders):
        first, second = run.text[:place], run.text[place:]
        is_known = second != _ENDING and (base(second) in words or base(first) in words)
        if is_known and min(len(first), len(base(second))) >= SHORTEST:
            return KatakanaWord(first, 0), KatakanaWord(second, place)
    return ()
