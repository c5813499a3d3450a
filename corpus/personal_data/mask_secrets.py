"""Secrets to mask: tokens with a known prefix, random strings, user info in addresses, and announced values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

import tomli
from ahocorasick_rs import AhoCorasick

from corpus import lazy_re as re
from corpus.personal_data.personal_spans import entropy

_DATA_FILE = "mask.toml"


@dataclass(frozen=True, slots=True)
class MaskData:
    """The lists in `mask.toml`."""

    passwords: tuple[str, ...]
    secrets: tuple[str, ...]
    links: tuple[str, ...]
    phones: tuple[str, ...]
    placeholders: frozenset[str]
    roles: frozenset[str]
    objects: frozenset[str]
    common_domains: frozenset[str]
    prefixes: Mapping[str, int]  # fewest characters that follow
    rare_pairs: frozenset[str]


@cache
def mask_data() -> MaskData:
    """Return the lists; the file is read once."""
    table = tomli.loads((files("corpus.personal_data") / _DATA_FILE).read_text(encoding="utf-8"))
    return MaskData(
        passwords=tuple(table["passwords"]),
        secrets=tuple(table["secrets"]),
        links=tuple(table["links"]),
        phones=tuple(table["phones"]),
        placeholders=frozenset(table["placeholders"]),
        roles=frozenset(table["roles"]),
        objects=frozenset(table["objects"]),
        common_domains=frozenset(table["common_domains"]),
        prefixes=table["prefixes"],
        rare_pairs=frozenset(first + second for first, seconds in table["rare_pairs"].items() for second in seconds),
    )


_WORD = re.compile(r"[A-Za-z0-9]")
_TOKEN = re.compile(r"[A-Za-z0-9_-]+(?:[.:][A-Za-z0-9_-]{6,})*={0,2}")
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]{4,}){1,4}")
_TELEGRAM = re.compile(r"(?<![A-Za-z0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])")
_SLACK = re.compile(r"hooks\.slack\.com/(?:services|workflows)/([A-Za-z0-9/]{30,})")
_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----((?:[^-]|-(?!----(?:END|BEGIN) )){20,20000})"
)
_NO_USER_INFO = re.compile(r"[/?#\s\"'`<>()\[\]{}|\\^]")
_BEARER = re.compile(r"(?<![A-Za-z])(?:bearer|basic|token) {1,2}([A-Za-z0-9+/_.-]{16,512}={0,2})", re.IGNORECASE)

_RUN = re.compile(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+_-][A-Za-z0-9+/_-]{19,}={0,2}")
_HEX = re.compile(r"(?<![A-Za-z0-9])(?:[0-9a-f]+|[0-9A-F]+)(?![A-Za-z0-9])")  # a part that is the digest of something
_DOTTED = re.compile(r"(?:\.[A-Za-z0-9_-]{6,})+")  # the other parts of a token
_LONG_PART = re.compile("[A-Za-z0-9]{20,}")
_SHORTEST, _LONGEST = 20, 200  # characters of what is random: longer stretches are pictures and other data
_LEAST_ENTROPY = 3.4  # bits for each character
_LEAST_RANDOM = 0.2  # of the steps from one character to the next; names of code have 0.1
_IN_URL = re.compile(r"(?:://|www\.)[^\s\"'<>()]*\Z|(?:\]\(|src=[\"']|href=[\"'])[^\s\"'<>()]*\Z")
_DIGEST = re.compile(r"(?:sha-?\d{1,3}[-:=]|md5[-:=]|h1:|;base64,|etag\W{1,4})\Z", re.IGNORECASE)
# Beginnings of digests, public keys, pictures and documents.
_PUBLIC = re.compile(r"sha-?[0-9]{1,3}-|AAAA|iVBORw0KGgo|R0lGOD|/9j/4AA|UklGR|PHN2Zy|JVBER")
_FILE = re.compile(r"\.[a-z]{1,5}[0-9]?(?![A-Za-z0-9])")

_PLACEHOLDER = re.compile(
    r"<[^>]*>?\Z|\$[A-Za-z_{(]|\{+[\w .%-]*\}*\Z|\$\{\{|%\(?[A-Za-z]|[*•.…_x#?█-]+\Z", re.IGNORECASE
)
_PLACEHOLDER_PART = re.compile(
    r"\*{3}|•{3}|x{4}|\.{3}|…|█{2}|your|example|placeholder|dummy|redacted|replace|insert", re.IGNORECASE
)
_PLACEHOLDER_LENGTH, _ANNOUNCED_LONGEST = 64, 256
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "「": "」", "『": "』", "‘": "’", "«": "»"}
_BARE = re.compile(r"[!-~]+")
_BARE_END = re.compile(r"[\"'`<>(){}\[\],;|\\]|[.:!?]+\Z|&(?=[A-Za-z])")
_CODE = re.compile(r"(?:[A-Za-z_]\w*\.)+[A-Za-z_]\w*|[A-Za-z_]*_[A-Za-z_]+|[A-Za-z]+")
_STRONG = re.compile(r"[!@#$%^&*+~]|-[A-Za-z0-9]+-")
_SETTING = re.compile(r"(?:--[a-z][a-z-]*|(?<![a-z])[A-Z_]+)\Z")  # --password=…, DB_PASSWORD=…
_NAME_LENGTH = 40  # characters of such a name
_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_LONG = 16  # characters of a secret in letters alone
_FEWEST_CHANGES = 3  # between letters and figures


def mask_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each secret in a view."""
    yield from _with_beginning(text)
    # Private keys between their lines, JSON web tokens, web hooks, and user info in addresses of any scheme.
    if "PRIVATE KEY" in text:
        yield from (match.span(1) for match in _BLOCK.finditer(text) if entropy(match[1]) >= 3)
    if "eyJ" in text:
        yield from (match.span() for match in _JWT.finditer(text))
    if ":AA" in text:
        yield from (match.span() for match in _TELEGRAM.finditer(text))
    if "hooks.slack.com" in text:
        yield from (match.span(1) for match in _SLACK.finditer(text) if not _is_placeholder(match[1]))
    if "://" in text:
        yield from _user_infos(text)
    yield from _announced(text)
    yield from _random(text)


