"""Languages: reading tags such as zh_CN, and telling zh, ja and en from the text itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from corpus.languages.scripts import HALFWIDTH_KATAKANA, HAN, KANA, LATIN, OTHER_SCRIPTS

KNOWN = ("en", "ja", "zh")
NAMES = {"en": "English", "zh": "Chinese", "ja": "Japanese"}  # as English calls them

_ALIASES = {"cn": "zh-CN", "jp": "ja-JP", "tw": "zh-TW", "hk": "zh-HK", "chs": "zh-Hans", "cht": "zh-Hant"}
_TAG = re.compile(
    r"(?P<lang>zh|ja|en)(?:[-_](?P<script>hans|hant|latn|jpan))?(?:[-_](?P<region>[a-z]{2}|\d{3}))?",
    re.IGNORECASE,
)
# Folder names that are language tags only beside one of ours: many are English words too (is, it, no, to).
_FOREIGN = re.compile(
    r"(?:ar|az|be|bg|bn|bs|ca|cs|da|de|el|eo|es|et|eu|fa|fi|fr|gl|gu|he|hi|hr|hu|hy|id|is|it|ka|kk|km|kn|ko|lt|lv|mk|"
    r"ml|mn|mr|ms|my|nb|ne|nl|nn|no|pa|pl|pt|ro|ru|rum|si|sk|sl|sq|sr|sv|sw|ta|te|th|tl|tr|uk|ur|uz|vi|kr|vn|br)"
    r"(?:[-_][A-Za-z]{2,4})?",
    re.IGNORECASE,
)

_KANA = re.compile(f"[{KANA}{HALFWIDTH_KATAKANA}]")
_HAN = re.compile(f"[{HAN}]")
_LATIN = re.compile(f"[{LATIN}]+")
_OTHER = re.compile(f"[{OTHER_SCRIPTS}]")
# Frequent characters that only one of the two Chinese scripts has.
_TRADITIONAL = re.compile(
    r"[們這個來時為國說對會學後過發經動關開實現點裡頭樣問題應該進種與從還體變無數據訓練網絡網路運資訊類層參輸]"
)
_SIMPLIFIED = re.compile(
    r"[们这个来时为国说对会学后过发经动关开实现点里头样问题应该进种与从还体变无数据训练网络运资讯类层参输]"
)


@dataclass(frozen=True, slots=True)
class Language:
    """A language of ours and the BCP 47 tag that says which variety."""

    lang: str
    locale: str


BETWEEN = {"en": " ", "zh": "", "ja": ""}  # what stands between two sentences


def is_traditional(locale: str) -> bool:
    """Whether a BCP 47 tag says Chinese in Traditional characters."""
    parts = {*locale.split("-")}
    return "Hans" not in parts and not parts.isdisjoint(("Hant", "TW", "HK", "MO"))


def parse_tag(tag: str) -> Language | None:
    """The language that a folder or file name part is a tag of, or None."""
    match = _TAG.fullmatch(_ALIASES.get(tag.lower(), tag))
    if not match:
        return None
    lang, script, region = match["lang"].lower(), match["script"], match["region"]
    parts = [lang, script.title() if script else "", region.upper() if region else ""]
    return Language(lang, "-".join(part for part in parts if part))


def is_foreign_tag(name: str) -> bool:
    """Whether a name is the tag of a language that taiyaku does not handle."""
    return _FOREIGN.fullmatch(name) is not None


def detect(text: str) -> Language | None:
    """The language of a page from its text; None where it is none of ours or cannot be told.

    Code and addresses are mostly ASCII, so a page is Chinese or Japanese as soon as a small share of its
    letters is: five Han characters or kana to a hundred Latin letters.
    """
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    latin = sum(map(len, _LATIN.findall(text)))
    other = len(_OTHER.findall(text))
    if other > max(kana + han, latin):
        return None
    if kana + han > 0.05 * (latin + kana + han):
        return Language("ja", "ja") if kana > 0.05 * (kana + han) else Language("zh", _chinese_locale(text))
    return Language("en", "en") if latin and is_english(text) else None


def _chinese_locale(text: str) -> str:
    traditional, simplified = len(set(_TRADITIONAL.findall(text))), len(set(_SIMPLIFIED.findall(text)))
    return "zh-Hant" if traditional > simplified else "zh"


def is_english(text: str) -> bool:
    """Whether Latin text is English rather than another language written in Latin letters."""
    language = _detector().detect_language_of(_prose(text))
    return language is not None and language.name == "ENGLISH"


def _prose(text: str, limit: int = 4000) -> str:
    """The lines with most words, up to `limit` characters: prose says more of a language than code."""
    lines = sorted(text.splitlines(), key=lambda line: -len(re.findall(rf"(?<!\S)[{LATIN}']+(?!\S)", line)))
    return "\n".join(lines)[:limit]


@cache
def _detector():  # type: ignore[no-untyped-def]
    from lingua import Language as Lingua
    from lingua import LanguageDetectorBuilder

    latin = "ENGLISH FRENCH GERMAN SPANISH PORTUGUESE ITALIAN DUTCH POLISH TURKISH VIETNAMESE INDONESIAN CZECH SWEDISH"
    return (
        LanguageDetectorBuilder.from_languages(*(getattr(Lingua, name) for name in latin.split()))
        .with_low_accuracy_mode()
        .build()
    )


def segment_language(text: str, document: str) -> str:
    """The language of one segment of a page in `document`'s language.

    A segment without a Han character or kana in a Chinese or Japanese page is English when it has four Latin
    words or more: shorter ones are names and labels.
    """
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    if kana and (document != "zh" or kana > 0.3 * (kana + han)):
        return "ja"
    if han:
        return "zh" if document == "en" and han > 2 else document
    words = [word for word in _LATIN.findall(text) if len(word) > 1]
    return "en" if document == "en" or len(words) >= 4 else document
