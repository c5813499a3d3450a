"""Masking: hide every stretch of a text that may be personal data, and as little harmless text as possible.

Counting and flagging in documents follow other rules: there examples do not count (`personal_spans`).
"""

from __future__ import annotations

import html
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate

from corpus import lazy_re as re
from corpus.formats import places_of, template_of
from corpus.personal_data.mask_patterns import pattern_spans
from corpus.personal_data.mask_secrets import mask_data, mask_secrets
from corpus.personal_data.personal_spans import PersonalSpan, disjoint, is_in_plan, masked_text, personal_spans
from corpus.records import Document, MetadataEntry

_CANDIDATE = re.compile(r"(?<![A-Za-z0-9_+])(?:\+ ?\(?|\(\+?)?[0-9](?:[ .\-/()]{0,3}[0-9]){6,16}(?![A-Za-z_])")
_NUMBER_GOES_ON = re.compile(r"[ .\-/()]{0,2}[0-9]|[.,:][0-9]|[%_]|-[A-Za-z]|\.[A-Za-z]{2,4}(?![A-Za-z])")
_ATTACHED = "./-=#$€¥£@,:&?~^*'\"`"  # signs right before figures, which are then part of something else
_DATE = re.compile(r"(?:19|20)\d\d([-/.])\d\d?\1\d\d?(?:\D|\Z)|\d\d?([-/.])\d\d?\2(?:19|20)\d\d(?:\D|\Z)")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_CONTEXT_LENGTH = 24  # characters before a number
_BEFORE_NUMBER = r"[^\n\d]{0,12}"

_MOBILE_CN = r"(?:\(?86\)?[ -]?)?1[3-9]\d(?:\d{8}|([ -])\d{4}\1\d{4}|([ -])\d{3}\2\d{5})"
# Written in one: numbers of mobile telephones in Japan, Korea, Taiwan, France, Australia, Britain, India and Germany.
_MOBILE = r"0[5789]0\d{8}|010\d{8}|09\d{8}|0[67]\d{8}|04\d{8}|07\d{9}|0[6-9]\d{9}|01[567]\d{8,9}"
_NORTH_AMERICA = re.compile(r"(?:\+?1[-. ])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[-.])[2-9]\d\d[-.]\d{4}")
_SHAPES = re.compile(
    rf"{_MOBILE_CN}|{_MOBILE}"
    r"|[48]00-\d{3}-\d{4}|[48]00-\d{4}-\d{3}|400 \d{3} \d{4}"  # China's service numbers
    r"|8[ -]?\(\d{3}\) ?\d{3}[- ]\d\d[- ]\d\d"  # Russia
)
# A trunk prefix and groups, or a first group in brackets; the plan of some country has the number.
_GROUPED = re.compile(
    r"0[1-9]\d{0,3}(?:(?:[ -]|\)?[ ]?\(|\) ?-?)\d{2,8}){1,4}"
    r"|\(0\d{1,4}\)(?:[ -]?\d{2,8}){1,3}|\(\d{2,3}\) ?\d{3,5}-\d{4}|0[1-9]\d{1,4}/\d{3,8}(?: \d{2,4})?"
    r"|0[1-9](?:[ .]\d\d){4}"
)
_CALLED = re.compile(r"[A-Za-z0-9_]\((?=[0-9])")  # Photo_(19522859218).jpg
_FEWEST, _MOST = 7, 15


