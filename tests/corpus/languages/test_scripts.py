"""The table of character classes: what Unicode says of each, and that no other module writes one by hand."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.languages import scripts
from corpus.languages.scripts import characters

ROOT = Path(__file__).resolve().parents[3]
ASSIGNED = [char for char in map(chr, range(0x110000)) if unicodedata.category(char) not in ("Cn", "Co", "Cs")]
NAMES = {char: unicodedata.name(char, "") for char in ASSIGNED}
CLASSES = {name: value for name, value in vars(scripts).items() if name.isupper() and isinstance(value, str)}


def named(pattern: str) -> set[str]:
    """The characters whose names begin as the pattern says, without plane 1, which has historic kana."""
    begins = re.compile(pattern)
    return {char for char, name in NAMES.items() if ord(char) >> 16 != 1 and begins.match(name)}


def assigned(ranges: str) -> set[str]:
    """The characters of a class that Unicode has a name for, or a category."""
    return {char for char in characters(ranges) if char in NAMES}


# --- what Unicode says

HAN_MARKS = (
    "IDEOGRAPHIC (?:ITERATION MARK|CLOSING MARK|NUMBER ZERO)|VERTICAL IDEOGRAPHIC ITERATION MARK|HANGZHOU NUMERAL"
)
BY_NAME = [
    ("UNIFIED_IDEOGRAPHS", "CJK UNIFIED IDEOGRAPH-(?:4[EF]|[5-9].)..$"),
    ("EXTENSION_A", "CJK UNIFIED IDEOGRAPH-(?:3[4-9A-F]|4[0-9A-D])..$"),
    # Twelve of this block are unified ideographs in spite of its name.
    ("COMPATIBILITY_IDEOGRAPHS", "CJK (?:COMPATIBILITY|UNIFIED) IDEOGRAPH-F[9A]..$"),
    ("BMP_IDEOGRAPHS", "CJK (?:COMPATIBILITY|UNIFIED) IDEOGRAPH-....$"),
    ("IDEOGRAPHS", "CJK (?:COMPATIBILITY|UNIFIED) IDEOGRAPH-"),
    ("HAN", f"CJK (?:COMPATIBILITY |UNIFIED )IDEOGRAPH-|(?:CJK|KANGXI) RADICAL |{HAN_MARKS}"),
    ("HIRAGANA", "HIRAGANA "),
    ("KATAKANA", "KATAKANA (?!MIDDLE DOT)"),
    ("KANA", "HIRAGANA |KATAKANA (?!MIDDLE DOT)"),
    ("KANA_MARKS", "(?:COMBINING )?KATAKANA-HIRAGANA |KATAKANA MIDDLE DOT"),
    ("FULLWIDTH_ASCII", "FULLWIDTH (?!(?:LEFT|RIGHT) WHITE|CENT|POUND|NOT|MACRON|BROKEN|YEN|WON)"),
    ("FULLWIDTH_DIGITS", "FULLWIDTH DIGIT "),
    ("FULLWIDTH_ALPHANUMERICS", "FULLWIDTH (?:DIGIT|LATIN)"),
    ("FULLWIDTH_FORMS", "FULLWIDTH "),
    ("HALFWIDTH_PUNCTUATION", "HALFWIDTH (?:IDEOGRAPHIC|(?:LEFT|RIGHT) CORNER|KATAKANA MIDDLE)"),
    ("HALFWIDTH_KATAKANA", "HALFWIDTH KATAKANA(?! MIDDLE)"),
    ("IDEOGRAPHIC_SPACE", "IDEOGRAPHIC SPACE"),
]


@pytest.mark.parametrize(("name", "pattern"), BY_NAME, ids=[name for name, _ in BY_NAME])
def test_class_has_the_characters_that_unicode_names_so(name: str, pattern: str):
    assert assigned(CLASSES[name]) ^ named(pattern) == set()


def test_punctuation_of_the_block_is_what_its_category_says():
    block = [char for char in map(chr, range(0x3001, 0x3040)) if unicodedata.category(char)[0] in "PS"]
    assert list(characters(scripts.CJK_PUNCTUATION)) == block


def test_full_width_punctuation_is_what_is_no_letter_and_no_digit():
    wide = {char for char in characters(f"{scripts.FULLWIDTH_ASCII}\uff5f\uff60") if not char.isalnum()}
    assert set(characters(scripts.FULLWIDTH_PUNCTUATION)) == wide


def test_full_width_ascii_folds_to_ascii():
    folded = unicodedata.normalize("NFKC", "".join(characters(scripts.FULLWIDTH_ASCII)))
    assert folded == "".join(map(chr, range(0x21, 0x7F)))


@pytest.mark.parametrize(("ranges", "row"), [(scripts.JIS_HIRAGANA, 4), (scripts.JIS_KATAKANA, 5)])
def test_jis_kana_are_a_row_of_the_standard(ranges: str, row: int):
    cells = (bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp", "ignore") for cell in range(1, 95))
    assert "".join(characters(ranges)) == "".join(cells)


def test_latin_are_the_letters_of_ascii_and_of_the_next_blocks():
    latin = {char for char in named("LATIN ") if char < "\u0250"}
    assert assigned(scripts.LATIN) == latin


def test_other_scripts_share_nothing_with_ours():
    ours = {*characters(scripts.CJK), *characters(scripts.LATIN)}
    others = set(characters(scripts.OTHER_SCRIPTS))
    assert ours.isdisjoint(others)
    assert set("ΩЯאعकกა한ᄀꀀ") <= others


def test_wide_takes_two_columns_but_for_half_width_forms():
    half = {*characters(scripts.HALFWIDTH_PUNCTUATION + scripts.HALFWIDTH_KATAKANA)}
    narrow = {char for char in assigned(scripts.WIDE) if unicodedata.east_asian_width(char) not in "WF"}
    assert narrow == {*half, "〿"}  # a blank half as wide


@pytest.mark.parametrize("char", "学習々〆〇⽤㐀﨑𠮷あゝゟアーヽヿㇰ・゛ｱｰﾞ")
def test_cjk(char: str):
    assert scripts.CJK_CHARACTER.fullmatch(char)


@pytest.mark.parametrize("char", "aé1，。「　Ａ％￥｡한ㄅ㎏㈱䷀①—“")
def test_no_cjk(char: str):
    assert not scripts.CJK_CHARACTER.match(char)


@pytest.mark.parametrize("name", CLASSES)
def test_class_stands_in_a_pattern_as_it_is_read(name: str):
    """`characters` and `re` read the same, beside other classes and behind ^ too."""
    matched = re.findall(f"[{CLASSES[name]}ー]", "".join(ASSIGNED))
    assert set(matched) == {*assigned(CLASSES[name]), "ー"}
    assert not re.search(f"[^{CLASSES[name]}]", "".join(characters(CLASSES[name])))


# --- one table

TABLE = "corpus/languages/scripts.py"
# Blocks that hold the classes of the table: radicals to hexagrams and Han, Hangul, compatibility and full-width forms, and
# the planes of ideographs.
BLOCKS = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003fffd]"
)
EXCEPTIONS = {
    # What NFKC or case folding changes, in all scripts: its ranges end where the changes do, not where a class does.
    "glossary/matching/normalized_view.py": {
        "\u2e80-\u2fdf", "\u3131-\u318f", "\u3200-\u33ff", "\uf900-\ufaff", "\uff0d-\uff19", "\uff20-\uff3a", "\uff3f-\uff5a",
        "\uff61-\uff9f", "\U0002f800-\U0002fa1f",
    },
}  # fmt: skip
ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
MAY_HOLD = re.compile(rf"{BLOCKS.pattern}|\\[uU]|0x")  # in a source
HEXADECIMAL = re.compile(r"\b0x[0-9A-Fa-f]{4,5}\b")
RANGE = re.compile(r"(?s)(?=([^\0-\x7f])-(.))")


def hand_written(source: str) -> Iterator[str]:
    """The ranges of such characters that a module's strings hold, and its comparisons and numbers with such a character."""
    docstrings: set[ast.AST] = set()
    for node in ast.walk(ast.parse(source)) if MAY_HOLD.search(source) else ():
        if isinstance(node, ast.Expr):
            docstrings.add(node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            text = ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), node.value)
            yield from (
                f"{first}-{last}" for first, last in RANGE.findall(text) if first < last and _is_ours(first + last)
            )
        elif isinstance(node, ast.Compare) and any(
            isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops
        ):
            values = [side.value for side in (node.left, *node.comparators) if isinstance(side, ast.Constant)]
            yield from (repr(value) for value in values if isinstance(value, str) and _is_ours(value))
    yield from (number for number in HEXADECIMAL.findall(source) if _is_ours(chr(int(number, 16))))


