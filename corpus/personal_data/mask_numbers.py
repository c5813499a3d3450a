"""Telephone numbers to mask: those written in a known form, and those that a word announces.

A library's matcher finds them too, but it took five seconds for 3.7 million characters and needs the country. Here the
library judges only the few stretches that look like numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from corpus import lazy_re as re
from corpus.personal_data.mask_data import mask_data
from corpus.personal_data.personal_spans import is_in_plan

_CANDIDATE = re.compile(r"(?<![A-Za-z0-9_+])(?:\+ ?\(?|\(\+?)?[0-9](?:[ .\-/()]{0,3}[0-9]){6,16}(?![A-Za-z_])")
_GOES_ON = re.compile(r"[ .\-/()]{0,2}[0-9]|[.,:][0-9]|[%_]|-[A-Za-z]|\.[A-Za-z]{2,4}(?![A-Za-z])")
_ATTACHED = "./-=#$€¥£@,:&?~^*'\"`"  # signs right before figures, which are then part of something else
_DATE = re.compile(r"(?:19|20)\d\d([-/.])\d\d?\1\d\d?(?:\D|\Z)|\d\d?([-/.])\d\d?\2(?:19|20)\d\d(?:\D|\Z)")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_CONTEXT_LENGTH = 24  # characters before a number
_BETWEEN = r"[^\n\d]{0,12}"

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
        if _CALLED.match(text, max(0, start - 2)) or _GOES_ON.match(text, end):
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
    return re.compile(rf"(?:(?<![A-Za-z0-9_-])(?:{latin})(?![A-Za-z0-9_-])|{others}){_BETWEEN}\Z", re.IGNORECASE)


@lru_cache(maxsize=4096)
def _is_of_some_plan(digits: str) -> bool:
    """Return whether any country's plan has a number, written without country code."""
    import phonenumbers  # a twentieth of a second, which few builds need

    if len(set(digits)) <= 2:
        return False
    return any(is_in_plan(digits, region) for region in sorted(phonenumbers.SUPPORTED_REGIONS))