def mask_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each telephone number in a view."""
    for match in _CANDIDATE.finditer(text):
        written = match.group()
        start, end = match.span()
        if written.startswith("(") and ")" not in written:  # (13812345678)
            start, written = start + 1, written[1:]
        if _CALLED.match(text, max(0, start - 2)) or _NUMBER_GOES_ON.match(text, end):
            continue
        if _DATE.match(written) or _ADDRESS.fullmatch(written):
            continue
        if _is_number(written, text[max(0, start - 2) : start]) or _is_said(text, start, written):
            yield start, end


def _is_number(written: str, before: str) -> bool:
    """Return whether digits are a telephone number by their form, wherever they are."""
    digits = "".join(filter(str.isdigit, written))
    sign = before[-1:]
    if (sign and sign in _ATTACHED and not written.startswith(("+", "(+"))) or (
        before[-2:-1].isdigit() and sign == " "
    ):
        # Some signs say nothing: `手机号:15010203040`, `"13812345678"`.
        return sign in ":='\"`*~" and bool(_SHAPES.fullmatch(written))
    if written.startswith(("+", "(+")):
        trunkless = "".join(filter(str.isdigit, written.replace("(0)", "")))  # +49 (0)30 …
        return is_in_plan(f"+{digits}") or is_in_plan(f"+{trunkless}")
    if digits.startswith("00") and digits[2:3] != "0" and len(digits) >= 11:
        return is_in_plan(f"+{digits[2:]}")
    if _SHAPES.fullmatch(written):
        return True
    if _NORTH_AMERICA.fullmatch(written):
        return is_in_plan(digits, "US")
    return bool(_GROUPED.fullmatch(written)) and 9 <= len(digits) <= 12 and _is_of_some_plan(digits)


def _is_said(text: str, start: int, written: str) -> bool:
    """Return whether a word before digits announces a telephone number."""
    count = sum(map(str.isdigit, written))
    return _FEWEST <= count <= _MOST and bool(_context().search(text, max(0, start - _CONTEXT_LENGTH), start))


@cache
def _context() -> re.Pattern[str]:
    words = mask_data().phones
    latin = "|".join(re.escape(word) for word in words if word.isascii())
    others = "|".join(re.escape(word) for word in words if not word.isascii())
    return re.compile(rf"(?:(?<![A-Za-z0-9_-])(?:{latin})(?![A-Za-z0-9_-])|{others}){_BEFORE_NUMBER}\Z", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _is_of_some_plan(digits: str) -> bool:
    """Return whether any country's plan has a number, written without country code."""
    import phonenumbers  # a twentieth of a second, which few builds need

    if len(set(digits)) <= 2:
        return False
    return any(is_in_plan(digits, region) for region in sorted(phonenumbers.SUPPORTED_REGIONS))


_LETTER = r"A-Za-z\u00c0-\u024f\u0370-\u052f"
_LOCAL = re.compile(rf"[{_LETTER}0-9_](?:[{_LETTER}0-9_.+%~-]|'(?=[{_LETTER}]))*\Z")
_QUOTED = re.compile(r'"[A-Za-z0-9_.+ -]{1,62}"\Z')  # "mei lin"@nova-labs.org
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_DOMAIN = re.compile(rf"(?:{_LABEL}\.){{1,8}}(?:xn--[A-Za-z0-9-]{{2,59}}|[^\W\d_]{{2,24}})")
_LATIN = re.compile("[A-Za-z]{2,}")
_GOES_ON = re.compile(r"[A-Za-z0-9_-]|\.[A-Za-z0-9]")
_USER = re.compile(r"://(?:[^\s/@]*:)?\Z")  # https://mei:password@nova-labs.org, where it is no address
_LONGEST = 64  # characters of what stands before the @
# RFC 2606 and RFC 6761, and what the Japanese registry reserves; mDNS and private networks are reached by no mail.
_RESERVED = re.compile(
    r"(?:.+\.)?(?:example\.(?:com|net|org)|example|test|invalid|localhost|local|internal|example(?:\.[a-z]{2})?\.jp)"
)


