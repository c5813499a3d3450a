"""Link targets: whether a link's address differs from the one the original means, beyond what translation changes."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote

from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from corpus.languages.scripts import CJK_CHARACTER
from corpus.text.non_translatables import plain_address
from glossary.rules.calibration import HALF, LIKELY, PERHAPS, RATHER, sign

_QUERY, _HOST_ADDED, _CASE = sign("link.query", PERHAPS), sign("link.host-added", HALF), sign("link.case", LIKELY)
_TRANSLATED, _NUMBER = sign("link.translated", LIKELY), sign("link.number", LIKELY)
_ONE_PART, _OTHER_PATH = sign("link.one-part", LIKELY), sign("link.other-path", HALF)
_ANCHOR = sign("link.anchor", RATHER)

_MOST_SLIPS = 2
_SHORTEST = 6  # characters of a path in which two may be slips
_LONG_NUMBER = 4  # digits; shorter ones count chapters and releases, which move on
_SCHEME = re.compile(r"(?:(?:https?|ftp):)?//(?:www\.)?([^/?#]*)", re.IGNORECASE)
_MAIL = re.compile(r"(?:mailto:)?[^/?#@\s]+@[^/?#\s]+", re.IGNORECASE)
_LANGUAGE = r"(?:en|zh|ja|jp|cn|tw|hk|intl)(?:[-_](?:[A-Za-z]{2}|han[st]))?"
_LOCALE = re.compile(rf"{_LANGUAGE}|zh-?(?:cn|tw|hans|hant)|[a-z]{{2}}[-_][A-Z]{{2}}", re.IGNORECASE)
# The language in the name of a folder or a file: doc_en, README_ch.md, guide.zh-CN.
_OF_A_LANGUAGE = re.compile(
    r"[-_.](?:en|english|zh|ch|cn|chs|cht|chinese|ja|jp|japanese|tw|hk|hans|hant)(?:[-_](?:[A-Z]{2}|han[st]))?(?![^-_.])",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"v?\d{1,2}(?:\.(?:\d{1,2}|x)){1,3}\w{0,5}|stable|latest|main|master|current|nightly|dev", re.IGNORECASE
)
# A name that a tool changes with every build of a page, or of a version: section_0a1b2c3d4e5f6071, ld-idm322.
_GENERATED = re.compile(r"(?:[a-z]+[_-])*(?:(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}|idm\d{2,}|id\d{4,})", re.IGNORECASE)
_PAGE_ENDING = re.compile(r"(?:(?<=/)|\A)index\.html?\Z|\.(?:html?|mdx?|rst|ipynb)\Z")
_TRACKING = re.compile(r"(?:raw|utm_\w+|ref|source|spm|from|share\w*|fbclid|gclid|hl|lang|locale)=", re.IGNORECASE)
_LANGUAGE_HOST = re.compile(rf"(?:{_LANGUAGE})\.", re.IGNORECASE)
_CASELESS = ("github.com", "gitlab.com")  # of owner and repository
_ELSEWHERE = ("wiki", "baike", "youtu", "bilibili")  # sites that have another page for each language


class Address(NamedTuple):
    """The significant parts of an address: without protocol, language, version and tracking parameters."""

    host: str
    path: tuple[str, ...]
    query: str
    anchor: str
    is_localised: bool
    is_broken: bool  # has a space inside


def address(text: str) -> Address:
    """Return the significant parts of an address."""
    rest, _, anchor = plain_address(text.strip()).partition("#")
    rest, _, query = rest.partition("?")
    site = _SCHEME.match(rest)
    host = site[1].lower() if site else ""
    parts = [part for part in unquote(rest[site.end() if site else 0 :]).split("/") if part not in ("", ".", "..")]
    path = [part for part in parts if not _LOCALE.fullmatch(part) and not _VERSION.fullmatch(part)]
    bare = _LANGUAGE_HOST.sub("", host, count=1) if _LANGUAGE_HOST.match(host) else host
    path = [_OF_A_LANGUAGE.sub("", part) for part in path]
    if path:
        path[-1] = _PAGE_ENDING.sub("", path[-1])
    if path and _LOCALE.fullmatch(path[-1]):
        path.pop()  # docs/reader/ja.md for docs/reader/en.md
    path = [part for part in path if not _GENERATED.fullmatch(part)]
    if bare in _CASELESS:
        path[:2] = [part.casefold() for part in path[:2]]
    anchor = "" if _GENERATED.fullmatch(anchor) else anchor
    parameters = sorted(parameter for parameter in query.split("&") if parameter and not _TRACKING.match(parameter))
    localised = bare != host or any(_LOCALE.fullmatch(_PAGE_ENDING.sub("", part)) for part in parts)
    broken = any(map(str.isspace, text.strip()))
    return Address(bare, tuple(filter(None, path)), "&".join(parameters), unquote(anchor), localised, broken)


def wrong_target_confidence(target: str, source: str) -> float:
    """Return how sure it is that the page's address is wrong for the original's; 0 if it may be right."""
    if _MAIL.fullmatch(target) and _MAIL.fullmatch(source):
        return 1.0 if target.casefold() != source.casefold() else 0.0
    link, other = address(target), address(source)
    if other.is_broken:
        return 0.0  # words where the address should be: the original's own slip
    if link.is_broken:
        return 1.0
    if not (other.host or other.path) or any(site in link.host + other.host for site in _ELSEWHERE):
        return 0.0
    if link.host != other.host:
        return _by_host(link, other)
    if link.path != other.path:
        return _by_path(link, other)
    if link.query != other.query:
        return _QUERY
    return _by_anchor(link.anchor, other.anchor)


def _by_host(link: Address, other: Address) -> float:
    """Return how sure another host is a fault: a misspelled one, or one where the original has none."""
    if not link.host or not other.host:
        return _HOST_ADDED if link.host and link.path == other.path else 0.0
    first, second = link.host.split("."), other.host.split(".")
    differing = [(a, b) for a, b in zip(first, second, strict=False) if a != b]
    if len(first) != len(second) or first[:-1] == second[:-1] or len(differing) != 1:
        return 0.0  # another domain of the same site, or another site
    near = OSA.distance(*differing[0]) <= _MOST_SLIPS and len(differing[0][1]) >= _SHORTEST - 1
    return 1.0 if near and (link.path == other.path or _by_path(link, other) == 1.0) else 0.0


def _by_path(link: Address, other: Address) -> float:
    target, source = "/".join(link.path), "/".join(other.path)
    if target.casefold() == source.casefold():
        return _CASE
    if CJK_CHARACTER.search(target) and not CJK_CHARACTER.search(source):
        return _TRANSLATED if not link.is_localised and _differing_parts(link.path, other.path) == 1 else 0.0
    if OSA.distance(target, source) <= _MOST_SLIPS and len(source) >= _SHORTEST:
        return _NUMBER if any(len(number) < _LONG_NUMBER for number in _numbers(target) ^ _numbers(source)) else 1.0
    if not other.host and link.path[-1:] == other.path[-1:]:
        return 0.0  # a file of the page's own, in another folder
    if link.is_localised and not other.is_localised:
        return 0.0
    return _ONE_PART if _differing_parts(link.path, other.path) == 1 else _OTHER_PATH


def _differing_parts(path: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Count the parts in which two paths of equal length differ; -1 if their lengths differ."""
    return sum(a != b for a, b in zip(path, other, strict=True)) if len(path) == len(other) else -1


def _numbers(path: str) -> set[str]:
    return set(re.findall(r"\d+", path))


def _by_anchor(target: str, source: str) -> float:
    """Return how sure a wrong anchor is: only if misspelled. An anchor in the words of a translated heading is none."""
    if not target or not source or not target.isascii() or target.casefold() == source.casefold():
        return 0.0
    return _ANCHOR if len(source) >= _SHORTEST and OSA.distance(target, source) <= _MOST_SLIPS else 0.0
