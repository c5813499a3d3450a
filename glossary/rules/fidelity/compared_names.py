"""Compared names: those of a page beside the names of its original and of the inventory.

A name that is in neither may be several that ran together, one in other capitals, or one that was removed.

T302 fused-identifiers: names that ran together where links or code marks were lost.

Why: Two names run together are no name. A reader who copies or looks up torch.linalgtorch.special finds nothing.
Bad: 参见torch.linalgtorch.special的文档。
Good: 参见 torch.linalg 和 torch.special 的文档。

T304 identifier-case-drift: a name of code that the page writes in two casings.

Why: In code Complex32 and complex32 are two names, and one of them does not exist.
Bad: 新版支持 Complex32。complex32 张量更省内存。
Good: 新版支持 complex32。complex32 张量更省内存。

T306 renamed-identifier: a name that PyTorch has removed or deprecated.

Why: Code that calls it fails or warns in a current release, and a search finds old pages.
Bad: 对称矩阵的特征值用 torch.symeig 计算。
Good: 对称矩阵的特征值用 torch.linalg.eigh 计算。
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.records import Segment
from corpus.text.segments import blanked, own_spans
from glossary.inventory import FormerName, load
from glossary.inventory.names import CUSTOMARY, numbers, release_on, split_fused
from glossary.rules.calibration import LIKELY, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.fidelity._misspelled_words import PRODUCTS
from glossary.rules.fidelity._source_counterparts import fused_names, has_name
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.code_identifiers import CodeName, in_source, names, python_spelling, words
from glossary.rules.shared.form_validity import date_of, latest_release_named, release_of
from glossary.rules.shared.source_pairs import sure_pairs
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_COUNTED = sign("names.counted", LIKELY)  # by how the page writes it elsewhere

_SEVERAL_CAPITALS = re.compile(r"[A-Z]?[a-z]+(?:[A-Z][a-z]*)+")  # PyTorch, TensorRT, iOS
_PLAIN = re.compile(r"[A-Z][a-z]{5,}")  # Android; shorter words are parts of names themselves: Hub, Lite
_SHORTEST = 3
_RUN = re.compile(r"(?<![\w.@#/\\:-])[A-Za-z]{9,60}(?![\w@/\\]|[.:-]\w)", re.ASCII)
_NAME = r"[A-Za-z_]\w{0,99}(?:(?:\.|::)[A-Za-z_]\w{0,99}){0,9}"
_CALL = rf"{_NAME}(?:\(\))?"
# Two names with the marks of two still between them: `torch.save``torch.load`, torch.save()torch.load().
_BESIDE = (
    re.compile(rf"(?<!`)`({_CALL})``({_CALL})`(?!`)", re.ASCII),
    re.compile(rf"(?<![\w.:])({_NAME}\(\))({_NAME}\(\))(?![\w.:(])", re.ASCII),
)


def _fused(page: RuleContext) -> Iterator[Violation]:
    """Yield the fused names: first those of code, then the glossary's product names."""
    of_source = fused_names(page)
    for name in names(page):
        if parts := split_fused(load(), name.text) or of_source.get(name.text):
            yield _fusion_violation(name.place, tuple(map(name.spelled, parts)), safe=name.kind == "identifier")
    products = _products(page.termbase)
    for segment in page.own_prose:
        for match in _adjacent_names(segment):
            place = DocumentSpan(segment.start + match.start(1), segment.start + match.end(2))
            yield _fusion_violation(place, (match[1], match[2]), _between(page, match[1], match[2]))
        for run in _RUN.finditer(page.plain(segment)):
            place = DocumentSpan(segment.start + run.start(), segment.start + run.end())
            parts = _parts(run[0], products)
            if any(map(_SEVERAL_CAPITALS.fullmatch, parts)) and not _is_single_name(page, place):
                yield _fusion_violation(place, parts, _between(page, *parts))


@page_fact
def _between(page: RuleContext, *parts: str) -> str:
    """Return the separator for names that ran together: a space if the original has them side by side, otherwise 、."""
    side_by_side = re.compile(r"`?\s`?".join(map(re.escape, parts)))
    original = page.original.segments if page.original else ()
    return " " if any(side_by_side.search(segment.text) for segment in original) else "、"


def _fusion_violation(
    place: DocumentSpan, parts: tuple[str, ...], between: str = "、", *, safe: bool = False
) -> Violation:
    """Return the violation of fused names. Names of code can be separated unread; products may belong together."""
    apart = between.join(parts)
    return Violation((place,), words={"names": " + ".join(parts)}, expected=(apart,), suggestion=apart if safe else "")