def mask_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each address in a view."""
    position = text.find("@")
    while position >= 0:
        span = _address_at(text, position)
        if span:
            yield span
        position = text.find("@", position + 1)


def _address_at(text: str, sign: int) -> tuple[int, int] | None:
    """Return the address around an @ sign, with at most one space on each side of it; None if there is none."""
    before = sign - 1 if text[sign - 1 : sign] == " " else sign
    after = sign + 2 if text[sign + 1 : sign + 2] == " " else sign + 1
    local_form = _QUOTED if text[before - 1 : before] == '"' else _LOCAL
    local = local_form.search(text, max(0, before - _LONGEST), before)
    domain = _DOMAIN.match(text, after) if local else None
    if local is None or domain is None:
        return None
    end = _domain_end(text, domain)
    host = text[after:end].lower()
    if not host or _RESERVED.fullmatch(host):
        return None
    labels, data = host.split("."), mask_data()
    is_common = labels[-1] in data.common_domains
    if not is_common and (before != sign or text[end : end + 1] in ("(", "[") or len(labels[-2]) < 2):
        return None
    if before != sign and (after == sign + 1 or len(labels[-2]) < 3):
        return None
    if _USER.search(text, max(0, local.start() - _LONGEST), local.start()):
        return None
    if labels[0] in data.objects or (local.group() in data.roles and _is_remote(text, local.start(), end)):
        return None
    return local.start(), end


def _domain_end(text: str, domain: re.Match[str]) -> int:
    """Return the end of a domain, or its start if it is none. Text may follow without a space."""
    start, end = domain.span()
    last = text[text.rfind(".", start, end) + 1 : end]
    if not last.isascii():
        latin = _LATIN.match(last)
        lengths = [latin.end()] if latin else range(len(last), 1, -1)
        return next((end - len(last) + length for length in lengths if _is_top_level(last[:length])), start)
    if _is_top_level(last) and not _GOES_ON.match(text, end):
        return end
    while text.count(".", start, end) > 1:  # a sentence that begins right after it: mei@nova-labs.org.See
        end = text.rfind(".", start, end)
        if text[text.rfind(".", start, end) + 1 : end] in mask_data().common_domains:
            return end
    return start


def _is_top_level(label: str) -> bool:
    """Return whether a label is a top-level domain in the usual case: org or ORG."""
    return label in (label.lower(), label.upper()) and _punycode(label.lower()) in _top_level()


def _is_remote(text: str, start: int, end: int) -> bool:
    """Return whether an address names a repository: `git@github.com:owner/name`, `ssh://git@github.com/owner/name`."""
    return text[max(0, start - 3) : start] == "://" or bool(re.match(r":[^\s)]", text[end : end + 2]))


def _punycode(label: str) -> str:
    try:
        return label.encode("idna").decode()
    except UnicodeError:
        return ""


@cache
def _top_level() -> frozenset[str]:
    lines = (files("corpus.personal_data") / "top_level_domains.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())


# In it full-width signs are ASCII, signs without width are gone, `&#64;` and `%40` are what they stand for, and
# neither marks of emphasis nor tags within a line cut a word in two.
_HYPHENS, _SPACES = "‐‑‒–—―−﹣", "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000"
_ALIKE: dict[int, str] = {
    **{ord("！") + offset: chr(ord("!") + offset) for offset in range(ord("~") - ord("!") + 1)},
    **{ord(hyphen): "-" for hyphen in _HYPHENS},
    **{ord(space): " " for space in _SPACES},
    **{zero + digit: str(digit) for zero in (0x660, 0x6F0, 0x966) for digit in range(10)},
    ord("﹫"): "@",
}
_UNSEEN = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
_SIGN = re.compile(rf"[{_UNSEEN}&%\\<*`\[({{ーｰ]")  # what begins a stretch that the view has otherwise
_CHANGED = re.compile(
    rf"(?P<unseen>[{_UNSEEN}]+)"
    r"|(?P<entity>&(?:#[0-9]{2,6}|#[xX][0-9A-Fa-f]{2,5}|[A-Za-z]{2,8});)"
    r"|(?P<percent>%[2-7][0-9A-Fa-f])"
    r"|(?P<escape>\\(?=[_.@+*~#$&%-]))"
    r"|(?P<tag></?(?:a|abbr|b|bdi|code|em|font|i|kbd|mark|small|span|strong|tt|u|wbr)(?:\s[^<>]{0,200})?/?>)"
    r"|(?P<comment><!--[^<>]{0,200}?-->)"
    r"|(?P<emphasis>(?<=[A-Za-z@.;>])(?:\*{1,3}|`{1,2})(?=[A-Za-z@.\\&<]))"
    r"|(?P<at>[\[({<] ?(?:at|AT|At) ?[\])}>] ?)"
    r"|(?P<dot>[\[({<] ?(?:dot|DOT|Dot) ?[\])}>] ?)"
    r"|(?P<dash>(?<=[0-9])[ーｰ](?=[0-9]))"
)
_PIECES = {"at": "@", "dot": ".", "dash": "-"}


@dataclass(frozen=True, slots=True)
class MaskView:
    """A normalized view of a text, with the places of its pieces in the text."""

    text: str
    starts: Sequence[int]  # of pieces in the view, in order
    offsets: Sequence[int]  # of the same pieces in the text
    ends: Sequence[int]  # of pieces that are one sign for many, in the text; 0 for those that are as they were

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the text of a nonempty stretch of the view, including what was dropped inside it."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        begins = self.offsets[first] + start - self.starts[first]
        return begins, self.ends[last] or self.offsets[last] + end - self.starts[last]


def mask_view(text: str) -> MaskView:
    """Return the view of a text, in time linear in the text's length."""
    plain = text if text.isascii() else text.translate(_ALIKE)
    pieces, starts, offsets, ends, length, position = [], [], [], [], 0, 0

    def add(piece: str, offset: int, end: int = 0) -> None:
        nonlocal length
        if piece:
            pieces.append(piece)
            starts.append(length)
            offsets.append(offset)
            ends.append(end)
            length += len(piece)

    for sign in _SIGN.finditer(plain):
        match = _CHANGED.match(plain, sign.start()) if sign.start() >= position else None
        if match:
            before = plain[position : match.start()]
            add(before[:-1] if match.lastgroup in ("at", "dot") and before.endswith(" ") else before, position)
            add(_instead(match), match.start(), match.end())
            position = match.end()
    add(plain[position:], position)
    return MaskView("".join(pieces), starts, offsets, ends)


