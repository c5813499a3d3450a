"""T403 nakaguro-variant: a katakana compound with ・ or a space in one place and without in another.

Why: メモリ・プロファイラー and メモリプロファイラー are one thing, but a search for one does not find the other.
Bad: メモリ・プロファイラーを使います。メモリプロファイラーは遅くありません。
Good: メモリプロファイラーを使います。メモリプロファイラーは遅くありません。
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import HAN, WORD_KATAKANA
from glossary.rules.calibration import PERHAPS, sign
from glossary.rules.context import RuleContext
from glossary.rules.orthography._katakana import (
    KatakanaRun,
    KatakanaWord,
    base,
    in_title,
    listed_runs,
    listed_words,
    runs,
    split_run,
    words_of,
)
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.metalinguistic import is_itself
from glossary.termbase.termbase import ALLOWED, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_HABITUAL = sign("T403.habit", PERHAPS)

_PARTED = re.compile(f"(?<![{WORD_KATAKANA}])[{WORD_KATAKANA}]{{2,}}+(?:[・･ ][{WORD_KATAKANA}]{{2,}}+)+")
_WORD = re.compile(f"[{WORD_KATAKANA}]+")
_LIST = re.compile(f"[・･]|.[{HAN}]", re.DOTALL)  # what stands beside an item of a list, or half of one
_SEPARATORS = ("・", " ")
_PARTICLES = frozenset(("フォン", "ヴァン"))  # of names: フォン・ノイマン
_HABIT = 3  # compounds without ・ that make a habit
_SHOWN = 4  # compounds named in a message


class WordPair(NamedTuple):
    """Two words that form a compound, and what separates them: ・, a space or nothing."""

    first: str
    second: str
    between: str
    place: DocumentSpan


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield compounds that the page joins in two ways, and, as one decision, those joined against its habit."""
    of_page = runs(page)
    known_words = words_of(of_page, page.termbase)
    parted = list(_separated_compounds(page, known_words))
    joined = list(_joined_compounds(of_page, known_words, {_key(pair) for pair in parted}))
    pairs_by_key: defaultdict[str, list[WordPair]] = defaultdict(list)
    for pair in (*parted, *joined):
        if not in_title(page, pair.place) and not is_itself(page.text, pair.place.start, pair.place.end):
            pairs_by_key[_key(pair)].append(pair)
    mixed = {key for key, pairs in pairs_by_key.items() if len({pair.between for pair in pairs}) > 1}
    usual = _usual_separator(pairs_by_key.values())
    for key in sorted(mixed):
        yield from _mixed_violations(pairs_by_key[key], page, usual)
    yield from _stray_violations([pairs for key, pairs in pairs_by_key.items() if key not in mixed], page)


def _key(pair: WordPair) -> str:
    """Return the key that a pair shares with its other spellings."""
    return (pair.first + pair.second).replace("ー", "")


def _separated_compounds(page: RuleContext, known_words: Container[str]) -> Iterator[WordPair]:
    """Yield the compounds whose words are separated by ・ or a space."""
    listed = listed_runs(page.termbase)
    for segment in page.own_prose:
        for match in _PARTED.finditer(page.plain(segment)):
            if _is_list(match[0], known_words) or match[0].partition("・")[0] in _PARTICLES:
                continue
            start = segment.start + match.start()
            for word, other in pairwise(_WORD.finditer(match[0])):
                first, second = (_parts(run[0], known_words, listed) for run in (word, other))
                last, next_word = first[-1], second[0]
                place = DocumentSpan(start + word.start() + last.start, start + other.start() + len(next_word.text))
                yield WordPair(last.text, next_word.text, match[0][word.end()].replace("･", "・"), place)


def _parts(run: str, known_words: Container[str], listed: Container[str]) -> Sequence[KatakanaWord]:
    """Return the words of a run; a term of the glossary is not split: データセット."""
    return [KatakanaWord(run, 0)] if run in listed else split_run(KatakanaRun(run), known_words)


def _is_list(text: str, known_words: Container[str]) -> bool:
    """Return whether ・ separates independent nouns, データ・モデル・コード: three or more that are not known as one
    word.
    """
    words = text.split("・")
    return len(words) > 2 and base("".join(words)) not in known_words


def _joined_compounds(
    of_page: Iterable[KatakanaRun], known_words: Container[str], keys: Container[str]
) -> Iterator[WordPair]:
    """Yield the compounds written without a separator. A run that cannot be split counts if `keys`, those of the
    separated compounds, have it.
    """
    for run in of_page:
        words = split_run(run, known_words)
        if len(words) == 1 and run.text.replace("ー", "") in keys:
            yield from (WordPair(run.text, "", "", DocumentSpan(start, start + len(run.text))) for start in run.places)
        for word, other in pairwise(words):
            end = other.start + len(other.text)
            yield from (
                WordPair(word.text, other.text, "", DocumentSpan(start + word.start, start + end))
                for start in run.places
            )


