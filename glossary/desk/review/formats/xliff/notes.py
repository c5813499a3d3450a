"""Notes: a finding as one line of a note, which editors keep, and what can be read back from it.

[taiyaku 99777adfc611c2e5] T101 critical 【操作员】×2: “操作员”有误，请改为 算子 → 算子 | 运算符
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from corpus import lazy_re as re
from glossary.decisions.decision import ReviewError
from glossary.desk.review.formats.clean_text import action
from glossary.desk.review.packets.row import PacketRow, Stretch
from glossary.exchange.xml import one_line

_NOTE = re.compile(r"([^:：]{1,40})[:：](.*)", re.DOTALL)
_RULE = re.compile(r"\bT\d{3}\b")
_QUOTED = re.compile("|".join(f"{a}([^{a}{b}]{{1,200}}){b}" for a, b in ("「」", "『』", "“”", '""', "«»", "【】")))
_OF_WORDS = frozenset({"accept", "admit", "prefer", "wrong", "exclude"})  # they may name words


@dataclass(frozen=True, slots=True)
class NoteCommand:
    """The decision that a note makes."""

    action: str
    rule: str  # the one rule of the unit's that it speaks of; empty: all
    words: str
    why: str


def order(note: str) -> NoteCommand | None:
    """Return the decision of a note: an action, in English, Chinese or Japanese, and a colon; None for other notes.

    The first quoted words are those to put in, to admit or to prefer, or the longer words to exclude.
    """
    match = _NOTE.fullmatch(note)
    if not match:
        return None
    rule = _RULE.search(match[1])
    try:
        action_name = action(_RULE.sub("", match[1]))
    except ReviewError:
        return None  # some other word before a colon
    quoted = _QUOTED.search(match[2]) if action_name in _OF_WORDS else None
    words = next(filter(None, quoted.groups()), "") if quoted else ""
    return NoteCommand(action_name, rule[0] if rule else "", words, match[2].strip())


SIGN = "[taiyaku "  # what a line begins with that is ours
_LINE = re.compile(r"\[taiyaku (\S+)\] (\S+) \S+ ((?:【[^】]*】)+)×(\d{1,6}): (?:.* → (.*)|.*)")
_PASSAGE = re.compile(r"\[taiyaku (\S+)\] translate (T\d{3}):.*")
_BETWEEN = " | "


@dataclass(frozen=True, slots=True)
class FindingNote:
    """A finding as its line describes it."""

    finding_id: str
    rule: str
    words: tuple[str, ...]
    times: int  # that they stood in the unit, but for those within what is expected
    expected: tuple[str, ...]


def finding_line(row: PacketRow) -> str:
    """Return the line of a finding."""
    text = row.question.target
    surfaces = [text[start:end] for start, end in row.marks] or [row.question.surface]
    words = list(dict.fromkeys(one_line(surface.replace("】", "")) for surface in surfaces))
    times = len(find_words(row.question.target, words, row.expected))
    marked = "".join(f"【{word}】" for word in words)
    expected = f" → {_BETWEEN.join(row.expected)}" if row.expected else ""
    head = f"{SIGN}{row.question.finding_id}] {row.question.rule} {row.severity} {marked}×{times}"
    return one_line(f"{head}: {row.message}{expected}")


def definition_line(row: PacketRow) -> str:
    """Return the line of a concept."""
    return one_line(f"{SIGN}term] {row.question.concept_id}: {row.definition}")


def opinion_lines(row: PacketRow) -> list[str]:
    """Return the lines of what assistants suggest; reading skips them."""
    return [one_line(f"{SIGN}assistant] {row.question.rule} {opinion.text}") for opinion in row.opinions]


def passage_line(row: PacketRow) -> str:
    """Return the line of a passage to be translated."""
    message = " ".join(row.message.split())
    return f"{SIGN}{row.question.finding_id}] translate {row.question.rule}: {message}"


def passage_id(notes: Iterable[str]) -> str:
    """Return the id of the finding whose passage a unit with these notes is; empty if it is none."""
    lines = (line.strip() for note in notes for line in note.splitlines())
    return next((match[1] for line in lines if (match := _PASSAGE.fullmatch(line))), "")


def read_line(line: str) -> FindingNote | None:
    """Read the line of a finding; None for any other line."""
    match = _LINE.fullmatch(line)
    if not match:
        return None
    finding_id, rule, marked, times, expected = match.groups("")
    words = tuple(marked[1:-1].split("】【"))
    return FindingNote(finding_id, rule, words, int(times), tuple(filter(None, expected.split(_BETWEEN))))


def find_words(text: str, words: Sequence[str], expected: Sequence[str]) -> list[Stretch]:
    """Return the spans of words in a text, except inside an expected form, as 精度 is inside 混合精度."""
    right = [form for form in expected if form not in words and any(word in form for word in words)]
    longest_first = sorted({*words, *right}, key=lambda form: (-len(form), form))
    pattern = "|".join(re.escape(form) for form in longest_first if form)
    return [match.span() for match in re.finditer(pattern, text) if match[0] in words] if pattern else []


def touched(before: str, after: str, places: Iterable[Stretch], explained: Iterable[Stretch] = ()) -> bool:
    """Return whether the text changed at or next to one of these places, apart from explained changes."""
    changes = [(edit.src_start, edit.src_end) for edit in Levenshtein.opcodes(before, after) if edit.tag != "equal"]
    explained_spans = list(explained)
    unexplained = [(a, b) for a, b in changes if not any(start <= a and b <= end for start, end in explained_spans)]
    return any(first <= end and start <= last for start, end in places for first, last in unexplained)
