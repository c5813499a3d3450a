"""Actions: which decision the words in a cell mean, in whatever language and case they stand."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from unicodedata import normalize

from corpus import lazy_re as re
from corpus.text.printable import quote_text
from glossary.decisions.decision import ACTIONS, ReviewError
from glossary.desk.review.formats.xlsx.labels import words

_WORDS = re.compile(r"[a-z]+|[^\W\d_a-z]+")  # "accept 接受" and "accept接受" are two each
_MOST = 100  # characters; what is longer is a comment in the wrong place


def action(text: str) -> str:
    """Read one of ACTIONS, by its English word, by that of another language, or by both; fails naming the nearest."""
    tokens = _WORDS.findall(normalize("NFKC", text[:_MOST]).casefold())
    actions = {_names().get(word, "") for word in tokens}
    if len(actions) == 1 and "" not in actions and len(text) <= _MOST:
        return actions.pop()
    raise ReviewError(f"{quote_text(text)} is no decision; {_remedy(tokens, actions - {''})}")


@cache
def _names() -> dict[str, str]:
    return {
        normalize("NFKC", word).casefold(): key for key, labels in words("actions").items() for word in labels.values()
    }


def _remedy(tokens: list[str], actions: set[str]) -> str:
    if len(actions) > 1:
        return f"choose one of {' and '.join(sorted(actions))}"
    near = [_names()[name] for word in tokens for name in get_close_matches(word, _names(), 1, 0.5)]
    nearest = next(iter([*actions, *near]), "")
    return f"the nearest is {nearest}" if nearest else f"use one of {', '.join(ACTIONS)}"
