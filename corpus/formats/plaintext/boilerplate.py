"""Boilerplate on a scraped page outside the article: bylines, navigation, sharing, comments, copyright.

The patterns are data, in `boilerplate.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files

from corpus import lazy_re as re
from corpus.formats.plaintext.lines import display_columns, is_ended
from corpus.languages.scripts import CJK_CHARACTER

_DATA = tomllib.loads((files("corpus.formats.plaintext") / "boilerplate.toml").read_text(encoding="utf-8"))
_LONGEST_METADATA, _LONGEST_BOILERPLATE = 160, 200  # characters; longer lines are running text


def _union_pattern(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE | re.DOTALL)


def _metadata() -> re.Pattern[str]:
    metadata = _DATA["metadata"]
    labels = "|".join(label for lang in _DATA["labels"].values() for label in lang)
    date = f"(?:{'|'.join(metadata['date'])})"
    return _union_pattern(
        [
            rf"[*·•\s]*(?:{labels})\s*[:：|｜/／]\s*\S.*",
            metadata["before_date"] + date + metadata["weekday_and_time"] + metadata["after_date"],
            *metadata["patterns"],
        ]
    )


_METADATA = _metadata()
_NOTE = _union_pattern(_DATA["translation_note"]["patterns"])
_BAR = rf"(?:(?:{'|'.join(_DATA['boilerplate']['bar'])})(?>\s*[\d()（）.kKw万+]*\s*[|｜/／·•、]?\s*)){{2,}}"
_BOILERPLATE = _union_pattern([_BAR, *_DATA["boilerplate"]["patterns"]])
_SIDEBAR = _union_pattern(_DATA["sidebar"]["patterns"])


def is_metadata(text: str) -> bool:
    """Return whether a line is metadata about the article: a byline, a date, a source link."""
    fits = len(text) <= _LONGEST_METADATA and _METADATA.fullmatch(text) is not None
    return fits and not is_ended(text.rstrip("."))


def is_translation_note(text: str) -> bool:
    """Return whether a sentence names the original that this page translates."""
    return _NOTE.search(text) is not None


def is_boilerplate(text: str) -> bool:
    """Return whether a line is navigation, sharing, copyright and the like."""
    return len(text) <= _LONGEST_BOILERPLATE and _BOILERPLATE.fullmatch(text) is not None


def opens_sidebar(text: str) -> bool:
    """Return whether a line such as 相关阅读 or 関連記事 ends the article and begins a sidebar."""
    return _SIDEBAR.fullmatch(text) is not None


def is_label(text: str) -> bool:
    """Return whether a line is short and not a sentence: a tag, a counter, a link's name."""
    return display_columns(text) <= 48 and not is_ended(text) and (bool(CJK_CHARACTER.search(text)) or len(text) <= 32)
