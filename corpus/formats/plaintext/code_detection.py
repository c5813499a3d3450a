"""Code without fences: which lines of a scraped page are code, and where a block of it begins and ends.

The patterns are data, in `code_detection.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from corpus import lazy_re as re
from corpus.formats.plaintext.lines import TextLine, display_columns, introduces, is_ended, lone_bullet, symbol_bullet
from corpus.languages.scripts import CJK, CJK_CHARACTER

STRONG, POSSIBLE, NONE = 2, 1, 0

_DATA = tomllib.loads((files("corpus.formats.plaintext") / "code_detection.toml").read_text(encoding="utf-8"))
_NAME = r"[A-Za-z_]\w*"
_DOTTED = rf"{_NAME}(?:(?:\.|::|->){_NAME})*"
_LONGEST = 500  # characters of a line that are looked at


def _union_pattern(patterns: list[str]) -> re.Pattern[str]:
    joined = "|".join(f"(?:{pattern})" for pattern in patterns)
    commands = f"(?:{'|'.join(_DATA['commands'])})"
    return re.compile(joined.replace("DOTTED", _DOTTED).replace("COMMAND", commands).replace("NAME", _NAME))


_STRONG, _PRINTED = _union_pattern(_DATA["strong"]), _union_pattern(_DATA["printed"])
_ARGUMENT, _OUTPUT = _union_pattern(_DATA["argument"]), _union_pattern(_DATA["output"])
_DIRECTIVE = re.compile(r"#(?:include\s*[<\"]|define\s|ifn?def\s|endif\b|pragma\s|!\s?/)")
_STRING = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
_REMARK = r"""(?:(?<=\s)|^|(?<=[)\]};,:a-z0-9"']))#.*|(?:^|(?<=[\s;)}{]))//.*|/\*.*?(?:\*/|$)|<!--.*?(?:-->|$)"""
_STRING_OR_COMMENT = re.compile(f"{_STRING}|{_REMARK}")
_CONFIG = re.compile(r"(?:-\s+)?[\"']?[A-Za-z_][\w.-]*[\"']?:(?:\s+[\w\[{\"'./~*&|>-].*)?,?$")
_COMMENT = re.compile(r"\s*(?:\#(?!\#*\s*$)|//|/\*|\*/|--\s|;;)")
_BLOCK_COMMENT = re.compile(r"\s*(?:\*(?:\s|/|$)|\"\"\"|''')")


def strength(text: str) -> int:
    """Return how certain it is that a line is code: STRONG, POSSIBLE or NONE."""
    text = text[:_LONGEST]
    if _DIRECTIVE.match(text):
        return STRONG
    bare = _STRING_OR_COMMENT.sub(lambda m: '""' if m.group()[0] in "\"'" else "", text).strip()
    if CJK_CHARACTER.search(bare):
        return NONE
    if not bare:
        return POSSIBLE
    if _PRINTED.match(bare) or (_STRONG.match(bare) and not _is_sentence(bare)):
        return STRONG
    if _COMMENT.match(text) or _ARGUMENT.match(bare) or _OUTPUT.match(bare) or _CONFIG.match(bare):
        return NONE if _is_sentence(bare) else POSSIBLE
    return NONE


_FUNCTION_WORDS = frozenset(
    "the a an is are was were be of and that this it its you we they which can will has have".split()  # noqa: SIM905
)


def _is_sentence(text: str) -> bool:
    """Return whether a line is English prose: several plain words in a row, and no code punctuation."""
    words = re.findall(r"(?<![\w.(=\[\"'/-])[A-Za-z][a-z']*(?=[\s,?!]|\.(?:\s|$)|$)", text)
    if len(words) < 5 or text.endswith("\\") or re.search(r"[=()\[\]{}<>_;\\]|::|^[>$%]", text):
        return False
    return is_ended(text) or text[0].isupper() or not _FUNCTION_WORDS.isdisjoint(words)


