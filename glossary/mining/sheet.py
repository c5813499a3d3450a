"""Candidates as a table in CSV: written for a terminologist, read back with decisions."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from corpus.languages import TARGETS
from glossary.mining.mine import TermCandidate

_DECISION, _KEY = "decision", "key"
_ACCEPTED = frozenset(("accept", "accepted", "yes", "y", "1", "true", "x"))
_REJECTED = frozenset(("reject", "rejected", "no", "n", "0", "false"))


class DecisionError(ValueError):
    """A file of decisions cannot be used; says what is wrong and what to do."""


def sheet(candidates: Iterable[TermCandidate]) -> str:
    """The table, with a byte order mark so that spreadsheets take it for UTF-8; `decision` is for the terminologist."""
    languages = sorted(TARGETS, reverse=True)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow([_DECISION, "term", "probability", "uses", "documents", *languages, "contexts", _KEY])
    for candidate in candidates:
        writer.writerow(
            [
                "",
                _safe(candidate.term),
                f"{candidate.probability:.2f}",
                len(candidate.phrase.uses),
                candidate.phrase.documents,
                *(_safe(listed_renderings(candidate, lang)) for lang in languages),
                _safe(" | ".join(f"{left}[{surface}]{right}" for _, left, surface, right in candidate.contexts)),
                _safe(candidate.phrase.term),
            ]
        )
    return "\ufeff" + file.getvalue()


def listed_renderings(candidate: TermCandidate, lang: str, most: int = 4) -> str:
    """The commonest renderings with their counts: 张量 ×12, tensor ×3."""
    return ", ".join(f"{form} ×{uses:,}" for form, uses in candidate.renderings[lang].counts[:most])


def decisions(content: bytes, name: str) -> dict[str, bool]:
    """The terms that a table accepts or rejects; rows without a decision are open. Raises DecisionError."""
    try:
        rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise DecisionError(f"{name}: no table in UTF-8 ({error}); save it as CSV UTF-8") from None
    if rows and not {_DECISION, _KEY} <= rows[0].keys():
        raise DecisionError(
            f"{name}: no columns {_DECISION} and {_KEY}; take a file of `glossary candidates --format csv`"
        )
    return {
        _unsafe(row[_KEY]): decided
        for number, row in enumerate(rows, 2)
        if (decided := _decided(row, number, name)) is not None
    }


def _decided(row: Mapping[str, str | None], number: int, name: str) -> bool | None:
    word = (row[_DECISION] or "").strip().casefold()
    if not word:
        return None
    if word not in _ACCEPTED | _REJECTED:
        raise DecisionError(f"{name}: line {number}: decision is '{word}'; write accept or reject, or leave it empty")
    return word in _ACCEPTED


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


def _unsafe(text: str | None) -> str:
    return (text or "").removeprefix("'")
