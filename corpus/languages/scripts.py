"""Scripts: the one table of character classes by which Chinese and Japanese text is searched.

Each class is a string of ranges for use between [ and ] of a pattern, alone or with others. The ranges follow the
Unicode Character Database 16.0: Blocks.txt and the property Script in Scripts.txt; the tests compare them with
`unicodedata`. Historic kana of plane 1 and vertical forms are in no class, as no technical text has them.
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus import lazy_re as re

# CJK Unified Ideographs (Unicode 1.1; last filled up in 14.0) and Extension A (3.0; 13.0). Between them stand the
# hexagrams of the I Ching, which are signs.
UNIFIED_IDEOGRAPHS = "\u4e00-\u9fff"
EXTENSION_A = "\u3400-\u4dbf"
# The unified ideographs up to Unicode 8.0, of 2015: what jieba takes for Han.
IDEOGRAPHS_OF_2015 = "\u4e00-\u9fd5"
# CJK Compatibility Ideographs (1.1, 6.1), which NFKC makes unified ones but for twelve.
COMPATIBILITY_IDEOGRAPHS = "\uf900-\ufaff"
BMP_IDEOGRAPHS = f"{EXTENSION_A}{UNIFIED_IDEOGRAPHS}{COMPATIBILITY_IDEOGRAPHS}"
# Planes 2 and 3: Extension B (3.1) to I (15.1) with the Compatibility Ideographs Supplement; H ends at 323AF.
IDEOGRAPHS = f"{BMP_IDEOGRAPHS}\U00020000-\U000323af"
# Script Han: besides ideographs CJK Radicals Supplement and Kangxi Radicals (3.0), which texts taken from PDF have in
# their place, 々 and 〇, the numerals of Hangzhou, 〸 to 〻; and 〆, which by Script_Extensions is Han alone.
HAN = f"\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b{IDEOGRAPHS}"

# Scripts Hiragana and Katakana: letters, iteration marks, ゟ and ヿ (blocks Hiragana and Katakana, 1.1 to 4.1), and
# Katakana Phonetic Extensions (3.2). The length mark ー belongs to both and to neither, and stands beside the class
# where a pattern is for words.
HIRAGANA = "\u3041-\u3096\u309d-\u309f"
KATAKANA = "\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff"
KANA = f"{HIRAGANA}{KATAKANA}"
# With the length mark, as words have them.
WORD_KATAKANA, WORD_CJK = f"{KATAKANA}ー", f"{HAN}{KANA}ー"
# What else their blocks have, script Common: sound marks, ゠, ・ and ー.
KANA_MARKS = "\u3099-\u309c\u30a0\u30fb\u30fc"
# JIS X 0208 (1983), rows 4 and 5: the kana that legacy encodings have.
JIS_HIRAGANA, JIS_KATAKANA = "\u3041-\u3093", "\u30a1-\u30f6"

# Block Halfwidth and Fullwidth Forms (1.1; ｟ ｠ 3.2), without Hangul and arrows.
FULLWIDTH_ASCII = "\uff01-\uff5e"
FULLWIDTH_DIGITS = "\uff10-\uff19"
FULLWIDTH_ALPHANUMERICS = f"{FULLWIDTH_DIGITS}\uff21-\uff3a\uff41-\uff5a"
FULLWIDTH_PUNCTUATION = "\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff60"
FULLWIDTH_FORMS = f"{FULLWIDTH_ASCII}\uff5f\uff60\uffe0-\uffe6"
HALFWIDTH_PUNCTUATION = "\uff61-\uff65"
HALFWIDTH_KATAKANA = "\uff66-\uff9f"  # with ｰ and the sound marks, which in this width are characters of their own

# Block CJK Symbols and Punctuation (1.1 to 3.2): the space; what is punctuation or a symbol by its category.
IDEOGRAPHIC_SPACE = "\u3000"
CJK_PUNCTUATION = "\u3001-\u3004\u3008-\u3020\u3030\u3036\u3037\u303d-\u303f"

# Chinese and Japanese writing, which has no space between words; with its punctuation and all of its width.
CJK = f"{HAN}{KANA}{KANA_MARKS}{HALFWIDTH_KATAKANA}"
WIDE = f"{IDEOGRAPHIC_SPACE}{CJK_PUNCTUATION}{CJK}{FULLWIDTH_FORMS}{HALFWIDTH_PUNCTUATION}"

# ASCII and the letters of Latin-1 Supplement, Latin Extended-A and -B (1.1 to 5.0): English and its neighbours.
LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
# Greek to Georgian, Hangul Jamo and all up to Greek Extended; Yi to Hangul Jamo Extended-B: scripts that none of our
# languages is written in.
OTHER_SCRIPTS = "\u0370-\u1fff\ua000-\ud7ff"

CJK_CHARACTER = re.compile(f"[{CJK}]")
LETTER = re.compile(r"[^\W\d_]")  # of any script


def characters(ranges: str) -> Iterator[str]:
    """Yield the characters of a class, in the order of its ranges."""
    for first, last in re.findall(r"(.)(?:-(.))?", ranges):
        yield from map(chr, range(ord(first), ord(last or first) + 1))
