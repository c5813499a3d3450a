"""Clean text: what reviewers typed, made fit to keep: actions from any language, UTC times, no duplicate answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cache
from unicodedata import normalize

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.text.printable import quote_text
from glossary.decisions.decision import ACTIONS, Answer, ReviewError

_WORDS = re.compile(r"[a-z]+|[^\W\d_a-z]+")  # "accept 接受" and "accept接受" are two each
_MOST = 100  # characters; what is longer is a comment in the wrong place


def action(text: str) -> str:
    """Return the one of ACTIONS that a text names, in English, another language or both; fails naming the nearest."""
    tokens = _WORDS.findall(normalize("NFKC", text[:_MOST]).casefold())
    actions = {_names().get(word, "") for word in tokens}
    if len(actions) == 1 and "" not in actions and len(text) <= _MOST:
        return actions.pop()
    raise ReviewError(f"{quote_text(text)} is no decision; {_remedy(tokens, actions - {''})}")


@cache
def _names() -> dict[str, str]:
    # With the readers of workbooks, a fifth of a second.
    from glossary.desk.review.formats.xlsx.read_columns import words

    return {
        normalize("NFKC", word).casefold(): key for key, labels in words("actions").items() for word in labels.values()
    }


def _remedy(tokens: list[str], actions: set[str]) -> str:
    if len(actions) > 1:
        return f"choose one of {' and '.join(sorted(actions))}"
    near = [_names()[name] for word in tokens for name in get_close_matches(word, _names(), 1, 0.5)]
    nearest = next(iter([*actions, *near]), "")
    return f"the nearest is {nearest}" if nearest else f"use one of {', '.join(ACTIONS)}"


def deduplicated(answers: Iterable[Answer]) -> tuple[list[Answer], list[str]]:
    """Return one answer for each finding, or for some of its places, and a line for each contradiction."""
    by_places = grouped(answers, lambda answer: (answer.finding_id, frozenset(answer.places)))
    groups = by_places.values()
    return [group[0] for group in groups if _agree(group)], [
        _contradiction_text(group) for group in groups if not _agree(group)
    ]


def _agree(answers: Sequence[Answer]) -> bool:
    return len({replace(answer, place="") for answer in answers}) == 1


def _contradiction_text(answers: Sequence[Answer]) -> str:
    places = " and ".join(answer.place for answer in answers[:3]) + (" and more" if len(answers) > 3 else "")
    actions = " and ".join(dict.fromkeys(answer.action for answer in answers))
    differing = actions if " " in actions else f"{actions} in different words"
    return f"{places}: finding {quote_text(answers[0].finding_id)} is decided twice ({differing}); keep one"


_LONGEST_NAME = 100
_TIME = "write it like 2026-11-22T14:05:00Z"
# Tabs and line ends stay. Lone surrogates, which JSON can spell, are no text.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """Return the text without control characters and surrounding space."""
    return _SURROGATES.sub("\ufffd", _CONTROLS.sub("", text)).strip()


def name(text: str) -> tuple[str, str]:
    """Return a reviewer's name on one line, and what had to be left out; empty: nothing."""
    plain = " ".join(clean(text).split())
    if len(plain) > _LONGEST_NAME:
        return plain[:_LONGEST_NAME], f"a name of {len(text):,} characters; the first {_LONGEST_NAME} are kept"
    if plain != " ".join(text.split()):
        return plain, f"{quote_text(text)} is no plain name; read as {quote_text(plain)}"
    return plain, ""


def time(text: str) -> str:
    """Return a time in UTC as decisions keep it; empty for empty. Fails if it is invalid or has no time zone."""
    if not text:
        return ""
    try:
        moment = datetime.fromisoformat(text)
        moved = moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError) as error:
        raise ReviewError(f"{quote_text(text)} is no time; {_TIME}") from error
    if moved is None:
        raise ReviewError(f"{quote_text(text)} does not say its zone; {_TIME}")
    return moved.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"
