"""The hard negatives: texts of our own that are right as they stand, though a naive check of a rule would flag them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import tomli

from tests.planting.bases import APART, Base

FOLDER = Path(__file__).parents[1] / "gold/hard-negatives"
LANGUAGES = ("zh", "ja")


@dataclass(frozen=True)
class Negative:
    """A text, or several pages that are judged together, with the English original where the rule is about it."""

    rule: str  # the rule that a naive check would raise
    lang: str
    why: str
    texts: tuple[str, ...]
    source: str = ""
    form: str = "md"
    contexts: tuple[str, ...] = ()

    @property
    def bases(self) -> tuple[Base, ...]:
        """The texts as pages."""
        return tuple(
            Base(f"negative/{number}", self.lang, text, self.source, "negatives", self.form, self.contexts)
            for number, text in enumerate(self.texts)
        )


def negatives(lang: str) -> Iterator[Negative]:
    """Those of a language, in the order of the file."""
    for row in tomli.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))["negative"]:
        head = row["rule"], lang, row["why"]
        yield from (Negative(*head, (text,)) for text in row.get("texts", ()))
        yield from (Negative(*head, (text,), source) for source, text in row.get("pairs", ()))
        yield from (Negative(*head, tuple(pages)) for pages in row.get("pages", ()))
        for units in row.get("units", ()):
            source, text = (APART.join(unit[side] for unit in units) for side in (0, 1))
            contexts = tuple("".join(unit[2:]) for unit in units)
            yield Negative(*head, (text,), source, "po", contexts if any(contexts) else ())
