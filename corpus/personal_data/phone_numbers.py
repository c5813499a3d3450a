"""Telephone numbers, as the numbering plans of their countries have them: no long figures of code, no examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from corpus import lazy_re as re
from corpus.languages.scripts import FULLWIDTH_DIGITS, characters

_WORD = f"A-Za-z0-9{FULLWIDTH_DIGITS}_"  # Han and kana stand beside numbers without a space
_INTERNATIONAL = re.compile(rf"(?<![{_WORD})\]+＋.=])[+＋]\d(?:[ \-‐–.()/]{{0,2}}\d){{7,14}}(?![{_WORD}%])")
_NATIONAL = re.compile(
    rf"(?<![{_WORD}.,:=+/#$€¥-])\(?\d{{2,5}}\)?(?:[ \-‐–]?\(?\d{{2,8}}\)?){{1,4}}(?![{_WORD}%]|[.,:/-]\d)"
)
# What is written so is a telephone number wherever it stands: 090-1234-9876, (206) 867-5309.
_PLAIN = re.compile(r"0[789]0[-‐–]\d{4}[-‐–]\d{4}|\([2-9]\d{2}\) [2-9]\d{2}-\d{4}")
_CONTEXT = re.compile(
    r"(?:\b(?:tel|telephone|phone|mobile|fax|whatsapp|hotline)\b|电话|手机|联系|致电|拨打|热线|传真|電話|携帯|連絡|"
    r"問い?合わせ|☎|📞|(?<![A-Z])TEL|ＴＥＬ)[^\n\d]{0,16}\Z",
    re.IGNORECASE,
)
_CONTEXT_LENGTH = 40  # characters before a number
_FEWEST, _MOST = 9, 15  # digits
_EXAMPLES = re.compile(r"12345|23456|34567|45678|56789|98765|(\d)\1{5}|(?:1?[2-9]\d\d)?55501\d\d\Z|7700900\d{3}\Z")
_REGIONS: Mapping[str, tuple[str, ...]] = {"zh": ("CN", "TW", "HK"), "ja": ("JP",), "en": ("US", "GB")}


def phone_numbers(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """Start and end of each number in a text; those without country code by the plans of the language's countries.

    Without country code a number counts where words before it say what it is, or where nothing else is written so.
    """
    if "+" in text or "＋" in text:
        for match in _INTERNATIONAL.finditer(text):
            if not _follows_digit(text, match.start()) and _is_valid(match.group(), None):
                yield match.span()
    for match in _NATIONAL.finditer(text):
        count = sum(map(str.isdigit, match.group()))
        if not _FEWEST <= count <= _MOST:
            continue
        before = text[max(0, match.start() - _CONTEXT_LENGTH) : match.start()]
        is_told = _PLAIN.fullmatch(match.group()) or _CONTEXT.search(before)
        if is_told and any(_is_valid(match.group(), region) for region in _REGIONS.get(lang, ())):
            yield match.span()


def _follows_digit(text: str, start: int) -> bool:
    """Return whether figures are added up: `1 +4912345678`."""
    return text[max(0, start - 3) : start].rstrip(" ")[-1:].isdigit()


def _is_valid(written: str, region: str | None) -> bool:
    """Return whether a plan has the number, and no page gives it as an example."""
    import phonenumbers  # a twentieth of a second, which few builds need

    digits = "".join(filter(str.isdigit, written)).translate(_ASCII_DIGITS)
    if _EXAMPLES.search(digits):
        return False
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(written, region))
    except phonenumbers.NumberParseException:
        return False


_ASCII_DIGITS = {ord(wide): str(digit) for digit, wide in enumerate(characters(FULLWIDTH_DIGITS))}
