"""T312 unit-form-differs: a unit that lost a placeholder, an accelerator, white space or the sign at its end.

Why: Programs fill in placeholders and join units as they are. A lost placeholder is a crash or a missing word.
Bad: msgid "Copied %d files." → "已复制文件。", msgid "&Open…" → "打开"
Good: msgid "Copied %d files." → "已复制 %d 个文件。", msgid "&Open…" → "打开(&O)…"
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rapidfuzz.distance import Levenshtein

from corpus import lazy_re as re
from corpus.languages.scripts import CJK_CHARACTER, HAN, HIRAGANA
from corpus.records import Segment
from corpus.text.non_translatables import PLACEHOLDER, kept_spans
from glossary.rules.calibration import LIKELY, sign
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._replaced_spans import MOST_SLIPS
from glossary.rules.fidelity._unmatched_spans import like_placeholders
from glossary.rules.messages import shortened
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.unit_pairs import UnitPair, unit_pairs

_END = sign("T312.end", LIKELY)

_SHOWN = 60
_EMOJI = re.compile(r":[\w+-]+:")
_EMPTY = re.compile(r"(?<![\w{$])\{(?:![rsa])?(?::[^{}\s]*)?\}")
_ONE_BY_ONE = re.compile(r"%[^($]*|\{[^\w]*\}")  # each use takes the next value; a name may be said once or twice
_ROLE = re.compile(r"(?<![\w:+.-])(:[a-z][\w:+.-]*:)`([^`]+)`", re.ASCII)
_ROLE_LABEL = re.compile(r"<([^<>]+)>\Z")
_LABELLED = (":ref:", ":doc:", ":numref:", ":download:")  # what other roles are about may be in words of the page
_CHOICE = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,")
_CHOICE_WORDS = frozenset(("#", "other"))
_PARTS_OF_CHOICE = re.compile(r"#|\bother(?=\s*\{)")
_PAIRED_TAG = re.compile(r"</([A-Za-z][\w-]*)>|<([A-Za-z][\w-]*)(?:\s[^<>]*)?/>")
_TAG = re.compile(r"</?([A-Za-z][\w-]*)(?:\s[^<>]*)?>")
_REMARK = "mrk"  # of XLIFF: what a tool or an author noted of words, which no program puts on the page
_SPACES = " \t\u3000"
_INDENTED = 2  # spaces that lay out a text
_LABEL = 60  # characters of the label of a button or menu, at most; by hand
# &File, E&xit, &&File (VS Code), _File, E_xit; not R&D, &amp;, a=1&b=2, _private.
_ACCELERATOR = re.compile(
    r"(?<![\w&;])(?P<sign>&&?)(?=[A-Za-z0-9])(?!\w+[;=])|(?<=[A-Za-z])(?P<inner>&&?)(?=[a-z])(?!\w+[;=])"
    r"|(?<![\w`:.*])(?P<line>_)(?=[A-Z][a-z]*(?![\w`.]))|(?<![\w`:.*])[A-Z][a-z]*(?P<middle>_)(?=[a-z]+(?![\w`.]))",
    re.ASCII,
)
_OWN_ACCELERATOR = {
    "&": re.compile(r"&(?=[A-Za-z0-9])"),
    "&&": re.compile("&&(?=[A-Za-z0-9])"),
    "_": re.compile("(?<![A-Za-z0-9])_(?=[A-Za-z0-9])|(?<=[A-Za-z])_(?=[a-z])"),
}
_ADDED_ACCELERATOR = re.compile(r"\((?:&&?|_)[A-Za-z0-9]\)(?=[\s.…:：]*\Z)")
_SIGNS_AFTER = f".…:：\n{_SPACES}"
_CLOSING = ")]）】」』`*”"
_CLOSERS = f"{_CLOSING}_\"'’>\n{_SPACES}"
_ENDS = {".": ".。．", ":": ":：", "…": "…"}
_SENTENCE, _COMMAND = 3, 6  # words of a sentence at least, of the label of a command (Open…) at most; by hand
_ABBREVIATION = re.compile(r"(?:\b(?:etc|vs|Inc|Ltd|Co|No|al)|\.\w)\.\W*\Z")
# A noun or code may end a Japanese sentence without a stop; read on every other catalogue of po-docs.
_ENDS_SENTENCE = {"zh": re.compile(f"[{HAN}{re.escape(_CLOSING)}]\\Z"), "ja": re.compile(f"[{HIRAGANA}]\\Z")}


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield what units lost from the form of their originals, or added to it, except what the page omits by custom."""
    all_units = unit_pairs(page)
    for unit, following in zip_longest(all_units, all_units[1:]):
        if unit.text != unit.source:
            yield from _placeholders(unit, following.source if following else "")
            yield from _white_space(unit)
    units = [unit for unit in all_units if unit.text != unit.source]
    yield from _accelerators(units)
    yield from _ends(page.lang, units)


