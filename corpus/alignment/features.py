"""Features: what a segment has that can occur again in its translation."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from corpus import lazy_re as re
from corpus.alignment.lexicon import stem
from corpus.languages.scripts import HIRAGANA, IDEOGRAPHS, WORD_KATAKANA
from corpus.records import Segment
from corpus.sources.script_models import folded_han
from corpus.text.segments import PROSE, own_spans

_ROWS = {
    "": "アイウエオァィゥェォヤユヨャュョワヲヮッー",
    "k": "カキクケコヵヶ",
    "g": "ガギグゲゴ",
    "s": "サシスセソ",
    "z": "ザジズゼゾ",
    "t": "タチツテト",
    "d": "ダヂヅデド",
    "n": "ナニヌネノン",
    "h": "ハヒヘホ",
    "f": "フ",
    "b": "バビブベボヴ",
    "p": "パピプペポ",
    "m": "マミムメモ",
    "r": "ラリルレロ",
}
_CONSONANT = {ord(sign): consonant for consonant, row in _ROWS.items() for sign in row}
_DOUBLED = re.compile(r"(.)\1+")

# How English is spelled, in order. An r that closes a syllable is only a long vowel in katakana (server: サーバ).
_SPELLINGS = [
    (re.compile(pattern), consonants)
    for pattern, consonants in (
        (r"tion", "sn"),
        (r"sion", "zn"),
        (r"tch|ch", "t"),
        (r"ck", "k"),
        (r"ph", "f"),
        (r"th|sh", "s"),
        (r"qu", "k"),
        (r"gh", ""),
        (r"x", "ks"),
        (r"wr", "r"),
        (r"kn", "n"),
        (r"c(?=[eiy])", "s"),
        (r"[cq]", "k"),
        (r"g(?=[ey])|j", "z"),
        (r"e$", ""),
        (r"v", "b"),
        (r"m(?=[bp])", "n"),
        (r"(?<=[aeiouy])r(?![aeiouy])", ""),
        (r"l", "r"),
        (r"[aeiouyw]", ""),
    )
]


def katakana(word: str) -> str:
    """Return the consonants of a katakana word."""
    return _DOUBLED.sub(r"\1", word.translate(_CONSONANT))


@lru_cache(1 << 16)  # words; by hand
def english(word: str) -> str:
    """Return the consonants of a lower-case English word, as Japanese would borrow it."""
    for pattern, consonants in _SPELLINGS:
        word = pattern.sub(consonants, word)
    return _DOUBLED.sub(r"\1", word)


Bag = tuple[str, ...]  # different words, sorted: what is computed from them must not depend on hashing

_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[._+#-][A-Za-z0-9]+)*\+*|\d[\d,]*(?:\.\d+)*")
_WORD = re.compile(r"[A-Za-z]{2,}")
_HAN = re.compile(f"[{IDEOGRAPHS}]")  # 々 stands for the one before it
_HIRAGANA = re.compile(f"[{HIRAGANA}]+")
_KATAKANA = re.compile(f"[{WORD_KATAKANA}]{{2,}}")
_MARKUP = re.compile(r"[*_`#|<>\[\]]+|\(\s*\)")


@dataclass(frozen=True, slots=True)
class SegmentFeatures:
    """The evidence for or against a segment being the translation of another."""

    kind: str  # as segments.kind
    opens: bool  # first of its paragraph
    length: float  # characters that a reader sees, without spaces; 1 at least
    words: Bag  # what a lexicon may know
    names: Bag  # what is written in Latin letters and digits
    firm: frozenset[str]  # those names that a translation is expected to keep
    concepts: Bag  # concepts of the glossary
    sounds: Bag  # consonants of English words and of katakana, by which loan words are known
    han: Bag  # Han characters in one common form


def takes_part(segment: Segment) -> bool:
    """Return whether a segment may have a counterpart: not the site's own text, nor text without letters or digits."""
    return segment.kind in (*PROSE, "code") and any(map(str.isalnum, segment.text))


