"""Packets made up for tests: every kind of row that a writer has to cope with, in zh and in ja."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace

from glossary.decisions.decision import Question
from glossary.desk.review.packets.row import Packet, PacketRow, SimilarUnit, Stretch, Term

# The words of a row's finding stand between 【 and 】, the terms of its English between [ and ].
_TEXTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "zh": (
        ("𠮷老师说😀：先用【操作员】处理张量，再用【操作员】求和。", "😀 Use an [operator] on the [tensor], then sum."),
        ("这一行没有原文，只有【演算】。", ""),
        ("=SUM(A1) 与 <b>【编译者】</b> & “引号”", "=SUM(A1) and the [compiler]"),
    ),
    "ja": (
        (
            "𠮷野さん😀：【演算者】でテンソルを処理し、【演算者】で合計します。",
            "😀 Use an [operator] on the [tensor], then sum.",
        ),
        ("この行には原文がなく、【演算】だけがあります。", ""),
        ("=SUM(A1) と <b>【編集器】</b> & 「引用」", "=SUM(A1) and the [compiler]"),
    ),
}
_RIGHT = {"zh": {"operator": "算子", "tensor": "张量", "compiler": "编译器"},
          "ja": {"operator": "演算子", "tensor": "テンソル", "compiler": "コンパイラ"}}  # fmt: skip
_OTHERS = {"zh": "运算符", "ja": "オペレータ"}
_CONCEPTS = ("operator", "operator", "compiler")
_LIKE = {
    "zh": SimilarUnit("Use an operator on a matrix, then sum.", "先用算子处理矩阵，再求和。", 0.87, "guide/sums"),
    "ja": SimilarUnit(
        "Use an operator on a matrix, then sum.", "演算子で行列を処理し、合計します。", 0.87, "guide/sums"
    ),
}


def packet(rows: int = 3, lang: str = "zh") -> Packet:
    """A packet of so many rows: astral characters and a memory match, no English, words that begin with "=", again."""
    packet_rows = tuple(_row(number, lang) for number in range(1, rows + 1))
    return Packet(
        f"{lang}-0001",
        "0123456789ab",
        "taiyaku:0.1.0|schema:1",
        lang,
        {"zh": "zh-CN", "ja": "ja-JP"}[lang],
        packet_rows,
    )


def changed(sent: Packet, number: int, change: Callable[[PacketRow], PacketRow]) -> Packet:
    """The packet with its row of that number changed."""
    return replace(sent, rows=tuple(change(row) if row.number == number else row for row in sent.rows))


def _row(number: int, lang: str) -> PacketRow:
    kind = (number - 1) % 3
    target, marks = _cut(_TEXTS[lang][kind][0], "【", "】")
    source, terms = _cut(_TEXTS[lang][kind][1], "[", "]")
    surface = "=" + target[slice(*marks[0])] if kind == 2 else target[slice(*marks[0])]
    right = _RIGHT[lang][_CONCEPTS[kind]]
    return PacketRow(
        question=_asked(number, lang, target, source, surface),
        number=number,
        name="wrong-rendering",
        severity=("major", "critical", "minor")[kind],
        confidence=(0.93, 0.8, 0.62)[kind],
        message={"zh": f"“{surface}”有误，请改为 {right}", "ja": f"「{surface}」は誤りです。{right} に直してください"}[
            lang
        ],
        expected=(right, _OTHERS[lang]) if kind == 0 else (right,),
        suggestion="" if kind == 1 else right,
        occurrences=len(marks),
        location=f"guide/{lang}/intro.md:{number}:4",
        work="guide/intro",
        unit_id="" if kind == 1 else f"guide/intro-{number:05}",
        marks=marks,
        terms=tuple(_term(stretch, source, lang) for stretch in terms),
        definition="" if kind == 1 else f"What {_CONCEPTS[kind]} means, in English.",
        match=_LIKE[lang] if kind == 0 else None,
    )


def _asked(number: int, lang: str, target: str, source: str, surface: str) -> Question:
    return Question(
        finding_id=hashlib.sha256(f"{lang} {number}".encode()).hexdigest()[:16],
        rule="T101",
        concept_id=_CONCEPTS[(number - 1) % 3],
        lang=lang,
        path=f"guide/{lang}/intro.md",
        surface=surface,
        marks=(f"{number:08x}",),
        sure=1.0,
        target=target,
        source=source,
    )


def _term(stretch: Stretch, source: str, lang: str) -> Term:
    word = source[slice(*stretch)]
    return Term(*stretch, word, _RIGHT[lang][word])


def _cut(text: str, opening: str, closing: str) -> tuple[str, tuple[Stretch, ...]]:
    """The text without its brackets, and where they stood."""
    plain, stretches = "", []
    for part in text.split(opening):
        marked, bracket, rest = part.partition(closing)
        if bracket:
            stretches.append((len(plain), len(plain) + len(marked)))
        plain += marked + rest
    return plain, tuple(stretches)
