"""T407 mixed-address: readers addressed in two ways on one page: 您 and 你; です・ます and である.

Why: A page that changes its tone reads as if two people had written it without a final edit.
Bad: 您可以在这里下载模型。您也可以自己训练。最后，你需要保存结果。
Good: 您可以在这里下载模型。您也可以自己训练。最后，您需要保存结果。
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus import lazy_re as re
from corpus.languages.scripts import HAN, KANA
from corpus.records import Segment
from glossary.rules.calibration import NEARLY, sign
from glossary.rules.context import RuleContext, line_start
from glossary.rules.rule import DocumentSpan, Rule, Violation

# 你们 is the plural of either; idioms address no one.
_CHINESE = {
    "您": re.compile("您(?!好)"),
    "你": re.compile("(?<!迷)你(?![们好]|追我赶|来我往|死我活|争我夺|中有我|我他)(?<!我中有你)(?<!我)"),
}
_POLITE, _PLAIN = "です・ます", "だ・である"
_STOPS = "。！？!?"
_CALLS = "！!"  # やってみよう！素晴らしい！: whoever calls out is brief in any style
_END = 300  # characters at the end of a sentence that may hold marks, footnotes and tags
_AFTER_STOP = re.compile(r"(?:\s|[*_~]|\[\^?[\w*]+\]|<[^<>]*>)*$")
_JAPANESE = {
    _POLITE: re.compile(
        "(?:です|ます|でした|ました|ません|ませんでした|ましょう|でしょう|ください|下さい|くださいませ)"
        "(?:かね|よね|か|ね|よ|が|から|ので|けど|けれど|し)?$"
    ),
    _PLAIN: re.compile(
        "(?:で[あは]?(?:ある|あった|ない|なかった)|(?<![まただい])だ|だった|(?:だろ|であろ|よ)う(?:か)?(?<!のよう)(?<!ように)"
        f"|[{KANA}{HAN}]る|[っいしれえきけせめべてねみげちじびりん](?:た|だ)(?<!まだ)"
        "|[使行言思違扱払買狙伴従補]う|[いらまなわか]う(?<!いう)|(?<!と)いう|[置行動続書開除働引聞]く|おく|いく|づく"
        "|[示表指返渡残試探直戻移隠出足促及]す|[なだらやかた]す|[持立待保打]つ|もつ|たつ|[含読進込組望挟包積済]む|[呼選学並結及]ぶ"
        "|(?<!少)ない|なかった|[しきさ]い(?<!ください)|[高低多長短早速遅近遠大強弱深浅良よ]い)(?:ね|よ)?$"
    ),
}
_ASIDE = re.compile("[(（「『]")
_BOLD_MARKS = ("**", "__")
_BOLD = re.compile(r"(\*\*|__).*\1\s*", re.DOTALL)
_INDENT = re.compile(r" {2}| ?\t")
_LEAST_PLACES = 3  # of both forms together
_CLEAR = 3  # times as many places of the leading form, where the few are a slip
_BOTH = sign("T407.both", NEARLY)
Places = dict[str, list[DocumentSpan]]  # by the form of address: a pronoun, or a style of sentence ends


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the places of the rarer form of address, where a page has both."""
    places = _chinese(page) if page.lang == "zh" else _japanese(page)
    leading, other = sorted(places, key=lambda address: -len(places[address]))
    most, count = len(places[leading]), len(places[other])
    if count and most > count and most + count >= _LEAST_PLACES:
        yield Violation(
            tuple(places[other]),
            message_id="pronoun" if page.lang == "zh" else "style",
            words={"leading": leading, "most": str(most), "other": other, "count": str(count)},
            expected=(leading,) if page.lang == "zh" else (),
            sure=1.0 if most >= _CLEAR * count else _BOTH,
            key="address",
        )


def _chinese(page: RuleContext) -> Places:
    """Return where the page's sentences and items say 您 and 你, outside of quotations."""
    places: Places = {address: [] for address in _CHINESE}
    for segment in page.own_prose_blocks:
        if segment.kind in ("paragraph", "list_item"):
            text = page.plain(segment)
            for address, pattern in _CHINESE.items():
                spans = (
                    DocumentSpan(segment.start + match.start(), segment.start + match.end())
                    for match in pattern.finditer(text)
                )
                places[address] += [place for place in spans if not page.is_quoted(place.start, place.end)]
    return places


def _japanese(page: RuleContext) -> Places:
    """Return where the page's sentences end in either style: whole sentences of paragraphs, outside quotations."""
    places: Places = {address: [] for address in _JAPANESE}
    for segment in page.own_prose_blocks:
        if segment.kind == "paragraph" and _is_running(page, segment):
            text = page.plain(segment)
            after = _AFTER_STOP.search(text, max(0, len(text) - _END))
            sentence = text[: after.start()] if after else text
            words = sentence.rstrip(_STOPS)
            if words != sentence and sentence[-1] not in _CALLS:
                _add_style(places, words, segment.start)
    return places


def _add_style(places: Places, words: str, begin: int) -> None:
    for address, pattern in _JAPANESE.items():
        if match := pattern.search(words):
            places[address].append(DocumentSpan(begin + match.start(), begin + match.end()))
            return


def _is_running(page: RuleContext, segment: Segment) -> bool:
    """Return whether a sentence belongs to running text: no quotation, no aside, no bold line, no part of an item."""
    begin = line_start(page.text, segment.start)
    line = page.text[begin:].partition("\n")[0] if page.text[begin : begin + 2] in _BOLD_MARKS else segment.text
    if _ASIDE.match(segment.text) or _BOLD.fullmatch(line):
        return False
    indented = _INDENT.match(page.text, begin, segment.end)
    return indented is None and not page.is_quoted(segment.start, segment.start + 1)


RULE = Rule(
    "T407", "mixed-address", "style/register", "neutral", 0.8, "document", find, languages=("zh", "ja"),
)  # fmt: skip
