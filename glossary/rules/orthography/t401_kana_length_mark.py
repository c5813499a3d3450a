"""T401 kana-length-mark: a katakana word with and without ー on one page, or against the glossary.

Why: プロファイラ and プロファイラー look like two things, and a search for one misses the other.
Bad: プロファイラを起動します。プロファイラーの結果を見ます。
Good: プロファイラーを起動します。プロファイラーの結果を見ます。
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf

from corpus import lazy_re as re
from corpus.languages.scripts import WORD_KATAKANA
from corpus.records import Mention
from glossary.rules.calibration import NEARLY, PERHAPS, RATHER, sign
from glossary.rules.context import RuleContext
from glossary.rules.orthography._katakana import (
    RUN,
    SHORTEST,
    SHOWN,
    KatakanaRun,
    Spellings,
    base,
    concept_at,
    in_title,
    listed_runs,
    runs,
    split_run,
    unlisted_violations,
    words_of,
)
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.metalinguistic import is_itself
from glossary.termbase.termbase import Termbase
from glossary.termbase.termbase_facts import termbase_fact

# English -er, -or and -ar; after other kana stand other endings too (スキーマ, メディア, レプリカ).
_AGENT = re.compile(f"[{WORD_KATAKANA}]{{2,}}(?:[タダサザバラガ]|ジャ)")
_NO_AGENT = re.compile("データ$|[ベシイゼ]ータ$|デルタ$|ラムダ$|カメラ$|オペラ$|クォータ$")
_MARKED = re.compile(f"[{WORD_KATAKANA}]{{2,}}[アカサタナハマヤラワガザダバパァャ]ー")


def is_bare(word: str) -> bool:
    """Return whether a word could have a ー at its end and has none."""
    return _AGENT.fullmatch(word) is not None and not _NO_AGENT.search(word)


def has_optional_mark(word: str) -> bool:
    """Return whether a word has a ー at its end that it could do without."""
    return _MARKED.fullmatch(word) is not None


def direction(surface: str, other: str) -> int:
    """Return 1 where another spelling of a word has more ー, -1 where it has fewer, else 0."""
    return _sign(other.count("ー") - surface.count("ー"))


def length_mark_custom(words: Iterable[Mapping[str, int]]) -> int:
    """Return 1 if words tend to end in ー, -1 if they tend not to, 0 if that is unclear. Each word comes with its
    spellings and how often each is used. It is clear if words and places agree; a single word in a single spelling
    shows no custom.
    """
    balances = [(_balance(spellings), len(spellings) > 1) for spellings in words]
    telling = [(balance, mixed) for balance, mixed in balances if balance is not None]
    if len(telling) == 1 and not telling[0][1]:
        return 0
    by_word = sum(_sign(balance) for balance, _ in telling)
    by_place = sum(balance for balance, _ in telling)
    return _sign(by_word + by_place) if by_word * by_place >= 0 else 0


def _balance(spellings: Mapping[str, int]) -> int | None:
    """Return how many more uses of a word end in ー than do not; None if it could not have one."""
    marks = [_mark(word, spellings) * count for word, count in spellings.items()]
    return sum(marks) if any(marks) else None


def _mark(word: str, spellings: Mapping[str, int]) -> int:
    """Return 1 if a word has an optional ー, -1 if it lacks a possible one, else 0; its other spellings tell, too."""
    if has_optional_mark(word) or word.removesuffix("ー") in spellings.keys() - {word}:
        return 1
    return -1 if is_bare(word) or f"{word}ー" in spellings else 0


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


_DASHES = tuple("―‐‑‒–—−")  # typed for ー
_LONG = 5  # kana without any ー: so long words that differ in a ー alone are one word, wherever it stands
_TWO_WORDS = frozenset(("クォータ", "クオータ"))  # quota; quarter ends in ー
_CHOICE = sign("T401.choice", NEARLY)  # the page may have a custom for this word alone
_HABIT = 4  # as many words without ー make a habit, where they are at least twice those with it
_UNLISTED, _HABITUAL = sign("T401.unlisted", RATHER), sign("T401.habit", PERHAPS)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield words in more than one spelling, words spelled unlike the glossary, and exceptions to the page's habit. A
    page is asked to add ー or to drop it, never both: as most of its words do, else as the glossary does.
    """
    words_by_key = _words(page)
    page_custom = length_mark_custom(
        {word: len(places) for word, places in spelt.items()} for spelt in words_by_key.values()
    )
    preference = page_custom or _glossary_custom(page.termbase)
    mixed = [spelt for key, spelt in words_by_key.items() if len(spelt) > 1 and key not in _TWO_WORDS]
    for spelt in mixed:
        yield from _mixed_violations(page, spelt, page_custom, preference)
    mixed_starts = sorted(place.start for spelt in mixed for places in spelt.values() for place in places)
    yield from _unlisted_violations(page, mixed_starts, preference)
    if page_custom < 0:
        yield from _strangers([next(iter(spelt.items())) for spelt in words_by_key.values() if len(spelt) == 1])


def _words(page: RuleContext) -> dict[str, dict[str, list[DocumentSpan]]]:
    """Return the katakana words of the page by the key that their spellings share, each spelling with its places."""
    words_by_key: defaultdict[str, defaultdict[str, list[DocumentSpan]]] = defaultdict(lambda: defaultdict(list))
    of_page = runs(page)
    known_words = words_of(of_page, page.termbase)
    for run in of_page:
        for word in split_run(run, known_words):
            if len(base(word.text)) >= SHORTEST:
                starts = [place + word.start for place in run.places]
                places = [DocumentSpan(start, start + len(word.text)) for start in starts]
                words_by_key[_key(word.text)][word.text] += [
                    span for span in places if not _is_not_own_word(page, span)
                ]
    return {key: {text: sorted(spans) for text, spans in spelt.items() if spans} for key, spelt in words_by_key.items()}