def evidence(segment: Segment, opens: bool, concepts: Iterable[str]) -> SegmentFeatures:
    """Return the evidence of a segment with its words, whether it opens a paragraph, and its concepts' ids."""
    text = _visible_text(segment)
    lang = segment.text_lang if segment.kind != "code" else "code"
    names = {_name(match[0]): _is_firm(match[0], match.start()) for match in reversed(list(_LATIN.finditer(text)))}
    return SegmentFeatures(
        kind=segment.kind,
        opens=opens,
        length=float(max(1, len("".join(text.split())))),
        words=_bag(_words(segment) if segment.text_lang == segment.lang else ()),
        names=_bag(names),
        firm=frozenset(names if lang != "en" else (name for name, firm in names.items() if firm)),
        concepts=_bag(concepts),
        sounds=_bag(_katakana_keys(segment.tokens, text, lang)),
        han=_bag(_HAN.findall(text.translate(_common_han(lang)))) if lang in ("zh", "ja") else (),
    )


def _bag(words: Iterable[str]) -> Bag:
    return tuple(sorted(set(words)))


def _visible_text(segment: Segment) -> str:
    """Return the text without link targets, addresses and markup, NFKC-normalized, so that Ａ becomes A."""
    text = segment.text
    if segment.kind == "code":
        return unicodedata.normalize("NFKC", text)
    for span in reversed(own_spans(segment)):
        if span.kind in ("link", "url", "tag"):
            text = f"{text[: span.start]} {text[span.end :]}"
    return _MARKUP.sub(" ", unicodedata.normalize("NFKC", text))


def _name(surface: str) -> str:
    """Return the comparison form of a name or number: 3,400 → 3400, GPUs → gpu; three letters keep the s (by hand)."""
    plain = surface.lower().replace(",", "")
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain


def _is_firm(surface: str, start: int) -> bool:
    """Return whether a translation should keep a word: numbers, identifiers, capitals after the first 3 characters."""
    return (
        not surface.isalpha()
        or (not surface[1:].islower() and len(surface) > 1)
        or (surface[0].isupper() and start > 2)
    )


def _words(segment: Segment) -> Iterator[str]:
    """Yield the words that a lexicon may know. A word that the page breaks at a line end counts as one."""
    for token in _free_tokens(segment):
        if segment.lang == "en":
            words = [token] if token.isalpha() and token.isascii() else _WORD.findall(token)
            yield from (stemmed for word in words if len(word) > 1 and (stemmed := stem(word.lower())))
        elif word := word_key(token, segment.lang):
            yield word


@lru_cache(1 << 16)  # words; by hand
def word_key(word: str, lang: str) -> str:
    """Return the key by which a lexicon knows a word of another language than English; empty if unknown."""
    return _READERS.get(lang, _lower_case)(word)


def _free_tokens(segment: Segment) -> Iterator[str]:
    """Yield the tokens outside of code, addresses and other protected spans."""
    spans = deque(segment.protected)
    for token, start in zip(segment.tokens, segment.token_starts, strict=True):
        while spans and spans[0].end <= start:
            spans.popleft()
        if not spans or start + len(token) <= spans[0].start:
            yield token if segment.lang == "en" else "".join(token.split())


def _chinese(token: str) -> str:
    """Return the key of a Chinese word: Simplified characters."""
    return token.translate(_common_han("zh")) if _HAN.search(token) else ""


def _japanese(token: str) -> str:
    """Return the key of a Japanese word: its Han characters, as 使 of 使う, or its katakana."""
    if _HAN.search(token):
        return _HIRAGANA.sub("", token)
    return token.rstrip("ー") if _KATAKANA.fullmatch(token) else ""


def _lower_case(token: str) -> str:
    return token.casefold() if token.isalpha() else ""


_READERS = {"zh": _chinese, "ja": _japanese}


def _katakana_keys(tokens: Iterable[str], text: str, lang: str) -> Iterable[str]:
    if lang == "en":
        sounds = [english(match[0].lower()) for match in _WORD.finditer(text) if len(match[0]) > 2]
    elif lang == "ja":
        whole = [part for match in _KATAKANA.finditer(text) for part in match[0].split("・")]
        sounds = [katakana(word) for word in (*whole, *filter(_KATAKANA.fullmatch, tokens))]
    else:
        sounds = []
    return (sound for sound in sounds if len(sound) > 1)


@cache
def _common_han(lang: str) -> dict[int, str]:
    """Return the map from a language's Han characters to Simplified ones."""
    return folded_han("jp2t", "t2s") if lang == "ja" else folded_han("t2s")
