"""Latin runs: consecutive English words inside a Chinese or Japanese sentence, and what is beside them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.languages.scripts import WIDE
from corpus.records import Segment
from corpus.text.segments import pairs_in
from glossary.matching.bracketed import is_initials
from glossary.rules.calibration import HALF, LIKELY, PERHAPS, RATHER, sign
from glossary.rules.context import RuleContext
from glossary.rules.shared.english_words import HAN_OR_KANA, is_sentence, native_script

_TOKEN = r"[A-Za-z0-9_][A-Za-z0-9_'’+#./:@&\\-]*"  # noqa: S105 (a marker of text)
_RUN = re.compile(rf"(?<![A-Za-z0-9_./@#\\$%&+=<>~^-]){_TOKEN}(?: {_TOKEN})*")
_WORD = re.compile(r"[^ ]+")
_TRAILING = ".,:'’-/\\"
_REACH = 12  # characters within which a noun says that a word is a name of code
_ROUND = "(（[［【"
_WINDOW = 100  # characters on either side that are read for brackets and clauses
_NEAR = 4  # words on either side that are read for names
_OF_A_PHRASE = sign("english.of-a-phrase", LIKELY)  # conventional commit: who translates one word leaves the other
_BESIDE_NAME, _SPELT_OUT = sign("english.beside-name", HALF), sign("english.spelt-out", PERHAPS)
_ITEM_LABEL = sign("english.item-label", PERHAPS)
_BY_KIND = {"heading": sign("english.heading", RATHER), "table_cell": sign("english.table-cell", LIKELY)}
_SENTENCE = 5  # words; so many in a row were kept on purpose
_NESTED = 8  # mentions that may begin before the one that covers a place
_BRACKET = re.compile(r"[*_ ]{0,4}[(（]([^()（）]{1,40})[)）]")
_CODE_AFTER = re.compile(
    r" ?(?:=|(?:を|は|设为|设置为|设成) ?(?:True|False|None)(?![A-Za-z]))|[(\[][A-Za-z0-9_'\")\]]"
)  # =, what is set to True, what is called or indexed
_COMMAND = re.compile(
    r"(?:pip3?|conda|mamba|git|npm|npx|yarn|pnpm|docker|helm|kubectl|apt|apt-get|brew|uv|poetry|cargo|go|make|gem|dotnet"
    r"|(?<=\./)\w+) [a-z][a-z-]+(?![A-Za-z])"
    r"|python3? (?:-|\S+\.py)"
)
_ERROR_BEFORE = re.compile(
    r"(?:错误|报错|异常|錯誤|エラー)(?:信息|消息|提示|訊息|メッセージ)?(?:为|是|如下|写着|[:：はがで、，「“\"*\s])+\Z"
)
_FOREIGN = rf"[^*_\n{WIDE}]*"
_EMPHASIS_BEFORE, _EMPHASIS_AFTER = re.compile(rf"(?<!\*)[*_](?!\s){_FOREIGN}\Z"), re.compile(rf"{_FOREIGN}[*_](?!\*)")
_SHOWN = 5  # words; fewer are emphasised to be seen
_ARGUMENT_BEFORE = re.compile(
    r"(?:参数|变量|属性|字段|函数名|列名|引数|変数|フィールド|関数名)(?:名|里的|中的|の)?[ ]?\Z"
)
_HALF = re.compile(f"-{HAN_OR_KANA.pattern}")  # tensor-レベル is a matter of the whole
_CODE_BEFORE = re.compile(r"=\s?\Z")
_LABEL = re.compile(r"[\s>|*#+•_-]*(?:\d{1,3}[.)]\s+)?[\s*_]*")
_OPENS = re.compile(r"""(?:(?P<quote>['"])|(?:<|&lt;))(?:[A-Za-z]+ )?[*_]{0,2}\Z""")
_CLOSES = re.compile(r"""[*_]{0,2}(?:(?P<quote>['"])|>|&gt;)""")
_ARROW_AFTER = re.compile(r"[*_`\"」』]{0,3} ?(?:-?(?:>|&gt;)|[→⇒➜＞])")
_ARROW_BEFORE = re.compile(r"(?:[A-Za-z*_`\"」』-] ?)(?:-?(?:>|&gt;)|[→⇒➜＞]) ?[*_`\"「『]{0,3}\Z")
_first = itemgetter(0)
_LABEL_ENDS = re.compile(r"[\s*_]*(?:[:：|—–-]|\Z)")


class LatinRun(NamedTuple):
    """Latin words with single spaces between them; offsets into the text that was searched."""

    start: int
    end: int
    words: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class MixedSegment:
    """A segment in the page's own language with Latin words in it; offsets count from its start."""

    segment: Segment
    text: str  # what is protected is blanked out
    runs: tuple[LatinRun, ...]
    uses: tuple[tuple[int, int], ...]  # where the glossary's terms stand

    def is_known(self, start: int, end: int) -> bool:
        """Return whether a term of the glossary stands here, or touches it."""
        after = bisect_left(self.uses, (end, 0))
        return any(start < last for _, last in self.uses[max(0, after - _NESTED) : after])

    def run_at(self, offset: int) -> LatinRun | None:
        """Return the run that holds the character at an offset."""
        after = bisect_right(self.runs, offset, key=_first)
        return self.runs[after - 1] if after and offset < self.runs[after - 1].end else None


def find_mixed_segments(page: RuleContext) -> Iterator[MixedSegment]:
    """Yield the segments of a page that mix both scripts."""
    script = native_script(page.lang)
    for segment in page.own_prose:
        if script.search(segment.text) and re.search("[A-Za-z]", segment.text):
            text, begin = page.plain(segment), segment.start
            uses = tuple((mention.start - begin, mention.end - begin) for mention in page.mentions_in(segment))
            yield MixedSegment(segment, text, tuple(runs(text)), uses)


def runs(text: str) -> Iterator[LatinRun]:
    """Yield the runs of a text, in order."""
    for match in _RUN.finditer(text):
        start = match.start()
        words = tuple(_trimmed(text, start + word.start(), start + word.end()) for word in _WORD.finditer(match[0]))
        yield LatinRun(start, words[-1][1], words)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    return start, start + len(text[start:end].rstrip(_TRAILING))


def may_stay(mixed_segment: MixedSegment, run: LatinRun, start: int, end: int) -> bool:
    """Return whether English may stay here: in brackets, before its translation, as code, in a whole clause."""
    text = mixed_segment.text
    if _is_in_brackets(text, start, end) or _is_glossed(text, run.end):
        return True
    if _is_command(text, run) or _is_error(text, run) or _is_in_emphasis(text, start, end):
        return True
    if is_literal(text, start, end) or _is_in_chain(text, run):
        return True
    if _CODE_AFTER.match(text, end) or _HALF.match(text, end) or _CODE_BEFORE.search(text[max(0, start - 2) : start]):
        return True
    return is_sentence(text[max(run.start, start - _WINDOW) : min(run.end, end + _WINDOW)])


def is_literal(text: str, start: int, end: int) -> bool:
    """Return whether straight quotes or angle brackets hold exactly a place: 'node', <name>, &lt;usage&gt;."""
    before, after = _OPENS.search(text[max(0, start - _REACH) : start]), _CLOSES.match(text, end)
    return before is not None and after is not None and before["quote"] == after["quote"]


def _is_in_chain(text: str, run: LatinRun) -> bool:
    """Return whether Latin words are linked by arrows, as layers and menus are: Conv -> ReLU, Runtime > Run all."""
    return bool(_ARROW_AFTER.match(text, run.end) or _ARROW_BEFORE.search(text[max(0, run.start - _REACH) : run.start]))


def _is_command(text: str, run: LatinRun) -> bool:
    """Return whether the run is a terminal command: pip install torch."""
    return _COMMAND.match(text, run.start, run.end) is not None


def _is_error(text: str, run: LatinRun) -> bool:
    """Return whether the words are an error message: 错误信息为 CUDA out of memory."""
    before = text[max(0, run.start - _REACH) : run.start]
    return _ERROR_BEFORE.search(before) is not None


def _is_in_emphasis(text: str, start: int, end: int) -> bool:
    """Return whether a place lies in several emphasized words without Han or kana: a title, a line of a song."""
    before, after = text[max(0, start - _WINDOW) : start], text[end : end + _WINDOW]
    opens, closes = _EMPHASIS_BEFORE.search(before), _EMPHASIS_AFTER.match(after)
    if not opens or not closes:
        return False
    return len(f"{opens[0]}{text[start:end]}{closes[0]}".split()) >= _SHOWN


def _is_in_brackets(text: str, start: int, end: int) -> bool:
    """Return whether a place begins a bracket, or is in one without Han or kana, as a gloss or a label is. The words
    of a link do not count: [from source](…).
    """
    first = max(0, start - _WINDOW)
    near = text[first : end + _WINDOW]
    pairs = [pair for pair in pairs_in(near) if near[pair[0]] in _ROUND and pair[0] + first < start]
    within = [(opens, closes) for opens, closes in pairs if end <= closes + first]
    if text[start - 1 : start] in tuple(_ROUND) and not any(opens + first == start - 1 for opens, _ in within):
        return True
    return any(
        opens + first == start - 1 or not HAN_OR_KANA.search(near, opens, closes)
        for opens, closes in within
        if near[closes : closes + 2] != "]("
    )


def _is_glossed(text: str, end: int) -> bool:
    """Return whether Latin words are followed by their translation in brackets: reduction（归约）."""
    following = _BRACKET.match(text, end)
    return following is not None and HAN_OR_KANA.search(following[1]) is not None


def is_emphasised(text: str, run: LatinRun) -> bool:
    """Return whether a run is emphasized, as authors do with words that they mention."""
    return text[run.start - 1 : run.start] in ("*", "_") and text[run.end : run.end + 1] in ("*", "_")


def is_argument(text: str, run: LatinRun, start: int, end: int) -> bool:
    """Return whether a lone word directly follows one that marks it as a name: 参数 device, 引数device."""
    alone = (run.start, run.end) == (start, end) and " " not in text[start:end]
    return (
        alone
        and text[start:end].islower()
        and _ARGUMENT_BEFORE.search(text[max(0, start - _REACH) : start]) is not None
    )


def by_neighbours(mixed_segment: MixedSegment, run: LatinRun, start: int, end: int) -> float:
    """Return how sure it is, by their neighbours, that words neither belong to a longer name nor spell out initials."""
    if any(
        _is_unknown_name(mixed_segment, first, last)
        for first, last in _neighbouring_words(mixed_segment.text, run, start, end)
    ):
        return 0.0 if mixed_segment.text[start].isupper() else _BESIDE_NAME
    if any(
        _is_unknown_word(mixed_segment, first, last)
        for first, last in _neighbouring_words(mixed_segment.text, run, start, end)
    ):
        return _OF_A_PHRASE
    following = _BRACKET.match(mixed_segment.text, run.end)
    return (
        _SPELT_OUT if following and is_initials(following[1].strip(), mixed_segment.text[run.start : run.end]) else 1.0
    )


def is_kept_name(mixed_segment: MixedSegment, run: LatinRun, start: int, end: int, original: Sequence[str]) -> bool:
    """Return whether words are part of a name or label that the original has too: TensorFlow Probability."""
    text = mixed_segment.text
    if len(run.words) >= _SENTENCE and any(text[run.start : run.end] in sentence for sentence in original):
        return True
    if not text[start].isupper():
        return False
    before, after = bisect_left(run.words, start, key=_first), bisect_left(run.words, end, key=_first)
    phrases = []
    if before and _has_capital(text, run.words[before - 1]):
        phrases.append(text[run.words[before - 1][0] : end])
    if after < len(run.words) and _has_capital(text, run.words[after]):
        phrases.append(text[start : run.words[after][1]])
    return any(phrase in sentence for phrase in phrases for sentence in original)


def _has_capital(text: str, word: tuple[int, int]) -> bool:
    return any(map(str.isupper, text[word[0] : word[1]]))


def _neighbouring_words(text: str, run: LatinRun, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the nearest word of a run on either side, past function words: in Learning for Coders, Coders."""
    before = bisect_left(run.words, start, key=_first)
    after = bisect_left(run.words, end, key=_first)
    for words in (reversed(run.words[max(0, before - _NEAR) : before]), run.words[after : after + _NEAR]):
        yield from islice(((a, b) for a, b in words if text[a:b].lower() not in pack("en").function_words), 1)


def _is_unknown_name(mixed_segment: MixedSegment, start: int, end: int) -> bool:
    return mixed_segment.text[start:end][:1].isupper() and not mixed_segment.is_known(start, end)


def _is_unknown_word(mixed_segment: MixedSegment, start: int, end: int) -> bool:
    """Return whether a lower-case word belongs to no term: a term next to it is part of a phrase, or of a command."""
    word = mixed_segment.text[start:end]
    return word[:1].islower() and not mixed_segment.is_known(start, end)


def by_place(mixed_segment: MixedSegment, start: int, end: int) -> float:
    """Return how sure a finding is by its place: headings, cells and labels of list items keep English more often."""
    kind, label = mixed_segment.segment.kind, _LABEL.match(mixed_segment.text)
    if kind != "paragraph" and label and label.end() >= start and _LABEL_ENDS.match(mixed_segment.text, end):
        return _ITEM_LABEL
    return _BY_KIND.get(kind, 1.0)
