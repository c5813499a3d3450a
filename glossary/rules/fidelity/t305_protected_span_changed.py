"""T305 protected-span-changed: code, an address, a placeholder or a formula that is not the original's.

Why: Readers copy code and follow links. Changed code does something else, and a changed link leads nowhere.
Bad: 保存模型请用 `save_pretraining()`。 (`save_pretrained()` in the original)
Good: 保存模型请用 `save_pretrained()`。
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import CJK_CHARACTER
from corpus.records import Segment
from corpus.text.non_translatables import ADDRESS, NAME
from corpus.text.segments import PROSE, is_markdown
from glossary.rules.calibration import LIKELY, NEARLY, RATHER, SURER, sign
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._link_targets import address
from glossary.rules.fidelity._replaced_spans import ReplacedSpan, replaced_spans
from glossary.rules.fidelity._source_counterparts import (
    code_agrees,
    code_blocks,
    code_texts,
    has_name,
    neighbouring_blocks,
)
from glossary.rules.fidelity._unmatched_spans import (
    LostMarkup,
    UnmatchedSpans,
    lost_marks,
    torn_spans,
    unmatched_spans,
)
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.visible_text import in_picture
from glossary.rules.source_context import LIKELY_PAIR, SURE_PAIR, SegmentPair
from glossary.termbase.invisible_characters import invisible
from glossary.termbase.termbase import ALLOWED

# Soft hyphen, zero width, direction marks, byte order mark. What emoji are joined and drawn by is none of them here, as
# both neighbours must be ASCII; tabs and other spaces are layout.
_UNSEEN = "\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_NAME = r"A-Za-z0-9_./:@#%\-"
_BETWEEN = re.compile(rf"(?<=[{_NAME}])[{_UNSEEN}]+(?=[{_NAME}])")
_ANY = re.compile(rf"[{_UNSEEN}]+")
_SPACE = re.compile("(?<=[!-~])[\xa0\u1680\u2000-\u200a\u202f\u205f](?=[!-~])")
_ALIKE = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f]")
_BEFORE, _AFTER = re.compile(rf"[{_NAME}{_UNSEEN}]*\Z"), re.compile(rf"[{_NAME}{_UNSEEN}]*")
_LONGEST = 80  # characters of a name either side
_SPANS = ("code", "identifier", "url", "link", "placeholder", "math")


class WordWithInvisible(NamedTuple):
    """Words with an invisible character inside; offsets into the document's text."""

    start: int
    end: int
    without: str  # the same as it was meant
    char: str


def invisible_inside(page: RuleContext) -> Iterator[WordWithInvisible]:
    """Yield the names, code and addresses that have an invisible character inside, in order."""
    for segment in page.segments:
        if not segment.text.isascii():
            yield from _in_names(segment)
            if segment.kind in PROSE:
                yield from _in_spans(page, segment)


def spaces_in_code(page: RuleContext) -> list[tuple[int, int]]:
    """Return the spaces in code blocks that programs do not accept, such as no-break spaces; a run of them as one."""
    pattern = re.compile(f"{_ALIKE.pattern}+")
    blocks = (segment for segment in page.segments if segment.kind == "code" and not segment.text.isascii())
    return [
        (block.start + match.start(), block.start + match.end())
        for block in blocks
        for match in pattern.finditer(block.text)
    ]


def _in_names(segment: Segment) -> Iterator[WordWithInvisible]:
    text, last = segment.text, 0
    for match in _BETWEEN.finditer(text):
        if match.start() >= last:
            before = _BEFORE.search(text, max(last, match.start() - _LONGEST), match.start())
            after = _AFTER.match(text, match.end(), match.end() + _LONGEST)
            start = before.start() if before else match.start()
            last = after.end() if after else match.end()
            name = text[start:last]
            yield WordWithInvisible(segment.start + start, segment.start + last, _ANY.sub("", name), match[0][0])


def _in_spans(page: RuleContext, segment: Segment) -> Iterator[WordWithInvisible]:
    """Yield code and addresses with an invisible character at an edge, or with a space that is not a plain one."""
    for span in segment.protected:
        text = page.text[span.start : span.end]
        if span.kind not in _SPANS or _BETWEEN.search(text):
            continue
        if match := _ANY.search(text) or _SPACE.search(text):
            without = _ALIKE.sub(" ", _ANY.sub("", text))
            yield WordWithInvisible(span.start, span.end, without, match[0][0])


