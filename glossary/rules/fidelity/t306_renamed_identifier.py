"""T306 renamed-identifier: a name that PyTorch had and has no more, or tells its users to leave.

Why: code that calls it fails in a current release, or warns, and a search finds old pages.
Bad: 对称矩阵的特征值用 torch.symeig 计算。
Good: 对称矩阵的特征值用 torch.linalg.eigh 计算。
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus import lazy_re as re
from corpus.records import Segment
from glossary.inventory import FormerName, load
from glossary.inventory.names import CUSTOMARY, Release, numbers, release_on
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.code_identifiers import CodeName, names
from glossary.rules.shared.form_validity import date_of, latest_release_named, release_of
from glossary.rules.shared.source_pairs import sure_pairs

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


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the former names, on pages that do not speak of the change and are of a release that has seen it."""
    former_names = [(name, former) for name in names(page) if (former := _former_name(name.text))]
    if not former_names or _tells_of_changes(" ".join([page.document.title or "", page.document.path])):
        return
    release, spoken_of = release_of(page) or release_on(date_of(page.document)), latest_release_named(page)
    for name, former in former_names:
        severity = _severity(former, release, spoken_of)
        if severity and not _is_change_mentioned(page, name, former):
            yield _renaming_violation(name, former, severity)


def _former_name(name: str) -> FormerName | None:
    former = load().former_name(name)
    return former if former and (former.now or former.removed) else None


def _severity(former: FormerName, release: Release, spoken_of: Release) -> str:
    """Return how much the name hurts on a page of a release; empty if it was still the right one, or may have been."""
    removed = numbers(former.removed) if former.removed else ()
    deprecated = numbers(former.deprecated) if former.deprecated else removed
    if release:
        if not deprecated or release < deprecated:
            return ""
        return "minor" if removed and release >= removed else "neutral"
    return "minor" if removed and (not spoken_of or spoken_of >= removed) else "neutral"


def _is_change_mentioned(page: RuleContext, name: CodeName, former: FormerName) -> bool:
    """Return whether the page, or the sentence that it translates, speaks of the change."""
    segment = page.segment_at(name.start)
    if segment is None:
        return True
    around = re.sub(rf"(?<![\w.:]){re.escape(name.surface)}(?!\w|\\_)", "\0", _paragraph(page, segment), flags=re.ASCII)
    if _OF_CHANGE.search(around) or _GONE.search(around) or _tells_of_changes(segment.section or ""):
        return True
    if former.now and _is_name_in(_own_part(former), around):
        return True
    return any(
        segment in pair.target and any(_OF_CHANGE.search(source.text) for source in pair.source)
        for pair in sure_pairs(page)
    )


def _tells_of_changes(heading: str) -> bool:
    return _OF_HISTORY.search(heading) is not None or _OF_CHANGE.search(heading) is not None


def _paragraph(page: RuleContext, segment: Segment) -> str:
    """Return a segment with those beside it under the same heading."""
    beside = page.segments[max(0, segment.ordinal - 1) : segment.ordinal + 2]
    return "\n".join(neighbour.text for neighbour in beside if neighbour.section == segment.section)


def _own_part(former: FormerName) -> str:
    """Return the end of the new name that the old one does not have: eigh for symeig, linalg.qr for qr."""
    parts = (former.now or "").split(".")
    ends = (".".join(parts[-count:]) for count in range(1, len(parts)))
    return next((end for end in ends if not f".{former.name}".endswith(f".{end}")), former.now or "")


def _is_name_in(name: str, text: str) -> bool:
    whole = rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])"
    return re.search(whole, text.replace("::", ".").replace("\\_", "_")) is not None


def _renaming_violation(name: CodeName, former: FormerName, severity: str) -> Violation:
    new_name = name.spelled(_abbreviated_name(name.text, former.now)) if former.now else ""
    gone = former.removed is not None
    message_id = ("removed" if new_name else "gone") if gone else "deprecated" if former.deprecated else "discouraged"
    release = former.removed or former.deprecated or ""
    expected = (new_name,) if new_name else ()
    place = DocumentSpan(name.start, name.end)
    return Violation(
        (place,), message_id=message_id, words={"release": release}, expected=expected, severity=severity, key=name.text
    )


def _abbreviated_name(name: str, new_name: str) -> str:
    """Return the new name with the abbreviation that the old one has: F.interpolate for F.upsample."""
    first = name.partition(".")[0]
    whole = CUSTOMARY.get(first)
    return f"{first}{new_name.removeprefix(whole)}" if whole and new_name.startswith(f"{whole}.") else new_name


RULE = Rule(
    "T306",
    "renamed-identifier",
    "terminology/inconsistent-with-termbase",
    "minor",
    0.8,
    "document",
    find,
    inherits=True,
)