def _adjacent_names(segment: Segment) -> Iterator[re.Match[str]]:
    """Yield pairs of adjacent names, in code or on their own, but not in an address."""
    spans = (span for span in own_spans(segment) if span.kind not in ("code", "identifier"))
    text = blanked(segment.text, ((span.start, span.end) for span in spans))
    return (match for pattern in _BESIDE for match in pattern.finditer(text))


def _is_single_name(page: RuleContext, place: DocumentSpan) -> bool:
    """Return whether the place is a single name of the glossary after all."""
    return any((mention.start, mention.end) == place[:2] for mention in page.mentions_touching(place.start, place.end))


@termbase_fact
def _products(termbase: Termbase) -> frozenset[str]:
    """Return the product names that a fused run may begin or end with."""
    return frozenset(name for concept in termbase.concepts for name in _product_names(concept))


def _product_names(concept: Concept) -> Iterator[str]:
    """Yield the English forms that other languages take over."""
    foreign_forms = {form.form for form in concept.forms if form.lang != "en" and form.status in ALLOWED}
    for form in concept.in_language("en") if concept.domain in PRODUCTS else ():
        if form.form in foreign_forms and (_PLAIN.fullmatch(form.form) or _SEVERAL_CAPITALS.fullmatch(form.form)):
            yield form.form


def _parts(run: str, known_names: AbstractSet[str]) -> tuple[str, ...]:
    """Return the names that make up a run of letters: PyTorch and TorchVision for PyTorchTorchVision."""
    if run in known_names:
        return ()
    for end in range(len(run) - _SHORTEST, _SHORTEST - 1, -1):
        if run[:end] in known_names:
            rest = run[end:]
            if more := (rest,) if rest in known_names else _parts(rest, known_names):
                return (run[:end], *more)
    return ()


_OF_CODE = re.compile(r"\w[_.]\w|[A-Za-z]\d", re.ASCII)  # what no ordinary word has, whatever its capitals
_MARKED = re.compile(r"\w[_.]\w|[a-z][0-9_]*[A-Z]", re.ASCII)
_KERAS = re.compile(r"(?<=\d)D")  # Conv2D of Keras is Conv2d of PyTorch
_HUMPED = re.compile(r"[a-z0-9][A-Z]")  # an inner capital
_PYTORCH = re.compile("torch", re.IGNORECASE)
_OTHERS = re.compile("keras|tensorflow|tf\\.|paddle|mindspore|mxnet", re.IGNORECASE)
_OPENING = re.compile(r"[\W_]*")
_OFTEN = 3  # times that the page has the other casing, where only the page speaks for it

_Casings = Mapping[str, Sequence[CodeName]]


def _recased(page: RuleContext) -> Iterator[Violation]:
    """Yield names in a wrong casing, judged by PyTorch's releases, the original and the page's other casings."""
    for spelled_alike in grouped(sorted([*names(page), *words(page)]), lambda name: name.text.casefold()).values():
        casings = grouped(spelled_alike, lambda name: name.text)
        if len(casings) == 1:
            yield from _beside_original(page, spelled_alike)
        elif any(_OF_CODE.search(casing) and load().is_known(casing) for casing in casings):
            yield from _beside_public(page, casings)
        else:
            yield from _beside_often(page, casings)


def _beside_original(page: RuleContext, places: Sequence[CodeName]) -> Iterator[Violation]:
    """Yield a page's only casing of a name if no release has it, but releases have the original's: BatchNorm2D.
    Without an original, only pages that name PyTorch and no similar library are judged.
    """
    name = places[0].text
    if not _HUMPED.search(name) or load().is_known(name) or name in in_source(page):
        return
    if page.original:
        right = _in_source_by_letters(page).get(name.casefold(), "")
    else:
        right = _KERAS.sub("d", name) if _is_of_pytorch_alone(page) else ""
    if right not in ("", name) and load().is_known(right) and name[0].isupper() == right[0].isupper():
        yield from _casing_violations(page, places, right, message_id="source" if page.original else "release")


@page_fact
def _is_of_pytorch_alone(page: RuleContext) -> bool:
    """Return whether a page names PyTorch, and no library that spells its classes differently (Conv2D)."""
    return _PYTORCH.search(page.text) is not None and _OTHERS.search(page.text) is None


@page_fact
def _in_source_by_letters(page: RuleContext) -> dict[str, str]:
    """Return the names that the original has in a single casing, by their casefolded form."""
    casings = grouped(in_source(page), str.casefold)
    return {letters: spelled[0] for letters, spelled in casings.items() if len(spelled) == 1}


