"""A language pack: everything known about one language, so that no other module needs to name it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable

import tomli


@dataclass(frozen=True, slots=True)
class Language:
    """One of our languages, with the BCP 47 tag of its variety."""

    lang: str
    locale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguagePack:
    """Everything that differs between languages."""

    code: str  # as in the columns `lang`
    name: str  # as English calls it
    native_name: str
    locale: str  # BCP 47 tag of what names no region
    html_lang: str  # value of the attribute `lang`
    is_target: bool  # whether its documents are checked; English ones are what they are checked against
    has_every_concept: bool  # whether an entry without a form in it is incomplete
    tokenizer: str  # module with `cut(text)` and `VERSION`, imported when a text is to be cut
    extra: str = ""  # of taiyaku, with the tokenizer's libraries; empty where every installation has them
    library: str = ""  # the first of them, which says whether that extra is installed
    has_dictionary: bool = False  # whether that module has `is_word(word)` too
    aliases: Mapping[str, str] = field(default_factory=dict)  # folder names that are no BCP 47 tags, with the tags
    script: re.Pattern[str] | None = None  # a character that tells the language; None: its words do, in Latin letters
    mixes_with: str = ""  # a language whose script it writes beside its own, as Japanese does Chinese characters
    locale_of: Callable[[str], str] | None = None  # which variety a text is written in
    sentence_ends: str = ""  # characters that end a sentence whatever follows
    joiner: str = " "  # what stands between two sentences
    compound_joint: re.Pattern[str] = re.compile("[ -]")  # what stands between the parts of a compound
    alternatives: str = " or "  # what stands between the forms that a message names
    quoted_alternatives: str = "” or “"  # the same where a message has them in quotation marks
    english_characters: float = 1.0  # characters of English that say as much as one of it
    kept_names: float = 0.7  # how often a name of the original stands in it in Latin letters; 0.65 to 0.8 where counted
    function_words: frozenset[str] = frozenset()  # words that no term consists of, as far as its script does not tell
    phrases: Traversable | None = None  # TOML with the words of reports in it, where the tables of reports lack them


def function_words(code: str) -> frozenset[str]:
    """Return the function words of a language that taiyaku comes with."""
    table = tomli.loads((files("corpus.languages") / "function_words.toml").read_text(encoding="utf-8"))
    return frozenset(table[code].split())