def _usual_separator(groups: Iterable[Sequence[WordPair]]) -> str:
    """Return the most common separator of the page's compounds; no separator wins ties."""
    count = Counter(pair.between for pairs in groups for pair in pairs)
    return max(count, key=lambda between: (count[between], between == ""), default="")


def _mixed_violations(pairs: Sequence[WordPair], page: RuleContext, usual: str) -> Iterator[Violation]:
    """Yield the violations of a compound that the page joins in two ways. Its majority decides, then the glossary. If
    that goes against the page's other compounds, the reader decides.
    """
    count = Counter(pair.between for pair in pairs)
    is_listed = {between: _key(pairs[0]) in _listed_compounds(page.termbase)[between != ""] for between in count}
    if usual == " ":
        return
    unspaced = [between for between in count if between != " "]  # a space between kana is never what to write
    majority = max(unspaced, key=lambda between: (count[between], is_listed[between], between == ""))
    first = min(pair.place for pair in pairs if pair.between == majority)
    expected = page.text[first.start : first.end]
    for between in sorted(count.keys() - {majority}):
        minority = sorted((pair for pair in pairs if pair.between == between), key=lambda pair: pair.place)
        placeholders = {"count": str(count[between]), "other": str(count[majority])}
        for pair in minority:
            right = pair.first + majority + pair.second if pair.second else expected
            is_kept = right.replace(majority, "") == pair.first + pair.second  # no ー put in or left out
            clear = majority == usual and (count[majority] > count[between] or is_listed[majority])
            safe = right if is_kept and clear else ""
            yield Violation((pair.place,), "", "mixed", placeholders, (expected,), safe, key=_key(pairs[0]) + between)


@termbase_fact
def _listed_compounds(termbase: Termbase) -> tuple[frozenset[str], frozenset[str]]:
    """Return the glossary's compounds written without a separator, as whole words, and those written with ・."""
    forms = [form.form for concept in termbase.concepts for form in concept.in_language("ja") if form.status in ALLOWED]
    parted = (pairwise(match[0].split("・")) for form in forms for match in _PARTED.finditer(form))
    return (
        frozenset(run.replace("ー", "") for run in listed_runs(termbase)),
        frozenset((word + other).replace("ー", "") for pairs in parted for word, other in pairs),
    )


def _stray_violations(groups: Sequence[Sequence[WordPair]], page: RuleContext) -> Iterator[Violation]:
    """Yield the compounds with ・ on a page that writes others without, as the glossary does: one decision. Names, and
    pairs of equals such as エンコーダー・デコーダー, rightly have a ・; words that the glossary lists as one rightly
    have none.
    """
    known_words = listed_words(page.termbase)
    whole, parted = _listed_compounds(page.termbase)
    dotted = [
        pairs
        for pairs in groups
        if _has_needless_dot(pairs[0], page.text, known_words) and _key(pairs[0]) not in parted
    ]
    without = [pairs for pairs in groups if _is_joined(pairs[0]) and _key(pairs[0]) not in whole]
    if dotted and len(without) >= _HABIT:
        places = sorted(pair.place for pairs in dotted for pair in pairs)
        placeholders = {"parted": _compound_names(dotted, page), "joined": _compound_names(without, page)}
        severity = "minor" if len(dotted) > 1 else "neutral"
        yield Violation(tuple(places), "", "habit", placeholders, severity=severity, sure=_HABITUAL, key="habit")


def _is_joined(pair: WordPair) -> bool:
    return not pair.between and pair.second != ""


def _has_needless_dot(pair: WordPair, text: str, known_words: AbstractSet[str]) -> bool:
    """Return whether ・ separates two words that are neither a name nor items of a list: サイズ・ファイル名・日付."""
    start, end = pair.place.start, pair.place.end
    beside = (text[start - 1 : start] or " ") + text[end : end + 1]
    return (
        pair.between in _SEPARATORS
        and bool({base(pair.first), base(pair.second)} & known_words)
        and not _LIST.search(beside)
    )


def _compound_names(groups: Sequence[Sequence[WordPair]], page: RuleContext) -> str:
    places = sorted(pairs[0].place for pairs in groups)[:_SHOWN]
    return "、".join(page.text[place.start : place.end] for place in places)


RULE = Rule("T403", "nakaguro-variant", "terminology/inconsistent-use", "minor", 0.85, "document", find,
            languages=("ja",), fixable=True)  # fmt: skip
