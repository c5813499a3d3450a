"""The register of packs: which languages there are."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.languages import chinese, english, japanese
from corpus.languages.pack import LanguagePack

_PACKS: dict[str, LanguagePack] = {}
_TARGETS: dict[str, LanguagePack] = {}

# Views, so that whoever has imported them sees a language that is registered later.
KNOWN = _PACKS.keys()
TARGETS = _TARGETS.keys()  # languages of the documents that are checked; English ones are what they are checked against
NAMES: dict[str, str] = {}  # as English calls them


def register(language: LanguagePack) -> None:
    """Add a language, or put another pack in the place of its own."""
    _PACKS[language.code], NAMES[language.code] = language, language.name
    _TARGETS.pop(language.code, None)
    if language.is_target:
        _TARGETS[language.code] = language


def unregister(code: str) -> None:
    """Take a language out."""
    for table in (_PACKS, _TARGETS, NAMES):
        table.pop(code, None)


def pack(lang: str) -> LanguagePack:
    """Return the pack of a language."""
    return _PACKS[lang]


def packs() -> tuple[LanguagePack, ...]:
    """Return all languages, in the order in which they were registered."""
    return tuple(_PACKS.values())


def enumeration(codes: Sequence[str], conjunction: str) -> str:
    """Return languages as a message names them: en, ja or zh."""
    return f"{', '.join(codes[:-1])} {conjunction} {codes[-1]}"


for _module in (english, chinese, japanese):
    register(_module.PACK)