def _instead(match: re.Match[str]) -> str:
    """Return the replacement in the view for a stretch of the text: one character, or nothing."""
    kind, written = match.lastgroup or "", match.group()
    if kind == "percent":
        return chr(int(written[1:], 16))
    if kind == "entity":
        sign = html.unescape(written).translate(_ALIKE)
        return "" if _SIGN.match(sign) and _CHANGED.match(sign) else sign[:1]
    return _PIECES.get(kind, "")


_FINDERS: Mapping[str, Callable[[str], Iterable[tuple[int, int]]]] = {
    "key": mask_secrets,
    "email": mask_addresses,
    "phone": mask_numbers,
}
_BETWEEN = "\n\0\n"  # texts that are masked together
_SHORTEST, _SHORTEST_IN_WORDS = 6, 12  # characters of a secret that is looked for where nothing announces it


@dataclass(frozen=True, slots=True)
class Mask:
    """What to mask: kinds of personal data, and matches of the project's own patterns."""

    kinds: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.kinds or self.patterns)

    @property
    def patterns_fingerprint(self) -> str:
        """A short hash of the patterns; empty without any."""
        return sha256(repr(sorted(set(self.patterns))).encode()).hexdigest()[:8] if self.patterns else ""

    def spans(self, text: str, lang: str = "") -> list[PersonalSpan]:
        """Return the spans of a text to mask, in order and disjoint."""
        view = mask_view(text)
        spans = [
            PersonalSpan(*view.span(start, end), kind)
            for kind, finder in _FINDERS.items()
            if kind in self.kinds
            for start, end in finder(view.text)
        ]
        spans += personal_spans(text, lang, self.kinds)
        for pattern in self.patterns:
            spans += [PersonalSpan(start, end, "pattern") for start, end in pattern_spans(pattern, text)]
        return disjoint([*spans, *_again(text, spans)]) if spans else []

    def text(self, text: str, lang: str = "") -> str:
        """Return the text with everything that this mask covers hidden; its length does not change."""
        return masked_text(text, self.spans(text, lang)) if self and text else text

    def texts(self, texts: Sequence[str], lang: str = "") -> list[str]:
        """Return many short texts masked at once; a secret found in one is masked in all."""
        masked = self.text(_BETWEEN.join(texts), lang)
        starts = accumulate((len(text) + len(_BETWEEN) for text in texts), initial=0)
        return [masked[start : start + len(text)] for text, start in zip(texts, starts, strict=False)]


