"""Languages: what differs between them in a pack for each, and the tags that name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable

import tomli

from corpus import lazy_re as re
from corpus.languages import chinese
from corpus.languages.scripts import HALFWIDTH_KATAKANA, HAN, KANA

_JOINT = re.compile("[ -]")


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
    compound_joint: re.Pattern[str] = _JOINT  # what stands between the parts of a compound
    alternatives: str = " or "  # what stands between the forms that a message names
    quoted_alternatives: str = "” or “"  # the same where a message has them in quotation marks
    english_characters: float = 1.0  # characters of English that say as much as one of it
    kept_names: float = 0.7  # how often a name of the original stands in it in Latin letters; 0.65 to 0.8 where counted
    function_words: frozenset[str] = frozenset()  # words that no term consists of, as far as its script does not tell
    phrases: Traversable | None = None  # TOML with the words of reports in it, where the tables of reports lack them


def _function_words(code: str) -> frozenset[str]:
    """Return the function words of a language that taiyaku comes with."""
    table = tomli.loads((files("corpus.languages") / "function_words.toml").read_text(encoding="utf-8"))
    return frozenset(table[code].split())


_ENGLISH = LanguagePack(
    code="en",
    name="English",
    native_name="English",
    locale="en",
    html_lang="en",
    is_target=False,
    has_every_concept=True,
    tokenizer="corpus.tokenizers.en",
    kept_names=0.65,  # in texts that were aligned by hand
    function_words=_function_words("en"),
)


_CHINESE = LanguagePack(
    code="zh",
    name="Chinese",
    native_name="中文",
    locale="zh-CN",
    html_lang="zh-Hans",
    is_target=True,
    has_every_concept=True,
    tokenizer="corpus.tokenizers.zh",
    has_dictionary=True,
    aliases={"cn": "zh-CN", "tw": "zh-TW", "hk": "zh-HK", "chs": "zh-Hans", "cht": "zh-Hant"},
    script=re.compile(f"[{HAN}]"),
    locale_of=chinese.locale_of,
    sentence_ends="。｡",
    joiner="",
    compound_joint=re.compile(" ?的? ?"),
    alternatives=" 或 ",
    quoted_alternatives="”或“",
    english_characters=2.5,  # the median of documentation in three languages
    kept_names=0.8,  # in texts that were aligned by hand
    function_words=_function_words("zh"),
)

_JAPANESE = LanguagePack(
    code="ja",
    name="Japanese",
    native_name="日本語",
    locale="ja",
    html_lang="ja",
    is_target=True,
    has_every_concept=True,
    tokenizer="corpus.tokenizers.ja",
    extra="ja",
    library="fugashi",
    aliases={"jp": "ja-JP"},
    script=re.compile(f"[{KANA}{HALFWIDTH_KATAKANA}]"),
    mixes_with="zh",
    sentence_ends="。｡",
    joiner="",
    compound_joint=re.compile("[ ・]?の?[ ]?"),
    alternatives=" または ",
    quoted_alternatives="」または「",
    english_characters=1.9,  # the median of documentation in three languages
    kept_names=0.75,  # in texts that were aligned by hand
)

_PACKS: dict[str, LanguagePack] = {}
_TARGETS: dict[str, LanguagePack] = {}

# Views, so that whoever has imported them sees a language that is registered later.
KNOWN = _PACKS.keys()
TARGETS = _TARGETS.keys()  # languages of the documents that are checked; English ones are what they are checked against
NAMES: dict[str, str] = {}  # as English calls them


def register(language: LanguagePack) -> None:
    """Add a language, or replace its pack."""
    _PACKS[language.code], NAMES[language.code] = language, language.name
    _TARGETS.pop(language.code, None)
    if language.is_target:
        _TARGETS[language.code] = language


def unregister(code: str) -> None:
    """Remove a language."""
    for table in (_PACKS, _TARGETS, NAMES):
        table.pop(code, None)


def pack(lang: str) -> LanguagePack:
    """Return the pack of a language; raises KeyError if there is none."""
    return _PACKS[lang]


def packs() -> tuple[LanguagePack, ...]:
    """Return the packs of all languages, in order of registration."""
    return tuple(_PACKS.values())


def missing_extra(lang: str) -> str:
    """Return what to install for pages in a language; empty if nothing is missing."""
    library = _PACKS[lang].library
    return f"taiyaku[{_PACKS[lang].extra}]" if library and not is_installed(library) else ""


@cache
def is_installed(distribution: str) -> bool:
    """Return whether a distribution is installed."""
    try:
        version(distribution)
    except PackageNotFoundError:
        return False
    return True


def enumeration(codes: Sequence[str], conjunction: str) -> str:
    """Return languages, or other names, as a list in a message: en, ja or zh."""
    return f"{', '.join(codes[:-1])} {conjunction} {codes[-1]}" if len(codes) > 1 else "".join(codes)


for _pack in (_ENGLISH, _CHINESE, _JAPANESE):
    register(_pack)


def parse_tag(tag: str) -> Language | None:
    """Parse part of a folder or file name as a language tag; None if it is not one."""
    return _parsed(tag, tuple(KNOWN))


@lru_cache(maxsize=4096)
def _parsed(tag: str, codes: tuple[str, ...]) -> Language | None:
    pattern, aliases = _tag_pattern(codes)
    match = pattern.fullmatch(aliases.get(tag.lower(), tag))
    if not match:
        return None
    lang, script, region = match["lang"].lower(), match["script"], match["region"]
    parts = [lang, script.title() if script else "", region.upper() if region else ""]
    return Language(lang, "-".join(part for part in parts if part))


@cache
def _tag_pattern(codes: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of these languages' tags, and the tags of their other names."""
    pattern = re.compile(
        rf"(?P<lang>{'|'.join(map(re.escape, codes))})"
        r"(?:[-_](?P<script>hans|hant|latn|jpan))?(?:[-_](?P<region>[a-z]{2}|\d{3}))?",
        re.IGNORECASE,
    )
    return pattern, {alias: tag for pack in packs() for alias, tag in pack.aliases.items()}


def is_foreign_tag(name: str) -> bool:
    """Return whether a name is the tag of a language that taiyaku does not handle."""
    return _foreign().fullmatch(name) is not None and parse_tag(name) is None


@cache
def _foreign() -> re.Pattern[str]:
    table = tomli.loads((files("corpus.languages") / "tags.toml").read_text(encoding="utf-8"))
    return re.compile(rf"(?:{'|'.join(table['foreign'].split())})(?:[-_][A-Za-z]{{2,4}})?", re.IGNORECASE)


def is_traditional(locale: str) -> bool:
    """Return whether a BCP 47 tag means Chinese in Traditional characters."""
    parts = {*locale.split("-")}
    return "Hans" not in parts and not parts.isdisjoint(("Hant", "TW", "HK", "MO"))