def _placeholders(unit: UnitPair, source_of_next: str) -> Iterator[Violation]:
    target = _of_programs(unit.segments, unit.text, unit.source)
    source = _of_programs(unit.source_segments, unit.source, unit.source)
    added = _lost(source, target)
    lost = [form for form in _lost(target, source) if not _is_replaced_role(form, added, unit)]
    added = [form for form in added if not form.startswith(":")]
    is_compared = any(True for segment in unit.segments for _ in like_placeholders(segment))  # by T305
    if lost and not added and not (is_compared and set(lost) - _CHOICE_WORDS):
        yield Violation(
            (DocumentSpan(unit.start, unit.end),),
            words={"source": shortened(", ".join(_without_closing(lost)), _SHOWN)},
            key=f"{unit.source}→{lost}",
        )
    for form in added if not lost else ():
        start = unit.text.rfind(form)
        if start >= 0 and form not in source_of_next:  # what the plural has its singular may have too
            yield Violation(
                (DocumentSpan(unit.start + start, unit.start + start + len(form)),),
                message_id="added",
                key=f"{unit.source}→{form}",
            )


def _of_programs(segments: Iterable[Segment], text: str, source: str) -> Counter[str]:
    """Return the placeholders, roles, parts of a choice and tags of a text, each in the form to compare."""
    spans = [span for segment in segments for span in kept_spans(segment) if span.kind == PLACEHOLDER]
    forms = Counter(span.form for span in spans if not _EMOJI.fullmatch(span.form) and "`" not in span.form)
    forms.update(match[0] for match in _EMPTY.finditer(text))
    for match in _ROLE.finditer(text):
        label = _ROLE_LABEL.search(match[2])
        forms[f"{match[1]}`{label[1] if label else match[2]}`"] += 1
    if _CHOICE.search(source) and _CHOICE.search(text):
        forms.update({match[0]: 1 for match in _PARTS_OF_CHOICE.finditer(text)})
    paired = {match[1] or match[2] for match in _PAIRED_TAG.finditer(source)} - {_REMARK}
    forms.update(match[0] for match in _TAG.finditer(text) if match[1] in paired)
    return forms


def _without_closing(forms: Sequence[str]) -> list[str]:
    """Return the forms without the closing tags whose opening tags are among them."""
    opened = {match[1] for form in forms if not form.startswith("</") and (match := _TAG.fullmatch(form))}
    return [form for form in forms if not (form.startswith("</") and form[2:-1] in opened)]


def _lost(here: Counter[str], there: Counter[str]) -> list[str]:
    """Return what one text has and another lacks."""
    return [form for form in there if (here[form] < there[form] if _ONE_BY_ONE.fullmatch(form) else not here[form])]


def _is_replaced_role(form: str, added: Iterable[str], unit: UnitPair) -> bool:
    """Return whether a lost role was replaced: by one that T305 compares, another label, code or plain words."""
    role, mark, label = form.partition("`")
    if not (mark and role.startswith(":")):
        return False
    others = [other for other in added if other.startswith(f"{role}`")]
    if role in _LABELLED:
        whole = [other for other in others if other in unit.text and form in unit.source]
        return any(Levenshtein.distance(form, other) <= MOST_SLIPS for other in whole)
    return bool(others) or re.split(r"[~!.]", label.rstrip("`"))[-1] in unit.text


