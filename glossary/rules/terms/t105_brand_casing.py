"""T105 brand-casing: a name written in other capitals than its own.

Why: A name has one spelling. In small letters it is often something else, such as a package.
Bad: 用Pytorch训练模型，再上传到github。
Good: 用PyTorch训练模型，再上传到GitHub。
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter

from corpus import lazy_re as re
from corpus.records import Mention, Segment
from glossary.inventory import load
from glossary.matching.characters import is_cjk
from glossary.rules.calibration import LIKELY, NEARLY, RATHER, sign
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.code_identifiers import CodeName, names
from glossary.rules.shared.english_words import is_common
from glossary.rules.shared.names_in_code import is_spelled_throughout
from glossary.rules.shared.replacement import PRODUCTS
from glossary.rules.shared.source_pairs import plain, touches_on, unit_at

_BESIDE_NAME = 40  # characters that are read on either side
_INITIALS = 3  # letters; longer ones are hardly another thing
_QUOTED = re.compile("[\"'“‘「『«][\"'”’」』»]")
_GLUED_BEFORE = re.compile(r"[@#$=~\\/_.]\Z")
_GLUED_AFTER = re.compile(r"[/\\_=@]|::?[A-Za-z0-9_]|\.[A-Za-z0-9]|\d*`")
# What makes a name in code of it, before and after.
_CALLED_BEFORE = re.compile(
    r"(?:\b(?:pip3?|conda|mamba|brew|apt|npm|uv|git clone|docker (?:pull|run)|import|install)\b"
    r"[^，,。；;!?！？\n]{0,30}"
    r"|(?:名为|名叫|叫做|称为|命名为)\s*)\Z",
    re.ASCII,
)
_CALLED_AFTER = re.compile(
    r"\s*(?:という|パッケージ|モジュール|ディレクトリ|フォルダ|コマンド|チャンネル|チャネル|名前空間|ブランチ|タグ|引数"
    r"|软件包|包(?![含括装裹])|套件|模块|模組|目录|目錄|文件夹|命令|频道|命名空间|分支|标签|参数|字符串|package\b|module\b)",
    re.ASCII,
)
_LISTED_BEFORE, _LISTED_AFTER = re.compile(r"[,，、|;；\[-]\s*\Z"), re.compile(r"\s*[,，、|;；\]]")
# English words, or a list of names of code: java, javascript, kde.
_ENGLISH_BEFORE, _ENGLISH_AFTER = re.compile(r"(?<![a-z])[a-z]{2,}(?: |, ?)\Z"), re.compile(r"(?: |, ?)[a-z]{2,}")
_start, _ADDRESS = attrgetter("start"), ("link", "url")
_LINK_END = re.compile(r"[^\[\]\n]*\]\(?")


def is_name_of_code(page: RuleContext, segment: Segment, use: Mention) -> bool:
    """Return whether a lower-case name is that of a package, a folder or the like at this place."""
    begin, end = use.start - segment.start, use.end - segment.start
    before, after = segment.text[max(0, begin - _BESIDE_NAME) : begin], segment.text[end : end + _BESIDE_NAME]
    return (
        not any(map(is_cjk, before + after))  # a cell or an item of its own: a label
        or _is_other_initials(page, use, after)
        or is_glued(before, after)
        or is_label(segment, before, after)
        or _QUOTED.fullmatch(before[-1:] + after[:1]) is not None
        or _CALLED_BEFORE.search(before) is not None
        or _CALLED_AFTER.match(after) is not None
        or (_ENGLISH_BEFORE.search(before) is not None and _ENGLISH_AFTER.match(after) is not None)
        or _names_its_link(page, segment, use)
    )


def _is_other_initials(page: RuleContext, use: Mention, after: str) -> bool:
    """Return whether initials name something else in code: gcc the command, amd64 the architecture."""
    if not use.form.isupper():
        return False
    return after[:1].isdigit() or (len(use.form) <= _INITIALS and use.surface in page.concept(use).identifiers)


def is_glued(before: str, after: str) -> bool:
    """Return whether a mark of code, a path or a handle joins it to its neighbours: @pytorch, cuda:0."""
    return _GLUED_BEFORE.search(before) is not None or _GLUED_AFTER.match(after) is not None


def is_label(segment: Segment, before: str, after: str) -> bool:
    """Return whether it is in a list of keywords in the page's head, or in a link to another page of the site."""
    if segment.kind == "metadata":
        return _LISTED_BEFORE.search(before) is not None or _LISTED_AFTER.match(after) is not None
    return segment.kind == "boilerplate" and not segment.text.rstrip().endswith(("。", "！", "？"))


