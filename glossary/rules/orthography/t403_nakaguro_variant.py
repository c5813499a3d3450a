"""T403 nakaguro-variant: a katakana compound with ・ or a space in one place and without in another.

Why: メモリ・プロファイラー and メモリプロファイラー are one thing, but neither a search nor a reader can be sure.
Bad: メモリ・プロファイラーを使います。メモリプロファイラーは遅くありません。
Good: メモリプロファイラーを使います。メモリプロファイラーは遅くありません。
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from glossary.rules.context import RuleContext
from glossary.rules.orthography._katakana import KatakanaRun, base, cut, listed, runs, words_of
from glossary.rules.orthography._positions import in_title
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.metalinguistic import is_itself
from glossary.termbase.termbase import ALLOWED, Termbase

_PARTED = re.compile("(?<![ァ-ヺー])[ァ-ヺー]{2,}+(?:[・･ ][ァ-ヺー]{2,}+)+")
_WORD = re.compile("[ァ-ヺー]+")
_LIST = re.compile("[・･]|.[\u3400-\u9fff]", re.S)  # what stands beside an item of a list, or half of one
_PARTICLES = frozenset(("フォン", "ヴァン"))  # of names: フォン・ノイマン
_HABIT = 3  # compounds without ・ that make a habit
_SHOWN = 4  # compounds named in a message


class WordPair(NamedTuple):
    """Two words that stand together as one, and what stands between them: ・, a space or nothing."""

    first: str
    second: str
    between: str
    place: DocumentSpan


def find(page: RuleContext) -> Iterator[Violation]:
    """Compounds that the page joins in two ways, and, as one decision, those joined against its habit."""
    if page.lang != "ja":
        return
    of_page = runs(page)
    known = words_of(of_page, page.termbase)
    parted = list(_parted(page, known))
    joined = list(_joined(of_page, known, {_key(one) for one in parted}))
    found: defaultdict[str, list[WordPair]] = defaultdict(list)
    for one in (*parted, *joined):
        if not in_title(page, one.place) and not is_itself(page.text, one.place.start, one.place.end):
            found[_key(one)].append(one)
    mixed = {key for key, pairs in found.items() if len({one.between for one in pairs}) > 1}
    usual = _usual(found.values())
    for key in sorted(mixed):
        yield from _mixed(found[key], page, usual)
    yield from _stray([pairs for key, pairs in found.items() if key not in mixed], page)


def _key(pair: WordPair) -> str:
    """What a pair has in common with itself in another spelling."""
    return (pair.first + pair.second).replace("ー", "")


def _parted(page: RuleContext, known: Container[str]) -> Iterator[WordPair]:
    """The compounds whose words ・ or a space parts."""
    for segment in page.own:
        for match in _PARTED.finditer(page.plain(segment)):
            if _is_list(match[0], known) or match[0].partition("・")[0] in _PARTICLES:
                continue
            start = segment.start + match.start()
            for one, other in pairwise(_WORD.finditer(match[0])):
                first, second = cut(KatakanaRun(one[0]), known)[-1], cut(KatakanaRun(other[0]), known)[0]
                place = DocumentSpan(start + one.start() + first.start, start + other.start() + len(second.text))
                yield WordPair(first.text, second.text, match[0][one.end()].replace("･", "・"), place)


def _is_list(text: str, known: Container[str]) -> bool:
    """Whether ・ parts nouns that stand for themselves, データ・モデル・コード: no three of them are known as one."""
    words = text.split("・")
    return len(words) > 2 and base("".join(words)) not in known


def _joined(of_page: Iterable[KatakanaRun], known: Container[str], keys: Container[str]) -> Iterator[WordPair]:
    """The compounds whose words nothing parts; `keys` are those of the others, among them some of unknown words."""
    for run in of_page:
        words = cut(run, known)
        if len(words) == 1 and run.text.replace("ー", "") in keys:
            yield from (WordPair(run.text, "", "", DocumentSpan(start, start + len(run.text))) for start in run.places)
        for one, other in pairwise(words):
            end = other.start + len(other.text)
            yield from (WordPair(one.text, other.text, "", DocumentSpan(at + one.start, at + end)) for at in run.places)


def _usual(found: Iterable[Sequence[WordPair]]) -> str:
    """What stands between the words of most compounds of the page: nothing where two tie."""
    count = Counter(pair.between for pairs in found for pair in pairs)
    return max(count, key=lambda between: (count[between], between == ""), default="")


def _mixed(pairs: Sequence[WordPair], page: RuleContext, usual: str) -> Iterator[Violation]:
    """What is to be said of a compound that the page joins in two ways.

    Its majority decides, then the glossary; what goes against the page's other compounds is for the reader to settle.
    """
    count = Counter(one.between for one in pairs)
    named = {between: _key(pairs[0]) in _listed(page.termbase)[between != ""] for between in count}
    kept = max(count, key=lambda between: (count[between], named[between], between == ""))
    first = min(one.place for one in pairs if one.between == kept)
    expected = page.text[first.start : first.end]
    for between in sorted(count.keys() - {kept}):
        own = sorted((one for one in pairs if one.between == between), key=lambda one: one.place)
        said = {"count": str(count[between]), "other": str(count[kept])}
        for one in own:
            right = one.first + kept + one.second if one.second else expected
            is_kept = right.replace(kept, "") == one.first + one.second  # no ー put in or left out
            clear = kept == usual and (count[kept] > count[between] or named[kept])
            safe = right if is_kept and clear else ""
            yield Violation((one.place,), "", "mixed", said, (expected,), safe, key=_key(pairs[0]) + between)


@lru_cache(maxsize=4)
def _listed(termbase: Termbase) -> tuple[frozenset[str], frozenset[str]]:
    """The compounds of the glossary that nothing parts, as whole words, and those that ・ parts."""
    forms = [form.form for concept in termbase.concepts for form in concept.in_language("ja") if form.status in ALLOWED]
    parted = (pairwise(match[0].split("・")) for form in forms for match in _PARTED.finditer(form))
    return (
        frozenset(run.replace("ー", "") for run in listed(termbase)),
        frozenset((one + other).replace("ー", "") for pairs in parted for one, other in pairs),
    )


def _stray(found: Sequence[Sequence[WordPair]], page: RuleContext) -> Iterator[Violation]:
    """The compounds with ・ where the page writes others without, as the glossary does: one decision.

    Names, and pairs of equals such as エンコーダー・デコーダー, have a ・ by right; words that the glossary lists as
    one have none by right.
    """
    known = {base(run) for run in listed(page.termbase)}
    whole, parted = _listed(page.termbase)
    dotted = [
        pairs for pairs in found if _has_needless_dot(pairs[0], page.text, known) and _key(pairs[0]) not in parted
    ]
    without = [pairs for pairs in found if _is_joined(pairs[0]) and _key(pairs[0]) not in whole]
    if dotted and len(without) >= _HABIT:
        places = sorted(one.place for pairs in dotted for one in pairs)
        said = {"parted": _named(dotted, page), "joined": _named(without, page)}
        severity = "minor" if len(dotted) > 1 else "neutral"
        yield Violation(tuple(places), "", "habit", said, severity=severity, sure=0.6, key="habit")


def _is_joined(pair: WordPair) -> bool:
    return not pair.between and pair.second != ""


def _has_needless_dot(pair: WordPair, text: str, known: Set[str]) -> bool:
    """Whether ・ parts two words that are no name, and no items of a list: サイズ・ファイル名・日付."""
    start, end = pair.place.start, pair.place.end
    beside = (text[start - 1 : start] or " ") + text[end : end + 1]
    return pair.between == "・" and bool({base(pair.first), base(pair.second)} & known) and not _LIST.search(beside)


def _named(found: Sequence[Sequence[WordPair]], page: RuleContext) -> str:
    places = sorted(pairs[0].place for pairs in found)[:_SHOWN]
    return "、".join(page.text[one.start : one.end] for one in places)


RULE = Rule("T403", "nakaguro-variant", "terminology/inconsistent-use", "minor", 0.85, "document", find)