def code_lines(lines: Sequence[TextLine]) -> list[int]:
    """Return, for each line, the number of its code block, or -1."""
    strengths = [strength(line.text) for line in lines]
    cjk = sum(CJK_CHARACTER.search(line.text) is not None for line in lines) > 0.2 * len(lines)
    _config_blocks(lines, strengths)
    blocks = [-1] * len(lines)
    number, index = 0, 0
    while index < len(lines):
        if strengths[index] != STRONG or continues_after_code(lines, index):
            index += 1
            continue
        first, last = _reach_back(lines, strengths, blocks, index), _reach_on(lines, strengths, index, cjk)
        last -= _gutter([line.text for line in lines[first : last + 1]])
        if first == 0 or blocks[first - 1] < 0:
            number += 1  # otherwise only blank lines stand between: the same block goes on
        blocks[first : last + 1] = [number] * (last + 1 - first)
        index = last + 1
    return blocks


def _gutter(texts: Sequence[str]) -> int:
    """Count the lines at the end of a block that are its detached line numbers: 1, 2, 3 … one per line."""
    count = next((n for n, text in enumerate(reversed(texts)) if not text.isdigit()), len(texts))
    numbers = [str(n + 1) for n in range(count)]
    return count if 0 < count == len(texts) - count and list(texts[-count:]) == numbers else 0


def _config_blocks(lines: Sequence[TextLine], strengths: list[int]) -> None:
    """Mark three or more lines of `key: value`, some of them indented, as configuration."""
    index = 0
    while index < len(lines):
        stop = index
        while stop < len(lines) and (stop == index or not lines[stop].after_blank) and _configures(lines[stop].text):
            stop += 1
        if stop - index >= 3 and any(line.indent for line in lines[index:stop]):
            strengths[index:stop] = [STRONG] * (stop - index)
        index = max(stop, index + 1)


def _configures(text: str) -> bool:
    return not CJK_CHARACTER.search(_STRING_OR_COMMENT.sub("", text)) and (
        _CONFIG.match(text) is not None or re.fullmatch(r"[{}\[\]],?|-\s[\w.\"'/-]+", text) is not None
    )


_PARTICLE = re.compile(
    r"(?:を|は|が|の|に|で|と|も|へ|や|から|まで|という|など|として|では|です|メソッド|関数|クラス|モジュール|オプション|引数|コマンド|"
    r"的|来|是|和|与|或|在|为|可|会|就|进行|参数|模块|函数|方法|接口|类|即可|对|后|时|中|将|并|而|等|以|命令|语句|选项|装饰器|对象|属性)"
)
_JAPANESE_PARTICLE = re.compile(
    r"(?:を|は|が|の(?!ち)|に|で(?!は|も|す)|と(?!ころ|りあえず|は)|も(?!し|ちろん)|への|から|まで|という|として)"
)
_AFTER = re.compile(rf"[,，。、；：）」』】！？…]|[.;:)](?=\s|$|[{CJK}])")
_HANGING = re.compile(
    r"(?:[用是为在把将对到以由叫即与和或及向从给被让使成的]|其中|例如|比如|以及|通过|[のはがをにでともや]|例えば|たとえば)$"
)
_BARE = re.compile(
    r"@?[A-Za-z_~./][\w.:/-]*(?:\([^()]{0,40}\))?|[\w.-]+=[\w.'\"-]+|--?[\w-]+|\d[\d.]*|[\w.]+\s=\s[\w.'\"-]{1,20}",
    re.ASCII,
)


def continues_after_code(lines: Sequence[TextLine], index: int) -> bool:
    """Return whether line `index` is inline code between an unfinished line and the rest of its sentence."""
    if index + 1 >= len(lines) or index == 0 or lines[index].after_blank or lines[index + 1].after_blank:
        return False
    before, after = lines[index - 1].text, lines[index + 1].text
    if not _BARE.fullmatch(lines[index].text) or introduces(before):
        return False
    if strength(before) or lone_bullet(after) or symbol_bullet(after):
        return False
    if is_ended(before):  # the code begins a sentence of its own
        return bool(CJK_CHARACTER.search(before)) and _JAPANESE_PARTICLE.match(after) is not None
    if not CJK_CHARACTER.search(before):
        return before.count(" ") >= 3 and bool(_AFTER.match(after) or (after[0].islower() and not strength(after)))
    if _AFTER.match(after):
        return True
    running = display_columns(before) > 40 or bool(re.search(r"[，。、,]", before))
    hanging = _HANGING.search(before) is not None
    return bool(CJK_CHARACTER.match(after)) and (running or hanging or _PARTICLE.match(after) is not None)


