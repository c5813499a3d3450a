"""Numerals spelled out: the value of a run of Chinese numerals or English number words."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.numbers.word_lists import EN_CARDINALS, EN_SCALES, HAN_DIGITS, HAN_SCALES

_MYRIAD = 10_000


def han(text: str) -> list[int]:
    """Read a numeral: 三千四百 → 3400; 二三十 → 20 and 30; 二〇二三 → 2023; empty if it is not a number."""
    digits = [HAN_DIGITS.get(char) for char in text]
    if None not in digits and len(text) > 1:
        return _row([digit for digit in digits if digit is not None])
    for index in range(len(text) - 1):
        if HAN_DIGITS.get(text[index]) and HAN_DIGITS.get(text[index + 1]):
            return [
                *_scaled_values(text[: index + 1] + text[index + 2 :]),
                *_scaled_values(text[:index] + text[index + 1 :]),
            ]
    return _scaled_values(text)


def _row(digits: list[int]) -> list[int]:
    """Read digits without a scale: a year or the like, or two digits as a range (两三)."""
    if len(digits) == 2 and digits[1] == digits[0] + 1:
        return digits
    return [int("".join(map(str, digits)))] if len(digits) > 2 or 0 in digits else []


def _scaled_values(text: str) -> list[int]:
    """Return the value of a number with 十, 百, 千 and the myriads 万, 亿, 兆."""
    total = part = digit = 0
    for char in text:
        scale = HAN_SCALES.get(char)
        if scale is None:
            digit = HAN_DIGITS[char]
        elif scale < _MYRIAD:
            part, digit = part + (digit or 1) * scale, 0
        else:
            total, part, digit = _multiply_by_scale(total, part + digit, scale), 0, 0
    return [total + part + digit * _trailing_unit(text)]


def _multiply_by_scale(total: int, part: int, scale: int) -> int:
    """Multiply by a scale: what stands before a greater one is multiplied as a whole (万亿)."""
    return (total + part) * scale if 0 < total < scale else total + (part or 1) * scale


def _trailing_unit(text: str) -> int:
    """Return the unit of the last digit: 两万五 is 25,000, 一百五 150, 一百零五 105."""
    before = HAN_SCALES.get(text[-2], 1) if len(text) > 1 else 1
    return max(1, before // 10)


def english(words: Sequence[str]) -> int | None:
    """Read ["two", "hundred", "fifty", "thousand"] as 250,000; None if the words do not form one number."""
    total = part = 0
    for word in words:
        scale = EN_SCALES.get(word)
        if scale is None:
            number = EN_CARDINALS[word]
            if part % (10 if number < 10 else 100) or part % 100 == 10:
                return None
            part += number
        elif not part:
            return None
        else:
            total, part = (total, part * scale) if scale <= 100 else (total + part * scale, 0)
    return total + part
