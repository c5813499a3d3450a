"""Names in small letters: where they are not the product, but a package, a folder, a setting, a label."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter

from corpus import lazy_re as re
from corpus.records import Mention, Segment
from glossary.matching.characters import is_cjk
from glossary.rules.context import RuleContext

_BESIDE = 40  # characters that are read on either side
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
    """Return whether a name in small letters is that of a package, a folder or the like at this place."""
    begin, end = use.start - segment.start, use.end - segment.start
    before, after = segment.text[max(0, begin - _BESIDE) : begin], segment.text[end : end + _BESIDE]
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
    """Return whether it is initials that name something else in code: gcc the command, amd64 the architecture."""
    if not use.form.isupper():
        return False
    return after[:1].isdigit() or (len(use.form) <= _INITIALS and use.surface in page.concept(use).identifiers)


def is_glued(before: str, after: str) -> bool:
    """Return whether a mark of code, of a path or of a handle joins it to what stands beside it: @pytorch, cuda:0."""
    return _GLUED_BEFORE.search(before) is not None or _GLUED_AFTER.match(after) is not None


def is_label(segment: Segment, before: str, after: str) -> bool:
    """Return whether it is one of a list of keywords in the page's head, or in a link to another page of the site."""
    if segment.kind == "metadata":
        return _LISTED_BEFORE.search(before) is not None or _LISTED_AFTER.match(after) is not None
    return segment.kind == "boilerplate" and not segment.text.rstrip().endswith(("。", "！", "？"))


def _names_its_link(page: RuleContext, segment: Segment, use: Mention) -> bool:
    """Return whether it is the text of a link whose address has it so, as [pytorch](https://github.com/pytorch)."""
    spans = segment.protected
    target = next(
        (span for span in spans[bisect_left(spans, use.end, key=_start) :][:1] if span.kind in _ADDRESS), None
    )
    begin = use.start - segment.start
    opens = segment.text.rfind("[", max(0, begin - _BESIDE), begin)
    if target is None or opens < 0 or not _LINK_END.fullmatch(page.text, use.end, target.start):
        return False
    link_text = page.text[segment.start + opens : target.start]
    return use.surface in page.text[target.start : target.end] and not any(map(is_cjk, link_text))
