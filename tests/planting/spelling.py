"""Errors of spelling: ー, okurigana and ・ of one use against the page's others, characters of the other script."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import opencc

from tests.planting.edits import Edit
from tests.planting.ground import Ground, meanings, termbase
from tests.planting.seen import is_seen

_LEAST = 3  # uses of a word: fewer show no habit that one could break

_RUN = re.compile("(?<![ァ-ヺー・])[ァ-ヺー]{3,}(?![ァ-ヺー・])")
# Words whose English ends in -er, -or or -ar, so that both spellings are met; without ー here.
_ER = re.compile(
    ".*(?:メータ|コンパイラ|プロファイラ|スケジューラ|[マナ]イザ|ユーザ|サーバ|コーダ|センサ|プロセッサ|ピュータ|レイヤ|フォルダ|ヘッダ"
    "|フィルタ|ブラウザ|ライブラリアン|トレーナ|ローダ|ラッパ|ハンドラ|ドライバ|マネージャ|リゾルバ|ビルダ|カウンタ|ポインタ|ルータ|クラスタ)"
)
# With all kana, and with one less.
_OKURIGANA = """
書き込み 書込み, 読み込み 読込み, 取り出し 取出し, 呼び出し 呼出し, 呼び出す 呼出す, 埋め込み 埋込み, 割り当て 割当て, 切り替え 切替え,
組み合わせ 組合せ, 繰り返し 繰返し, 書き換え 書換え, 立ち上げ 立上げ, 取り扱い 取扱い, 引き継ぎ 引継ぎ, 振り分け 振分け, 打ち切り 打切り,
並べ替え 並替え, 積み重ね 積重ね, 受け渡し 受渡し, 取り込む 取込む, 取り込み 取込み, 組み込み 組込み, 読み書き 読書き, 書き出し 書出し,
読み出し 読出し, 引き渡し 引渡し, 割り当てる 割当てる, 切り替える 切替える, 組み合わせる 組合せる, 繰り返す 繰返す, 取り出す 取出す, 書き換える 書換える,
読み込む 読込む, 書き込む 書込む, 呼び出され 呼出され, 取り除く 取除く, 見積もり 見積り, 書き出す 書出す, 切り出す 切出す, 受け取る 受取る
"""


def length_mark(ground: Ground) -> Iterator[Edit]:
    """One of several uses of a katakana word with ー at its end where the others have none, or without."""
    runs = _runs(ground)
    counts = Counter(word for _, _, word in runs)
    for start, end, word in runs:
        stem = word.removesuffix("ー")
        other = stem if word.endswith("ー") else f"{word}ー"
        odd = not counts[other] and not is_seen(other) and not _is_preferred(other)
        if counts[word] >= _LEAST and len(stem) >= 3 and _ER.fullmatch(stem) and odd:
            yield Edit(start, end, other, "ー dropped" if word.endswith("ー") else "ー added", word)


def _is_preferred(word: str) -> bool:
    """Whether the glossary writes it so: then the page's other uses are what is odd."""
    return any(form.status == "preferred" for _, form in meanings(word, "ja"))


def _runs(ground: Ground) -> list[tuple[int, int, str]]:
    return [(*match.span(), match.group()) for match in _RUN.finditer(ground.masked)]


def okurigana(ground: Ground) -> Iterator[Edit]:
    """One of several uses of a word with one kana less than the others."""
    for pair in _OKURIGANA.replace("\n", " ").split(","):
        full, less = pair.split()
        places = [match.span() for match in re.finditer(full, ground.masked)]
        if len(places) >= _LEAST and not is_seen(less) and less not in ground.text:
            yield from (Edit(start, end, less, "kana dropped", full) for start, end in places)


def middle_dot(ground: Ground) -> Iterator[Edit]:
    """One of several uses of a katakana compound with ・ between its words."""
    runs = _runs(ground)
    counts = Counter(word for _, _, word in runs)
    for start, end, word in runs:
        cuts = [number for number in range(3, len(word) - 2) if {word[:number], word[number:]} <= _katakana_words()]
        if counts[word] >= _LEAST and len(cuts) == 1 and not is_seen(other := f"{word[: cuts[0]]}・{word[cuts[0] :]}"):
            yield Edit(start, end, other, "・ put in", word)


@cache
def _katakana_words() -> frozenset[str]:
    """Forms of the glossary that are one katakana word."""
    forms = (form.form for concept in termbase().concepts for form in concept.in_language("ja"))
    return frozenset(form for form in forms if re.fullmatch("[ァ-ヺー]{3,7}", form))


def other_script(ground: Ground) -> Iterator[Edit]:
    """One character as the other script writes it, and never this one: 張 on a Simplified page, 张 on a Japanese one."""
    encoding = "gb2312" if ground.lang == "zh" else "cp932"
    for place, char in enumerate(ground.masked):
        if re.match("[一-鿿]", char):
            other = _converted(char, ground.lang)
            if len(other) == 1 and other != char and not _is_in(other, encoding) and _is_in(char, encoding):
                word = ground.text[place - 1 : place] + other + ground.text[place + 1 : place + 2]
                if not is_seen(word[:2]) and not is_seen(word[1:]):
                    yield Edit(place, place + 1, other, "other script", char)


def _is_in(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@cache
def _converted(char: str, lang: str) -> str:
    steps = ("s2t",) if lang == "zh" else ("jp2t", "t2s")
    for step in steps:
        char = str(_converter(step).convert(char))
    return char


@cache
def _converter(name: str) -> opencc.OpenCC:
    return opencc.OpenCC(name)


KINDS = {  # by the rule that is to find them
    "T401": length_mark,
    "T402": okurigana,
    "T403": middle_dot,
    "T404": other_script,
}