def _with_beginning(text: str) -> Iterator[tuple[int, int]]:
    """Yield the tokens that begin with a service's prefix."""
    for prefix, least in mask_data().prefixes.items():
        position = text.find(prefix)
        while position >= 0:
            match = _TOKEN.match(text, position)
            if match and len(match.group()) >= len(prefix) + least and not _WORD.match(text[position - 1 : position]):
                token = match.group()[len(prefix) :]
                if _is_token(token):
                    yield match.span()
            position = text.find(prefix, max(position + len(prefix), match.end() if match else 0))


def _is_token(token: str) -> bool:
    """Return whether the text after a prefix is neither a placeholder nor a name: `sk-no-key-required-for-this`."""
    if _is_placeholder(token) or entropy(token) < 2.8:
        return False
    return any(map(str.isdigit, token)) or _randomness(token) >= _LEAST_RANDOM


def _user_infos(text: str) -> Iterator[tuple[int, int]]:
    """Yield user and password in addresses. A user such as `git` alone is not a person."""
    position = text.find("://")
    while position >= 0:
        start = position + 3
        match = _BARE.match(text, start, start + 256)
        stretch = match.group() if match else ""
        stop = _NO_USER_INFO.search(stretch)
        sign = stretch[: stop.start() if stop else None].rfind("@")
        if sign > 0 and text[start + sign + 1 : start + sign + 2].strip():
            user, _, password = stretch[:sign].partition(":")
            if (password or user not in mask_data().roles) and not _is_placeholder(password or user):
                yield start, start + sign
        position = text.find("://", start)


def _announced(text: str) -> Iterator[tuple[int, int]]:
    """Yield values after words that announce them: `password: …`, `密码：…`, `トークンは…`."""
    words, automaton = _words()
    for number, start, end in automaton.find_matches_as_indexes(text.translate(_LOWER), overlapping=True):
        between = _after().match(text, end) if _is_word(text, start, end) else None
        span = _value_at(text, between, start, words[number]) if between else None
        if span:
            yield span
    for match in _BEARER.finditer(text):
        if not _is_placeholder(match[1]) and _is_secret(match[1]):
            yield match.span(1)


def _is_word(text: str, start: int, end: int) -> bool:
    """Return whether a word stands alone or ends a name in code: `HF_TOKEN`, `hfToken`, `hf_token`."""
    if not text[start].isascii():
        return True
    if _WORD.match(text, end):
        return False
    before = text[start - 1 : start] if start else ""
    return not (before.isascii() and before.isalpha()) or (before.islower() and text[start].isupper())


def _value_at(text: str, between: re.Match[str], word: int, is_password: bool) -> tuple[int, int] | None:
    """Return the value that a word announces, or None where it is a placeholder, code or prose."""
    start, sign = between.end(), between["sign"]
    closing = _QUOTES.get(text[start : start + 1])
    if closing:
        end = text.find(closing, start + 1, start + 1 + _ANNOUNCED_LONGEST)
        value = text[start + 1 : end] if end > 0 else ""
        span = (start + 1, end)
    else:
        bare = _BARE.match(text, start, start + _ANNOUNCED_LONGEST)
        value = bare.group() if bare else ""
        if _PLACEHOLDER.match(value):
            return None
        stop = _BARE_END.search(value)
        value = value[: stop.start()] if stop else value
        span = (start, start + len(value))
        if sign in (">", "|") and not (value.isalnum() and _changes(value)):
            return None
        if text[span[1] : span[1] + 1] in ("(", "["):  # a call
            return None
    if not value or not value.isascii() or any(map(str.isspace, value)) or _is_placeholder(value):
        return None
    if value.lower().strip("'\"<>") in mask_data().placeholders:
        return None
    if not is_password:
        return span if _is_secret(value) else None
    is_set = sign == "=" and bool(_SETTING.search(text, max(0, word - _NAME_LENGTH), between.start()))
    return span if _is_password(value, bool(closing), is_set) else None