def _names_its_link(page: RuleContext, segment: Segment, use: Mention) -> bool:
    """Return whether it is a link's text, written as in its address: [pytorch](https://github.com/pytorch)."""
    spans = segment.protected
    target = next(
        (span for span in spans[bisect_left(spans, use.end, key=_start) :][:1] if span.kind in _ADDRESS), None
    )
    begin = use.start - segment.start
    opens = segment.text.rfind("[", max(0, begin - _BESIDE_NAME), begin)
    if target is None or opens < 0 or not _LINK_END.fullmatch(page.text, use.end, target.start):
        return False
    link_text = page.text[segment.start + opens : target.start]
    return use.surface in page.text[target.start : target.end] and not any(map(is_cjk, link_text))


_PROPER = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}")  # capitals that no ordinary word has
_CAPITALISED = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)+")
_NAME = re.compile(r"[A-Z][a-z]{3,}")  # shorter ones are hardly read as names
_SMALL_BEFORE, _SMALL_AFTER = re.compile(r"(?<![a-z])[a-z]{2,}[,，、] ?\Z"), re.compile(r"[,，、] ?[a-z]{2,}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LETTER = re.compile("[A-Za-z]")
_WORD = re.compile("[A-Za-z]{2,}")
_BESIDE = 80  # characters that are read on either side

_PACKAGE_ELSEWHERE, _PACKAGE = sign("T105.package-elsewhere", NEARLY), sign("T105.package", RATHER)
_UNNAMED, _ORDINARY = sign("T105.unnamed", LIKELY), sign("T105.ordinary", LIKELY)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the names of the glossary, and the namespaces of PyTorch, that are in wrong capitals."""
    right = frozenset(use.concept_id for use in page.uses if use.surface == use.form)
    for use in page.uses:
        segment = page.by_id[use.segment_id]
        if segment.text_lang == page.lang and not _is_other_name(page, use):
            yield from _casing_violations(page, segment, use, use.concept_id in right)
    for name in names(page):
        yield from _namespace(name)


def _is_other_name(page: RuleContext, use: Mention) -> bool:
    """Return whether a supposed plural of a name is a name itself: https is HTTPS, not HTTPs."""
    if use.surface.casefold() == use.form.casefold():
        return False
    return any(
        (other.start, other.end) == (use.start, use.end) and other.form.casefold() == use.surface.casefold()
        for other in page.mentions_touching(use.start, use.end)
    )


def _casing_violations(page: RuleContext, segment: Segment, use: Mention, elsewhere: bool) -> Iterator[Violation]:
    spelled = _right_casing(page, use)
    if spelled is None or _is_excused(page, segment, use):
        return
    preferred = page.termbase.preferred(use.concept_id, page.lang)
    if _same_letters(preferred, use.surface):
        spelled = preferred  # Hugging Face, where the entry admits HuggingFace too
    message_id = "split" if spelled.replace(" ", "") == use.surface.replace(" ", "") else ""
    sure = use.confidence * _weight(use.surface, spelled)
    if use.surface in page.concept(use).identifiers:  # a page that always writes torchaudio speaks of the package
        sure *= _PACKAGE_ELSEWHERE if elsewhere else _PACKAGE
    unit = unit_at(page, use.start)
    is_added = unit is not None and not touches_on(unit, page.termbase, use.concept_id)
    if is_added:  # what the original does not name here may be another name that was mistaken for it
        sure *= _UNNAMED
    place = DocumentSpan(use.start, use.end)
    safe = "" if is_added or is_spelled_throughout(page, use.start, use.end, spelled) else spelled
    yield Violation((place,), use.concept_id, message_id, expected=(spelled,), suggestion=safe, sure=sure)


def _same_letters(name: str, other: str) -> bool:
    return name.replace(" ", "").casefold() == other.replace(" ", "").casefold()


def _right_casing(page: RuleContext, use: Mention) -> str | None:
    """Return the name as its form has it, if the text has other capitals or a space before one; else None."""
    form = page.termbase.form(use.concept_id, page.lang, use.form)
    if form is None or form.lang != page.lang:
        return None
    if use.status == "variant":
        if _PROPER.search(use.form) and (spelled := with_casing_of(use.surface, use.form)):
            return spelled
        return use.form if _is_split(page, use) else None
    is_product = page.concept(use).domain == PRODUCTS
    if is_product and (_CAPITALISED.fullmatch(use.form) or _is_name_of_product(page, use)):
        return with_casing_of(use.surface, use.form)
    return None


def _is_name_of_product(page: RuleContext, use: Mention) -> bool:
    """Return whether a lower-case word is a product's name: no English word, or with a capital in the original."""
    if not (_NAME.fullmatch(use.form) and use.surface.islower() and page.lang in page.concept(use).keep):
        return False
    if _SMALL_BEFORE.search(page.text, max(0, use.start - _BESIDE), use.start) or _SMALL_AFTER.match(
        page.text, use.end
    ):
        return False  # one of a list of names of code
    unit = unit_at(page, use.start)
    if unit is not None:
        return any(re.search(rf"\b{use.form}\b", plain(segment)) for segment in unit.pair.source)
    return not is_common(use.surface, page.termbase) and use.form not in page.by_id[use.segment_id].text


def with_casing_of(surface: str, form: str) -> str | None:
    """Return the surface with the capitals of the form; None if it has them already, or other letters or hyphens."""
    if "-" in surface and "-" not in form:
        return None
    letters, surface_letters = "".join(_LETTER.findall(form)), "".join(_LETTER.findall(surface))
    rest = surface_letters[len(letters) :]
    if (
        surface_letters.casefold() not in (letters.casefold(), letters.casefold() + "s")
        or surface_letters == letters + rest
    ):
        return None
    spelled = iter(letters + rest.lower())
    return _LETTER.sub(lambda _: next(spelled), surface)


def _is_split(page: RuleContext, use: Mention) -> bool:
    """Return whether a product's name is split at a capital (Git Hub), and the entry has no form of several words."""
    concept = page.concept(use)
    parted = _HUMP.sub(" ", use.form) == use.surface != use.form
    several = any(" " in form.form and form.form.isascii() for form in concept.forms)
    return parted and not several and page.lang in concept.keep and concept.domain == PRODUCTS


def _is_excused(page: RuleContext, segment: Segment, use: Mention) -> bool:
    """Return whether a heading or the original explains the capitals, or the word is not the name after all."""
    if any(map(is_cjk, use.surface)) and _is_as_original(page, use):
        return True
    if use.surface.islower():
        return is_name_of_code(page, segment, use)
    begin, end = use.start - segment.start, use.end - segment.start
    before, after = segment.text[max(0, begin - _BESIDE) : begin], segment.text[end : end + _BESIDE]
    if is_glued(before.removesuffix("/"), after.removeprefix("/")) or is_label(segment, before, after):
        return True  # Keras/Pytorch is two names, no path
    if not use.surface.isupper():
        return False
    return segment.kind == "heading" or "".join(_WORD.findall(f"{before} {after}")).isupper()


def _is_as_original(page: RuleContext, use: Mention) -> bool:
    """Return whether the original spells the English of half-translated words so, and the page only so: 非 iid."""
    right = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_WORD.findall(use.form))})(?![A-Za-z])")
    return all(map(page.original_has, _WORD.findall(use.surface))) and not right.search(page.text)


def _weight(surface: str, spelled: str) -> float:
    """Return how sure it is: an ordinary word without its capital may not belong to the name (PyTorch profiler)."""
    pairs = zip(surface.split(), spelled.split(), strict=False)
    return 1.0 if any(word != right and _PROPER.search(right) for word, right in pairs) else _ORDINARY


def _namespace(name: CodeName) -> Iterator[Violation]:
    """Yield a PyTorch namespace written with a capital: Torch::nn."""
    root, _, rest = name.text.partition(".")
    right = f"{root.lower()}.{rest}"
    if root == root.lower() or root.lower() != "torch" or not rest:
        return
    if "::" in name.surface or load().is_public(right):
        spelled = name.spelled(right)
        yield Violation((name.place,), "", "namespace", expected=(spelled,), suggestion=spelled, severity="major")


RULE = Rule(
    "T105",
    "brand-casing",
    "linguistic-conventions/spelling",
    "minor",
    0.9,
    "segment",
    find,
    inherits=True,
    fixable=True,
    edits_names=True,
)