def _again(text: str, spans: Collection[PersonalSpan]) -> Iterator[PersonalSpan]:
    """Yield the other places, as whole words, of keys and numbers that were found by their context."""
    surfaces = {text[span.start : span.end]: span.kind for span in spans if span.kind in ("key", "phone")}
    for surface, kind in surfaces.items():
        if len(surface) < (_SHORTEST if any(map(str.isdigit, surface)) else _SHORTEST_IN_WORDS):
            continue
        start = text.find(surface)
        while start >= 0:
            end = start + len(surface)
            if not _is_alphanumeric(text[start - 1 : start] if start else "") and not _is_alphanumeric(
                text[end : end + 1]
            ):
                yield PersonalSpan(start, end, kind)
            start = text.find(surface, end)


def _is_alphanumeric(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


_SHORTEST_SURFACE = (
    6  # characters of what is masked in an entry because it was masked in the text: shorter ones are in words
)


def with_personal_counts(document: Document) -> Document:
    """Return the document with the counts of its personal data by kind, unless it has them already."""
    if document.status != "ok" or document.emails is not None:
        return document
    return _counted(document, personal_spans(document.text, document.lang))


def masked(document: Document, mask: Mask) -> Document:
    """Return the document with its text and all of its metadata masked. Each character is masked by one, so that all
    offsets stay true. The counts, of all kinds, are those before masking.
    """
    if document.status != "ok" or not mask:
        return document
    of_file = {places_of(document), template_of(document)} - {""}  # no words of anybody
    spans = mask.spans(document.text, document.lang)
    surfaces = sorted(
        {document.text[span.start : span.end] for span in spans if span.end - span.start >= _SHORTEST_SURFACE}
    )

    def value(text: str, key: str = "") -> str:
        return _masked_value(text, key, document.lang, mask, surfaces)

    return replace(
        _counted(document, personal_spans(document.text, document.lang)),
        text=masked_text(document.text, spans),
        title=document.title and value(document.title),
        origin=document.origin and value(document.origin),
        license=document.license and value(document.license),
        metadata=[
            entry if entry.value in of_file else MetadataEntry(value(entry.key), value(entry.value, entry.key))
            for entry in document.metadata
        ],
    )


def _counted(document: Document, spans: Sequence[PersonalSpan]) -> Document:
    counts = Counter(span.kind for span in spans)
    return replace(document, emails=counts["email"], phones=counts["phone"], keys=counts["key"])


def _masked_value(text: str, key: str, lang: str, mask: Mask, surfaces: Iterable[str]) -> str:
    """Return an entry's value masked, read with its key, and with what was masked elsewhere on the page."""
    head = f"{key}: " if key else ""
    value = mask.text(head + text, lang)[len(head) :]
    for surface in surfaces:
        if surface in value:
            value = value.replace(surface, masked_text(surface, [PersonalSpan(0, len(surface), "")]))
    return value