def _is_password(value: str, quoted: bool, is_set: bool) -> bool:
    """Return whether a value after a password word is one. A mere word must be quoted or set as in a shell."""
    if len(value) < 4:
        return False
    if quoted:
        return not value.startswith(("http://", "https://", "/"))
    if any(map(str.isdigit, value)):
        return not _CODE.fullmatch(value)
    return bool(_STRONG.search(value)) or (is_set and value.isalpha())


def _is_secret(value: str) -> bool:
    """Return whether a value after a secret word is one: mixed letters and digits, not words or versions."""
    digits, letters = sum(map(str.isdigit, value)), sum(map(str.isalpha, value))
    if len(value) < 8 or digits + letters < 8 or letters < 2 or re.match(r"https?:|[./]", value):
        return False
    if (
        digits >= 2
        and _changes(value) >= _FEWEST_CHANGES
        and not all(part.isalpha() or part.isdigit() or not part for part in re.split(r"[\W_]", value))
    ):
        return True
    parts = value.split("-")
    if len(parts) > 2 and len(parts[0]) >= 4 and len(set(map(len, parts))) == 1 and digits >= 4:  # abcd-1234-efgh-5678
        return True
    least = _LEAST_RANDOM + (0.05 if len(value) < _LONG else -0.05)
    return _randomness(value) >= least and value[1:].lower() != value[1:] and value.upper() != value


def _random(text: str) -> Iterator[tuple[int, int]]:
    """Yield long random strings that are not words, names, digests, pictures or addresses."""
    for match in _RUN.finditer(text):
        run, (start, end) = match.group(), match.span()
        if len(run) > _LONGEST or _PUBLIC.match(run) or not any(map(str.isdigit, run)):
            continue
        if _is_random(run):
            dotted = _DOTTED.match(text, end)
            spans = [(start, dotted.end() if dotted else end)]
        else:
            spans = [
                (start + part.start(), start + part.end())
                for part in _LONG_PART.finditer(run)
                if part.group() != run and _is_random(part.group())
            ]
        if spans and not _is_data(text, start, end):
            yield from spans


def _is_data(text: str, start: int, end: int) -> bool:
    """Return whether a stretch is part of an address, a digest or the name of a file."""
    window = max(0, start - 300)
    if _DIGEST.search(text, max(0, start - 16), start) or _FILE.match(text, end):
        return True
    place = _IN_URL.search(text[window:start])
    return place is not None


def _is_random(run: str) -> bool:
    """Return whether characters follow each other as they do in no word."""
    run = _HEX.sub("", run)
    digits = sum(map(str.isdigit, run))
    if len(run) < _SHORTEST or sum(map(run.count, "+/_-")) * 10 > len(run) or not digits:
        return False
    if entropy(run) < _LEAST_ENTROPY or sum(ord(b) - ord(a) == 1 for a, b in pairwise(run)) * 3 > len(run):
        return False
    if _rare_steps(run) * 20 < len(run):  # syllables with figures: wo3zou3guo4
        return False
    if digits < 2:
        return _randomness(run) >= _LEAST_RANDOM + 0.1
    return _randomness(run) >= _LEAST_RANDOM + (0.05 if run[1:] == run[1:].lower() else 0)


def _randomness(run: str) -> float:
    """Return the share of steps that are rare in words. A change between letters and digits counts half."""
    return (_rare_steps(run) + 0.5 * _changes(run)) / max(1, len(run) - 1)


def _rare_steps(run: str) -> int:
    """Count the steps between letters that hardly ever occur in words."""
    lowered, rare = run.lower(), mask_data().rare_pairs
    return sum(lowered[position : position + 2] in rare for position in range(len(run) - 1))


def _is_placeholder(value: str) -> bool:
    """Return whether a value is a placeholder: <your-password>, ****, ${VAR}, YOUR_API_KEY."""
    return bool(_PLACEHOLDER.match(value) or _PLACEHOLDER_PART.search(value, 0, _PLACEHOLDER_LENGTH))


def _changes(run: str) -> int:
    """Count the changes between letters and digits."""
    kinds = [character.isdigit() for character in run if character.isalnum()]
    return sum(first != second for first, second in pairwise(kinds))


@cache
def _words() -> tuple[Sequence[bool], AhoCorasick]:
    """Return which of the announcing words are for passwords, and an automaton that finds all words in one pass."""
    data = mask_data()
    words = {
        spelling: is_password
        for is_password, listed in ((False, data.secrets), (True, data.passwords))
        for word in listed
        for separator in ("_", "-", " ", "")
        for spelling in (word.lower().replace("_", separator),)
    }
    return list(words.values()), AhoCorasick(list(words))


@cache
def _after() -> re.Pattern[str]:
    """Return the pattern of the text between a word and its value, including the sign that links them."""
    links = "|".join(map(re.escape, mask_data().links))
    return re.compile(
        rf"[\"'`*_\])]{{0,4}}\s{{0,4}}(?P<sign>=>|:=|[:=]{{1,3}}|[>|]|\((?=[\"'])|(?=[「『“])|(?:{links})\s?[:=]?)\s{{0,4}}"
        r"(?:(?:bearer|basic|token) {1,2})?\*{0,2}",
        re.IGNORECASE,
    )