def _is_ours(text: str) -> bool:
    return BLOCKS.search(text) is not None


def test_no_module_but_the_table_writes_a_class_by_hand():
    written = {
        place: ranges
        for top in ("corpus", "glossary", "flows")
        for file in sorted((ROOT / top).rglob("*.py"))
        if (place := file.relative_to(ROOT).as_posix()) != TABLE
        if (ranges := {*hand_written(file.read_text("utf-8"))})
    }
    assert written == EXCEPTIONS, f"compose it of the classes in {TABLE}"


@pytest.mark.parametrize(
    ("source", "ranges"),
    [
        ('han = "[一-龥]"', ["一-龥"]),
        (r'f(r"[\u3041-\u3096]")', ["ぁ-ゖ"]),
        ('f"[ァ-ヶ{more}]"', ["ァ-ヶ"]),
        ('f("[、-〿]|x")', ["、-〿"]),
        ('"Ａ" <= char <= "Ｚ"', ["'Ａ'", "'Ｚ'"]),
        ("range(0x4E00, 0xA000)", ["0x4E00"]),
        ('item = "[a-z①-⑳]"', []),
        ('def f():\n    """[ぁ-ん]"""', []),
        ('words = "[的了是]"', []),
        ('marks = " ー・-"', []),
        ('char == "々"', []),
        ("range(20_000)", []),
        ("code - 0xFEE0", []),
    ],
)
def test_what_counts_as_written_by_hand(source: str, ranges: list[str]):
    assert list(hand_written(source)) == ranges