def _beside_public(page: RuleContext, casings: _Casings) -> Iterator[Violation]:
    """Yield the casings that no release has, if the page also has one that releases have."""
    right = max(filter(load().is_known, casings), key=lambda casing: (len(casings[casing]), casing))
    for casing, places in casings.items():
        if not load().is_known(casing) and not _is_other_identifier(casing, right):
            yield from _casing_violations(page, places, right)


def _beside_often(page: RuleContext, casings: _Casings) -> Iterator[Violation]:
    """Yield casings that are rare compared with a frequent one, in prose or in code."""
    for of_code in (False, True):
        by_casing = {
            casing: [name for name in places if (name.kind == "code") == of_code] for casing, places in casings.items()
        }
        right = max(by_casing, key=lambda casing: (len(by_casing[casing]), casing))
        often = len(by_casing[right])
        if often < _OFTEN or not _MARKED.search(right):
            continue
        for casing, places in by_casing.items():
            is_rare = casing != right and len(places) * _OFTEN <= often
            if is_rare and not _is_other_identifier(casing, right):
                yield from _casing_violations(page, places, right, often, "page")


def _is_other_identifier(casing: str, right: str) -> bool:
    """Return whether two casings name two things: a constant, a variable named after its class, a Keras class."""
    if casing.isupper() or right.isupper() or casing.partition(".")[0] != right.partition(".")[0] != right:
        return True
    return (casing.islower() and right[0].isupper()) or _KERAS.sub("d", casing) == right


def _casing_violations(
    page: RuleContext, places: Sequence[CodeName], right: str, count: int = 0, message_id: str = ""
) -> Iterator[Violation]:
    standing = [name for name in places if not _opens_sentence(page, name, right) and not _is_copied(page, name)]
    if standing:
        expected = standing[0].spelled(right)
        yield Violation(
            tuple(name.place for name in standing),
            _concept_at(page, standing[0].place),
            message_id,
            {"count": str(count)},
            (expected,),
            expected,
            sure=_COUNTED if count else 1.0,
        )


def _is_copied(page: RuleContext, name: CodeName) -> bool:
    """Return whether the line up to a name in a code block is the same in the original's code."""
    segment = page.segment_at(name.start)
    if segment is None or segment.kind != "code" or page.original is None:
        return False
    line = page.text[page.text.rfind("\n", 0, name.start) + 1 : name.end]
    return any(other.kind == "code" and line in other.text for other in page.original.segments)


def _concept_at(page: RuleContext, place: DocumentSpan) -> str:
    uses = page.mentions_touching(place.start, place.end)
    return next((use.concept_id for use in uses if use.start <= place.start and place.end <= use.end), "")


def _opens_sentence(page: RuleContext, name: CodeName, right: str) -> bool:
    """Return whether the capital is that of the first word of a sentence."""
    segment = page.segment_at(name.start)
    opening = _OPENING.match(page.text, segment.start, name.start) if segment else None
    return opening is not None and opening.end() == name.start and name.text[1:] == right[1:]


# Whoever writes so speaks of the change himself.
_OF_CHANGE = re.compile(
    r"不复存在|已不存在|不再存在|已经?没有|没有了|无法再|停止(?:提供|支持)|下线|弃用|废弃|废除|移除|删除|不再|取代|过时|淘汰|改名|更名|重命名|旧版|旧的|迁移|棄用|廢棄|移除|過時|遷移"
    r"|非推奨|廃止|削除|置き換え|改名|リネーム|名称変更|移行|旧|古い|なくな|もうあり|もうない|もう存在|もう使え|姿を消"
    r"|deprecat|remov(?:ed|al)|renam|supersed|no longer|formerly|legacy|obsolete|in favou?r of|migrat",
    re.IGNORECASE,
)
# The same beside the name itself: `torch.rfft` はありません.
_GONE = re.compile(
    "\0[`」』”\"'）)\\s]*(?:函数|方法|模块|类|接口|(?:という)?(?:関数|メソッド|モジュール|クラス|名前))?"
    "(?:就|便|也|都|[はもが](?:すでに|既に|現在|今では|、)*)?(?:已经?)?"
    "(?:(?:不存在|不可用|不能用|没有)(?:了|(?=[。，；、！,;]|$))|ありませ|ない|無い|存在し(?:な|ま)|使えな|使えま|利用でき(?:な|ま)|消え|外さ)"
)
# Pages and sections that tell what has changed.
_OF_HISTORY = re.compile(
    r"迁移|升级|更新日志|变更|发行说明|发布说明|不兼容|遷移|升級|更新記錄|移行|アップグレード|変更(?:点|履歴)|リリースノート|互換"
    r"|change[-_ ]?log|release[-_ ]?notes|upgrad|breaking|what['’]?s[-_ ]new",
    re.IGNORECASE,
)


