"""Okurigana: kana that a Japanese compound of two verbs may leave out (畳み込み, 畳込み, 畳込)."""

from __future__ import annotations

from collections.abc import Iterator

from corpus import lazy_re as re
from corpus.languages.scripts import HAN, HIRAGANA

# 通則6 of the cabinet's rules on okurigana (1973): where nothing is misread, the kana of the first verb may go, and of
# both. Verbs end there in the i or e row; に and で are particles, as all kana of the other rows are, or endings.
_STEM = "いきぎしじちびみりえけげせぜてねべめれ"
_FIRST = re.compile(rf"(?<=[{HAN}])[{_STEM}](?=[{HAN}][{_STEM}])")
_LAST = re.compile(rf"(?<=[{HAN}])([{HAN}])[{_STEM}](?![{HIRAGANA}])")


def without_okurigana(form: str) -> Iterator[str]:
    """Yield the form with the kana of the first verb left out, and of both; nothing where it has none."""
    shorter = _FIRST.sub("", form)
    if shorter != form:
        yield shorter
        shortest = _LAST.sub(r"\1", shorter)
        if shortest != shorter:
            yield shortest