def _white_space(unit: UnitPair) -> Iterator[Violation]:
    own, original = unit.line_ends
    if own != original:
        yield Violation((DocumentSpan(unit.start, unit.end),), message_id="lines", key=f"lines {unit.source}")
    for is_before in (True, False):
        spaces, spaces_of_source = (_edge_spaces(text, is_before) for text in (unit.text, unit.source))
        stripped = unit.text.strip(_SPACES)
        edge = stripped[:1] if is_before else stripped[-1:]
        is_lost = not spaces and (len(spaces_of_source) >= _INDENTED or (spaces_of_source and edge.isascii()))
        if not edge or bool(spaces) == bool(spaces_of_source) or not (spaces or is_lost):
            continue
        width = len(spaces) + 1
        start = unit.start if is_before else unit.end - width
        right = spaces_of_source + edge if is_before else edge + spaces_of_source
        yield Violation(
            (DocumentSpan(start, start + width),),
            message_id="lost_space" if is_lost else "added_space",
            suggestion=right,
            severity="minor",
            key=f"lost_space {unit.source}" if is_lost else "added_space",
        )


def _edge_spaces(text: str, is_before: bool) -> str:
    size = len(text.lstrip(_SPACES) if is_before else text.rstrip(_SPACES))
    return text[: len(text) - size] if is_before else text[size:]


def _accelerators(units: Sequence[UnitPair]) -> Iterator[Violation]:
    kept, lost = 0, list[Violation]()
    for unit in units:
        added = _ADDED_ACCELERATOR.search(unit.text)
        if len(unit.source) > _LABEL or "\n" in unit.source:
            continue
        matches = list(_ACCELERATOR.finditer(unit.source))
        if not matches and added and added[0][1:-1] not in unit.source:
            place = DocumentSpan(unit.start + added.start(), unit.start + added.end())
            yield Violation((place,), message_id="added", key=f"{unit.source}→{added[0]}")
        if len(matches) != 1:
            continue
        sign = next(filter(None, matches[0].groups()))
        if _OWN_ACCELERATOR[sign].search(unit.text):
            kept += 1
            continue
        letter = unit.source[matches[0].end()].upper()
        end = len(unit.text.rstrip(_SIGNS_AFTER))
        lost.append(
            Violation(
                (DocumentSpan(unit.start, unit.end),),
                message_id="accelerator",
                words={"source": sign + letter},
                expected=(f"{unit.text[:end]}({sign}{letter}){unit.text[end:]}",),
                severity="minor",
                key=f"accelerator {unit.source}",
            )
        )
    if kept > len(lost):
        yield from lost


def _ends(lang: str, units: Sequence[UnitPair]) -> Iterator[Violation]:
    """Yield the units that lack the sign at the end of their originals, if most others of the page keep it."""
    for mark in _ENDS:
        kept, lost = Counter[str](), list[UnitPair]()
        for unit in units:
            if _end(unit.source) == mark:
                if _end(unit.text) == mark:
                    kept[unit.text.rstrip(_CLOSERS)[-1:]] += 1
                elif not _end(unit.text) and _lacks(mark, lang, unit):
                    lost.append(unit)
        if kept.total() > len(lost):
            usual = kept.most_common(1)[0][0]
            for unit in lost:
                yield Violation(
                    (DocumentSpan(unit.end - 1, unit.end),),
                    message_id="end",
                    words={"source": mark, "text": shortened(unit.source, _SHOWN)},
                    expected=(unit.text[-1:] + usual,),
                    severity="minor",
                    sure=_END,
                    key=f"end {unit.source}",
                )


def _end(text: str) -> str:
    bare = text.rstrip(_CLOSERS)
    if bare.endswith("..."):
        return "…"
    return next((sign for sign, marks in _ENDS.items() if bare.endswith(tuple(marks))), "")


def _lacks(sign: str, lang: str, unit: UnitPair) -> bool:
    words = len(unit.source.split())
    if sign == ".":
        ends = _ENDS_SENTENCE.get(lang)
        is_sentence = words >= _SENTENCE and not _ABBREVIATION.search(unit.source)
        return is_sentence and ends is not None and ends.search(unit.text) is not None
    return CJK_CHARACTER.match(unit.text[-1:]) is not None and (sign == ":" or words <= _COMMAND)


RULE = Rule("T312", "unit-form-differs", "design/markup", "major", 0.9, "segment", find,
            fixable=True, edits_markup=True)  # fmt: skip