def _is_not_own_word(page: RuleContext, place: DocumentSpan) -> bool:
    """Return whether a word is not the page's own: in a title, mentioned as a word, or with a dash for its ー."""
    if page.text[place.end : place.end + 1] in _DASHES:
        return True
    return in_title(page, place) or is_itself(page.text, place.start, place.end)


def _key(word: str) -> str:
    """Return the key that the spellings of a word share."""
    bare = word.replace("ー", "")
    return bare if len(bare) >= _LONG else base(word)


@termbase_fact
def _glossary_custom(termbase: Termbase) -> int:
    """Return 1 if words in the glossary's preferred forms tend to end in ー, -1 if they tend not to, 0 if unclear."""
    return length_mark_custom({word: 1} for word in _policy(termbase))


@termbase_fact
def _policy(termbase: Termbase) -> frozenset[str]:
    """Return the words of the glossary's preferred forms that have a single spelling there."""
    return _spelt_in_one_way(termbase, listed_runs(termbase, preferred=True))


@termbase_fact
def _project_policy(termbase: Termbase) -> frozenset[str]:
    """Return the words of the project's own preferred forms that have a single spelling there."""
    forms = (form for concept in termbase.concepts if concept.is_project for form in concept.in_language("ja")[:1])
    return _spelt_in_one_way(termbase, {run for form in forms for run in RUN.findall(form.form)})


def _spelt_in_one_way(termbase: Termbase, texts: Iterable[str]) -> frozenset[str]:
    known_words = words_of((), termbase)
    words_by_key: defaultdict[str, set[str]] = defaultdict(set)
    for text in texts:
        for word in split_run(KatakanaRun(text), known_words):
            words_by_key[_key(word.text)].add(word.text)
    return frozenset(spelt.pop() for spelt in words_by_key.values() if len(spelt) == 1)


def _mixed_violations(page: RuleContext, spelt: Spellings, page_custom: int, preference: int) -> Iterator[Violation]:
    """Yield the violations of a word in more than one spelling. If the page's other words, or the glossary, go against
    most places of this word, the choice is left to the reader.
    """
    policy = [word for word in spelt if word in _policy(page.termbase)]
    project_words = [word for word in spelt if word in _project_policy(page.termbase)]
    most = max(map(len, spelt.values()))
    expected = max(
        project_words or [word for word, places in spelt.items() if len(places) == most],
        key=lambda word: (page_custom * _end(word), word in policy, preference * _end(word), word.count("ー"), word),
    )
    for text, places in spelt.items():
        if text != expected:
            concept_id, key = concept_at(page, places[0]), _key(text) + text[-1]
            placeholders = {"count": str(len(places)), "beside": expected, "other": str(len(spelt[expected]))}
            if expected in project_words or direction(text, expected) in (preference, 0):
                is_other_custom = page_custom and _end(text) != _end(expected)
                clear = expected in [*project_words, *policy] or most > len(places) or is_other_custom
                yield Violation(
                    tuple(places), concept_id, "mixed", placeholders, (expected,), expected if clear else "", key=key
                )
            else:
                yield Violation(tuple(places), concept_id, "either", placeholders, sure=_CHOICE, key=key)


def _end(word: str) -> int:
    """Return 1 if a word has a ー at its end, the feature that page customs are about; else 0."""
    return int(word.endswith("ー"))


def _unlisted_violations(page: RuleContext, mixed_starts: Sequence[int], preference: int) -> Iterator[Violation]:
    """Yield the terms whose ー differs from every form of the glossary throughout the page, as one decision."""
    variants = [use for use in page.uses if use.status == "variant" and _differs_in_mark(use)]
    variants = [use for use in variants if direction(use.surface, use.form) in (preference, 0)]
    variants = [
        use
        for use in variants
        if _first(mixed_starts, use.start) >= use.end and not _is_not_own_word(page, DocumentSpan(use.start, use.end))
    ]
    yield from unlisted_violations(variants, _UNLISTED)


def _differs_in_mark(use: Mention) -> bool:
    return use.surface != use.form and use.surface.replace("ー", "") == use.form.replace("ー", "")


def _first(starts: Sequence[int], start: int) -> float:
    """Return the first start at or after an offset; infinity if there is none."""
    number = bisect_left(starts, start)
    return starts[number] if number < len(starts) else inf


def _strangers(words: Sequence[tuple[str, Sequence[DocumentSpan]]]) -> Iterator[Violation]:
    """Yield the few words in -er with ー on a page that mostly writes such words without, as one decision."""
    bare = sorted({text for text, _ in words if is_bare(text)})
    marked = [(text, places) for text, places in words if has_optional_mark(text)]
    if marked and len(bare) >= max(_HABIT, 2 * len(marked)):
        places = sorted(place for _, spans in marked for place in spans)
        first = next(base(text) for text, spans in marked if places[0] in spans)
        placeholders = {"with": "、".join(text for text, _ in marked[:SHOWN]), "without": "、".join(bare[:SHOWN])}
        yield Violation(
            tuple(places), "", "habit", placeholders, (first,), severity="neutral", sure=_HABITUAL, key="habit"
        )


RULE = Rule(
    "T401", "kana-length-mark", "terminology/inconsistent-use", "minor", 0.9, "document", find,
    languages=("ja",), yields_to=("T101", "T102"), fixable=True,
)  # fmt: skip
