"""The register of language packs: which languages there are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

import tomli

from corpus import lazy_re as re
from corpus.languages import chinese
from corpus.languages.pack import Language, LanguagePack, function_words
from corpus.languages.scripts import HALFWIDTH_KATAKANA, KANA

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
    function_words=function_words("en"),
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


for _pack in (_ENGLISH, chinese.PACK, _JAPANESE):
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