# Score of pairs: below SURE_PAIR only what is nearly the same is believed, and below this nothing.
_DOUBTED_PAIR = 0.7
_TORN = sign("T305.torn", SURER)  # the original has the very span; read blind on mt-docs, 11 of 11 were true
_LEAST = 0.4  # what is less sure is more often a sentence that was reworded
_SAFE = LIKELY  # from which on the original's may be put in unread
_CUSTOM = 3  # names that a page translates between code marks: its labels are words for readers
_OUTDATED = sign("T305.outdated", RATHER)  # the page's own code has the page's name: it translates another version
_INVISIBLE, _DOUBTED = sign("T305.invisible", SURER), sign("T305.doubted-pair", NEARLY)
_SEVERITY = {"width": "minor", "case": "minor"}
_OWN_MESSAGES = ("address", "translated", "spaced", "width", "case")
_SUGGESTED = ("slip", "spaced", "width", "case", "translated")


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield words with an invisible character inside, then spans that lost markup or differ from the original."""
    unseen = list(_invisible(page))
    yield from unseen
    if page.original is None:
        return
    lost = list(_lost_markup(page))
    yield from (_of_mark(mark) for mark in dict.fromkeys(mark for _, mark in lost))
    unpaired = {pair.target[0].segment_id for pair, mark in lost if mark.kind != "link"}
    reported_spans = {(place.start, place.end) for violation in unseen for place in violation.places}
    violations = [
        violation
        for rest in unmatched_spans(page)
        for replacement in replaced_spans(rest)
        if (replacement.target.start, replacement.target.end) not in reported_spans
        # Where a backtick is lost, what stands between the others is no code.
        and (replacement.target.kind != NAME or rest.pair.target[0].segment_id not in unpaired)
        for violation in _replacement_violations(page, rest, replacement)
    ]
    yield from _without_custom(violations)


def _without_custom(violations: Sequence[Violation]) -> Iterator[Violation]:
    """Yield the differences from the original; if many names in code marks were translated, those as one decision."""
    translated = [violation for violation in violations if violation.message_id == "translated"]
    if len(translated) < _CUSTOM:
        yield from violations
        return
    yield from (violation for violation in violations if violation.message_id != "translated")
    sure = max(violation.sure for violation in translated)
    for violation in translated:  # one decision; each place says what the original has there
        yield replace(violation, severity="neutral", suggestion="", sure=sure, key="translated")


def _lost_markup(page: RuleContext) -> Iterator[tuple[SegmentPair, LostMarkup]]:
    """Yield the words that lost markup, each with its pair; a code span torn by a blank line, with both its pairs."""
    if page.original is None or not is_markdown(page.document):
        return
    torn: set[str] = set()
    for mark, pairs in torn_spans(page.text, [pair for pair in page.original.pairs if pair.target]):
        torn.update(pair.target[0].segment_id for pair in pairs)
        yield from ((pair, mark) for pair in pairs)
    for pair in page.pairs:
        if pair.target[0].segment_id in torn:
            continue
        if not pair.copied and all(segment.kind != "code" for segment in pair.target):
            for mark in lost_marks(pair):
                if pair.score >= (LIKELY_PAIR if mark.kind == "marks" else SURE_PAIR):
                    yield pair, mark


def _of_mark(lost: LostMarkup) -> Violation:
    return Violation(
        (DocumentSpan(lost.start, lost.end),),
        message_id=lost.kind,
        expected=(lost.right,) if lost.right else (),
        suggestion=lost.right,
        sure=_TORN if lost.kind == "torn" else 1.0,
        key=f"{lost.kind} {lost.right}",
    )


def _invisible(page: RuleContext) -> Iterator[Violation]:
    for occurrence in invisible_inside(page):
        surface = page.text[occurrence.start : occurrence.end]
        yield Violation(
            (DocumentSpan(occurrence.start, occurrence.end),),
            message_id="invisible",
            words={"char": _character_name(occurrence.char), "surface": occurrence.without},
            expected=(occurrence.without,),
            suggestion=occurrence.without,
            severity="minor" if surface in page.source else "",
            sure=_INVISIBLE,
            key=f"invisible {occurrence.without}",
        )
    if spaces := spaces_in_code(page):
        yield Violation(
            tuple(DocumentSpan(*space) for space in spaces),
            message_id="spaces",
            words={"char": _character_name(page.text[spaces[0][0]])},
            severity="neutral",
            key="spaces in code",
        )


def _character_name(char: str) -> str:
    character = invisible(char)
    return character.name if character else f"U+{ord(char):04X}"


def _replacement_violations(page: RuleContext, rest: UnmatchedSpans, replacement: ReplacedSpan) -> Iterator[Violation]:
    sure = replacement.sure * _by_pair(rest, replacement) * _by_code(page, replacement)
    excuses = (_is_plural, _is_in_picture, _is_half, _is_own_casing, _is_in_full, _is_slip_of_original, _is_accelerator)
    is_legitimate = any(excuse(page, replacement) for excuse in excuses)
    if sure >= _LEAST and not is_legitimate:
        right = replacement.source.text
        yield Violation(
            (DocumentSpan(replacement.target.start, replacement.target.end),),
            message_id=replacement.change if replacement.change in _OWN_MESSAGES else "",
            words={"source": " ".join(right.split())},
            expected=(right,),
            suggestion=right if replacement.change in _SUGGESTED and sure >= _SAFE else "",
            severity=_SEVERITY.get(replacement.change, ""),
            sure=sure,
            key=_key(replacement),
        )


def _is_plural(page: RuleContext, replacement: ReplacedSpan) -> bool:
    """Return whether only the plural ending of a class name is gone: Tensor for Tensors. `labels` is no `label`."""
    target, source = replacement.target.form, replacement.source.form
    return target[:1].isupper() and source in (f"{target}s", f"{target}es") and page.original_has(target)


def _is_own_casing(page: RuleContext, replacement: ReplacedSpan) -> bool:
    """Return whether the original elsewhere writes a name as the page does: TensorFlow.js for its tensorflow.js."""
    target = replacement.target
    return replacement.change == "case" and not target.marked and page.original_has(target.form)


def _is_slip_of_original(page: RuleContext, replacement: ReplacedSpan) -> bool:
    """Return whether the code on both sides has the page's name and not the original's."""
    target, source = replacement.target, replacement.source
    return target.kind == NAME and code_agrees(page, target.text, source.text)


def _is_in_full(page: RuleContext, replacement: ReplacedSpan) -> bool:
    """Return whether both are English names of one concept, outside code marks: TensorFlow.js for TF.js."""
    target, source = replacement.target, replacement.source
    if target.marked or target.kind != NAME:
        return False
    uses = (use for use in page.mentions_touching(target.start, target.end) if use.status in ALLOWED)
    names = ({form.form.casefold() for form in page.concept(use).in_language("en")} for use in uses)
    return any({target.form.casefold(), source.form.casefold()} <= concept_names for concept_names in names)


def _is_half(page: RuleContext, replacement: ReplacedSpan) -> bool:
    """Return whether the rest of a name was translated and stands beside it: DPMPP_SDE采样器 for SamplerDPMPP_SDE."""
    target = replacement.target
    beside = page.text[target.start - 1 : target.start] + page.text[target.end : target.end + 1]
    return target.form in replacement.source.form and CJK_CHARACTER.search(beside) is not None


def _is_accelerator(page: RuleContext, replacement: ReplacedSpan) -> bool:
    """Return whether a name is an accelerator key in brackets, as in CJK labels: 文件(_F) for _File."""
    target = replacement.target
    return page.text[target.start - 1 : target.end + 1] == f"({target.text})" and len(target.text) == len("_F")


def _is_in_picture(page: RuleContext, replacement: ReplacedSpan) -> bool:
    """Return whether a name is in the alternative text of a picture, which describes it."""
    return replacement.target.kind == NAME and in_picture(page, replacement.target.start)


def _key(replacement: ReplacedSpan) -> str:
    """Return the key of the decision: both forms; for links that were given a site, only the site."""
    if (
        replacement.target.kind == ADDRESS
        and not address(replacement.source.text).host
        and (host := address(replacement.target.text).host)
    ):
        return f"site {host}"
    return f"{replacement.target.form} {replacement.source.form}"


def _by_pair(rest: UnmatchedSpans, replacement: ReplacedSpan) -> float:
    """Return the trust in a replacement by its pair: in a doubtful pair only nearly identical forms are believed."""
    if rest.pair.score >= SURE_PAIR:
        return 1.0
    return (
        _DOUBTED
        if rest.pair.score >= _DOUBTED_PAIR and replacement.change in ("slip", "spaced", "width", "case")
        else 0.0
    )


def _by_code(page: RuleContext, replacement: ReplacedSpan) -> float:
    """Return the factor for what the page's code shows. The original's name in the code says that it should have
    stayed; the page's name alone, that the page is older.
    """
    if replacement.target.kind != NAME or replacement.change in ("spaced", "width"):
        return 1.0
    target, source = replacement.target.form.partition("(")[0], replacement.source.form.partition("(")[0]
    page_code = next(iter(code_texts(page)), "")
    if replacement.change == "translated":
        return 1.0 / replacement.sure if replacement.sure and has_name(page_code, source) else 1.0
    beside = "\n".join(neighbouring_blocks(code_blocks(page)[0], replacement.target.start))
    texts = (beside, page_code)
    return _OUTDATED if any(has_name(text, target) and not has_name(text, source) for text in texts) else 1.0


RULE = Rule(
    "T305",
    "protected-span-changed",
    "design/markup",
    "major",
    0.9,
    "segment",
    find,
    trusts_original=True,
    yields_to=("T301", "T302", "T304", "T306", "T105"),
)