def _renamed(page: RuleContext) -> Iterator[Violation]:
    """Yield former names, on pages that do not mention the renaming and whose release already has it."""
    for name in names(page):
        former = load().former_name(name.text)
        if former is None or not (former.now or former.removed) or _tells_of_changes(*_headings(page)):
            continue
        severity = _renaming_severity(page, former)
        if severity and not _is_change_mentioned(page, name, former):
            yield _renaming_violation(name, former, severity)


def _headings(page: RuleContext) -> tuple[str, str]:
    return page.document.title or "", page.document.path


def _renaming_severity(page: RuleContext, former: FormerName) -> str:
    """Return the severity of a former name on this page; empty if it was still right then, or may have been."""
    removed = numbers(former.removed) if former.removed else ()
    if release := release_of(page) or release_on(date_of(page.document)):
        deprecated = numbers(former.deprecated) if former.deprecated else removed
        if not deprecated or release < deprecated:
            return ""
    else:
        release = latest_release_named(page) or removed
    return "minor" if removed and release >= removed else "neutral"


def _is_change_mentioned(page: RuleContext, name: CodeName, former: FormerName) -> bool:
    """Return whether the page, or the sentence that it translates, mentions the change."""
    segment = page.segment_at(name.start)
    if segment is None:
        return True
    around = re.sub(rf"(?<![\w.:]){re.escape(name.surface)}(?!\w|\\_)", "\0", _paragraph(page, segment), flags=re.ASCII)
    if _OF_CHANGE.search(around) or _GONE.search(around) or _tells_of_changes(segment.section or ""):
        return True
    if former.now and has_name(python_spelling(around), _own_part(former.name, former.now)):
        return True
    return any(
        segment in pair.target and any(_OF_CHANGE.search(source.text) for source in pair.source)
        for pair in sure_pairs(page)
    )


def _tells_of_changes(*headings: str) -> bool:
    return any(_OF_HISTORY.search(heading) or _OF_CHANGE.search(heading) for heading in headings)


def _paragraph(page: RuleContext, segment: Segment) -> str:
    """Return the text of a segment and of its neighbours under the same heading."""
    beside = page.segments[max(0, segment.ordinal - 1) : segment.ordinal + 2]
    return "\n".join(neighbour.text for neighbour in beside if neighbour.section == segment.section)


def _own_part(name: str, new_name: str) -> str:
    """Return the end of the new name that the old one does not have: eigh for symeig, linalg.qr for qr."""
    parts = new_name.split(".")
    ends = (".".join(parts[-count:]) for count in range(1, len(parts)))
    return next((end for end in ends if not f".{name}".endswith(f".{end}")), new_name)


def _renaming_violation(name: CodeName, former: FormerName, severity: str) -> Violation:
    expected = (name.spelled(_abbreviated_name(name.text, former.now)),) if former.now else ()
    if former.removed is not None:
        message_id = "removed" if expected else "gone"
    else:
        message_id = "deprecated" if former.deprecated else "discouraged"
    release = former.removed or former.deprecated or ""
    return Violation((name.place,), "", message_id, {"release": release}, expected, severity=severity, key=name.text)


def _abbreviated_name(name: str, new_name: str) -> str:
    """Return the new name with the old one's abbreviated namespace: F.interpolate for F.upsample."""
    first = name.partition(".")[0]
    whole = CUSTOMARY.get(first)
    return f"{first}{new_name.removeprefix(whole)}" if whole and new_name.startswith(f"{whole}.") else new_name


FUSED = Rule(
    "T302", "fused-identifiers", "design/markup", "minor", 0.95, "segment", _fused,
    inherits=True, fixable=True, edits_names=True, home="compared_names",
)  # fmt: skip
RECASED = Rule(
    "T304", "identifier-case-drift", "terminology/inconsistent-use", "minor", 0.85, "document", _recased,
    inherits=True, yields_to=("T105", "T301"), fixable=True, edits_names=True, home="compared_names",
)  # fmt: skip
RENAMED = Rule(
    "T306", "renamed-identifier", "terminology/inconsistent-with-termbase", "minor", 0.8, "document", _renamed,
    inherits=True, home="compared_names",
)  # fmt: skip