def _reach_back(lines: Sequence[TextLine], strengths: Sequence[int], blocks: Sequence[int], index: int) -> int:
    """Return the first line of the block, including comments and openings right before the first certain line."""
    while index > 0 and blocks[index - 1] < 0:
        line = lines[index - 1]
        if lines[index].after_blank and not line.text.startswith(("//", "/*", "*/")):
            break
        if symbol_bullet(line.text) or lone_bullet(line.text):
            break
        if strengths[index - 1] == NONE and not (
            lines[index].indent > line.indent and re.fullmatch(r"\w+:", line.text, re.ASCII)
        ):
            break
        if strengths[index - 1] == POSSIBLE and not (_COMMENT.match(line.text) or _ARGUMENT.match(line.text)):
            break
        index -= 1
    return index


def _reach_on(lines: Sequence[TextLine], strengths: Sequence[int], index: int, cjk: bool) -> int:
    """Return the last line of the block. It continues over blank lines if code or its output follows."""
    state = _State(cjk)
    state.take(lines[index].text)
    while index + 1 < len(lines) and _continues_code(lines, strengths, index + 1, state):
        index += 1
        state.take(lines[index].text)
    return index


@dataclass
class _State:
    """The state of a block after the lines read so far."""

    cjk: bool  # the page is Chinese or Japanese, so a line without a character of theirs is hardly prose
    prompt: bool = False  # a prompt or a print: output may follow
    printed: bool = False  # a traceback or a log: what follows need not look like code
    depth: int = 0  # brackets still open

    def take(self, text: str) -> None:
        self.prompt = self.prompt or text.startswith((">>>", "In [", "$ ")) or "print(" in text
        self.printed = _PRINTED.match(text) is not None or (self.printed and not text.startswith((">>>", "$ ")))
        bare = _STRING_OR_COMMENT.sub("", text)
        self.depth = max(0, self.depth + sum(bare.count(c) for c in "([{") - sum(bare.count(c) for c in ")]}"))


def _continues_code(lines: Sequence[TextLine], strengths: Sequence[int], index: int, state: _State) -> bool:
    line, power = lines[index], strengths[index]
    if power == STRONG:
        return not continues_after_code(lines, index)
    prose = CJK_CHARACTER.search(line.text) is not None
    bullet = lone_bullet(line.text) or (symbol_bullet(line.text) and not line.text.startswith("*"))
    if bullet and not (state.depth and line.indent):
        return False
    if state.depth and (power == POSSIBLE or (line.indent and not prose)):
        return True
    if line.after_blank:
        comment = _COMMENT.match(line.text) is not None and _next_is_code(lines, strengths, index)
        output = power == POSSIBLE and _OUTPUT.match(line.text) is not None and not _COMMENT.match(line.text)
        return comment or (output and (state.prompt or _looks_printed(line.text)))
    if power == POSSIBLE:
        return True
    if prose:
        figure = state.prompt and re.search(r"[:：=]\s*[-+]?\d", line.text) and not is_ended(line.text)
        return bool(figure) or _BLOCK_COMMENT.match(line.text) is not None
    if state.printed or (state.prompt and not is_ended(line.text)):
        return state.cjk or not _is_sentence(line.text)
    label = re.fullmatch(r"[\w.+-]+", line.text) and index + 1 < len(lines) and strengths[index + 1] == STRONG
    return line.indent >= 2 or (state.cjk and not is_ended(line.text) and not label)


def _next_is_code(lines: Sequence[TextLine], strengths: Sequence[int], index: int) -> bool:
    """Return whether a comment is followed, possibly after other comments, by a line that is certainly code."""
    while index < len(lines) and strengths[index] == POSSIBLE and _COMMENT.match(lines[index].text):
        index += 1
        if index < len(lines) and lines[index].after_blank:
            return False
    return index < len(lines) and strengths[index] == STRONG


def _looks_printed(text: str) -> bool:
    """Return whether a line looks like output: numbers alone, a printed tensor, a table's rule, an error."""
    return (
        re.match(r"(?:[-+]?\d[\d.,eE+-]*\s+)+[-+]?\d[\d.,eE+-]*$|tensor\(|\[\[|Traceback|\w*Error:|[-=+|]{5,}", text)
        is not None
    )
