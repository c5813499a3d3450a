"""Where katakana compounds may be parted: the joints that the glossary's own words show."""

from __future__ import annotations

from collections.abc import Iterable

from corpus import lazy_re as re
from corpus.languages.scripts import KATAKANA

_RUN = re.compile(f"[{KATAKANA}ー]{{6,}}")
_WORD = re.compile(f"[{KATAKANA}ー]{{3,}}")


def katakana_words(forms: Iterable[str]) -> frozenset[str]:
    """Return the forms that are one katakana word, without the length mark at their end."""
    return frozenset(form.removesuffix("ー") for form in forms if _WORD.fullmatch(form))


def with_nakaguro(form: str, words: frozenset[str]) -> str:
    """Return the form with ・ at its joints: メモリ・プロファイラ, where メモリ or プロファイラ is in the glossary."""
    return _RUN.sub(lambda run: _split_run(run[0], words), form)


def _split_run(run: str, words: frozenset[str]) -> str:
    for place in range(3, len(run) - 2):
        first, second = run[:place], run[place:]
        has_word = first.removesuffix("ー") in words or second.removesuffix("ー") in words
        if has_word and not second.startswith("ー"):
            return f"{first}・{second}"
    return run
