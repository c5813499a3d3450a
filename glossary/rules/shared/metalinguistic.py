"""Metalinguistic sentences: they name a bad rendering as bad, an old one as old, or tell what a thing is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from corpus import lazy_re as re
from corpus.records import Mention, Segment
from glossary.matching.han_conversion import simplified
from glossary.rules.context import RuleContext
from glossary.rules.shared.form_similarity import is_latin
from glossary.termbase.termbase import ALLOWED

_NAME_MARKS = r"[\s“”\"‘’「」『』《》*_`（()）\[]*+"
_TARGET = r"(?:\]\([^()\s]*\))?"  # of a link around the first name
_LONGEST = 300  # characters between two names side by side, the target of a link among them
_NEAR = 16  # characters read on either side
# 又称“张量”, いわゆる「テンソル」: what follows is a name for what was spoken of.
_NAMED_BEFORE = re.compile(
    r"(?:[又也亦或统俗简常通别旧原]称[为作]?|[又也亦]叫[做作]?|称[为作]|称之为|叫[做作]|名为|译[为作成]|全称是?|缩写[为是]?|"
    r"いわゆる|別名|通称|正式名称は?|略称は?|略して|つまり|すなわち)[:：、,，]?" + _NAME_MARKS + r"$"
)
# テンソルと呼ばれる, 「テンソル」という用語
_NAMED_AFTER = re.compile(
    _NAME_MARKS + r"(?:と(?:も|は|も[、,])?(?:呼[ばびぶん]|称[さしす]|言[いうわ]|い[いうわ](?!え)|略[さしす])|"
    r"という(?:用語|言葉|名前|名称|呼び方|単語)|这[一个]*(?:词|术语|说法|叫法|名称))"
)
_OR = (
    r"(?:即|或者?(?:说|是)?|也就是(?:说)?|又称|也称|又叫|也叫|简称|英文[为是]?|英語|英|"
    r"もしくは|または|あるいは|すなわち|つまり|いわゆる|ないし)[:：、，,]?"
)
# 张量（tensor）, 张量/tensor, 张量，即 tensor, テンソルまたは tensor: both names side by side.
_BETWEEN = re.compile(
    rf"{_NAME_MARKS}{_TARGET}{_NAME_MARKS}(?:[/／|｜=＝、]|[,，;；:：]?{_NAME_MARKS}{_OR})?{_NAME_MARKS}"
)

# loss 表示损失, tensor はテンソル: English and what it means.
_MEANS = re.compile(
    rf"{_NAME_MARKS}(?:表示|代表|指(?:的)?(?:就)?是?|是指|意思是|意为|就是|是|とは|は|[:：])[:：、，,]?{_NAME_MARKS}"
)


def introduced(text: str, uses: Iterable[Mention]) -> set[str]:
    """Return the ids of the mentions that introduce a name: by words around, or beside another name of it."""
    sorted_uses = sorted(uses, key=lambda use: (use.concept_id, use.start))
    return {use.mention_id for use in sorted_uses if _is_called_so(text, use)} | set(
        _contrasted_uses(text, sorted_uses)
    )


def _is_called_so(text: str, use: Mention) -> bool:
    before = text[max(0, use.start - _NEAR) : use.start]
    return _NAMED_BEFORE.search(before) is not None or _NAMED_AFTER.match(text, use.end, use.end + _NEAR) is not None


def _contrasted_uses(text: str, uses: Iterable[Mention]) -> Iterator[str]:
    for use, other in pairwise(uses):
        means = is_latin(use.surface) != is_latin(other.surface)
        near = use.concept_id == other.concept_id and use.form != other.form and 0 <= other.start - use.end < _LONGEST
        if not near or use.segment_id != other.segment_id:
            continue
        if _BETWEEN.fullmatch(text, use.end, other.start) or (means and _MEANS.fullmatch(text, use.end, other.start)):
            yield from (use.mention_id, other.mention_id)


_RIGHT = (*ALLOWED, "variant")
_WINDOW = 32  # characters read on either side
_REACH = 120  # and for the right word beside a wrong one
_MARKS = r"[\s“”「」『』\"'‘’*_`（）()]*"
_TO_ZH = "[^，。；,;]{0,16}"  # 不要把 operator 译为, 曾被人直接译为
_RENDERING_ZH = "(?:译法|译名|说法|叫法|写法|翻译|译文)"
_BEFORE_ZH = rf"""(?:
    # 不要译为 X, 不称作 X, 曾称为 X
    (?:不要|不应该?|不能|不宜|不可|不得|不必|不该|切?勿|别|避免|禁止|而不|并不|曾经?|以前|过去|早期) {_TO_ZH}
    (?:译|翻译|翻|写|叫|称|说) 译? [作为成做是]
    # 误译为 X, 机器翻译成 X, 有人译作 X
  | (?:不|误|错|机械地?|直|硬|机器翻译|机器|机|旧|原来|原先|常|经常|往往|容易|有人)
    (?:会|常|被|人|直接|地|[将把][^，。；,;]{{1,16}})* (?:译|翻译|翻) [作为成做是]
    # 以前叫 X, 旧译名 X, 从前的说法是 X
  | (?:曾经?|以前|从前|过去|早期|早先|原先|原来|旧时) (?:一直|都|常|多)? (?:被|也)? (?:叫|称|译)
  | (?:旧称|旧译|旧名|原译|原称|原名|曾用名|误译|错译|机翻) 名? [：:为是作即]?
  | (?:旧|老|过时|从前|以前|过去|早期|原先) 的? (?:{_RENDERING_ZH}|名称|名字|称呼|术语|用词) [：:为是作即]?
  | (?:错误?|误) (?:的?(?:译法|写法|例子?|示例))? [ ]* [：:]
  | [✗✘❌]
)"""
_AFTER_ZH = rf"""(?:
    # X 是误译, X 的译法不准确, X 应改为 A
    [，,]? (?:这[一个种]*)? 的?{_RENDERING_ZH}? (?:都|就|则|乃|显然|其实|并)? [是为属] 于? (?:一?[个种])?
    (?:错误(?:的|译|翻)|误译|错译|不当|不准确|不正确|不妥|不合适|不对|错的|直译|硬译|机翻|笔误|旧称|旧译|旧名)
  | (?:的|这[一个种]*)? {_RENDERING_ZH} [^，。；,;]{{0,6}} [错误不]
  | 应(?:当|该)? [译改写] [作为成]
  | (?:旧译名?|旧称|旧名|老译法) [）)，。]
)"""
_RENDERING_JA = "(?:訳語?|訳名|呼称|呼び[名方]|名称|名前|用語|表記|書き方|言い方|言葉|表現)"
_BEFORE_JA = rf"""(?:
    (?:旧称|旧訳語?|誤訳|直訳) [のはで]? | (?:誤り?|NG例?) [ ]* [：:] | [✗✘❌]
    # 古い訳語「X」, かつての名称は X
  | (?:古い|旧来の|昔の|かつての|以前の|従来の|旧) {_RENDERING_JA} (?:である|であった|だった)? [のはでと、]?
) [ ]* [：:]?"""
_CALLED_JA = "(?:な[いく]|ず|ませ|れた|れまし|れてい(?:た|まし)|れてき)"
_AFTER_JA = rf"""(?:
    # X と訳さない, X と呼ばれていた
    {_MARKS} (?:など)? [とに] [はも]? (?:直接|機械的に|そのまま)?
    (?: 訳さ(?:れがち|れる(?:こと|場合)|{_CALLED_JA}) | 訳して(?:は|しま) | 訳す(?:の|べきで|と[、誤])
      | 訳し(?:ませ|がち) | 誤訳 | (?:呼ば|呼び|書か|書き|言わ|言い|表記し|表記さ){_CALLED_JA} )
    # X という訳語は誤り
  | (?: {_MARKS} (?:という{_RENDERING_JA}|という語|の訳語?) | \s*[」』”"’]\s* ) [はもを]?
    (?: 誤り[でだ。] | 間違い[でだ。] | 不適切 | 不正確 | 使わ(?:な|ず) | 使いませ | 避け(?:る|て|ま|た) )
  | {_MARKS} は (?:誤訳|直訳)
)"""
_NOTHING = re.compile(r"(?!)")  # of a language whose words for it are not listed
_BEFORE = {
    "zh": re.compile(_BEFORE_ZH + _MARKS + "$", re.VERBOSE),
    "ja": re.compile(_BEFORE_JA + _MARKS + "$", re.VERBOSE),
}
_AFTER = {"zh": re.compile(_MARKS + _AFTER_ZH, re.VERBOSE), "ja": re.compile(_AFTER_JA, re.VERBOSE)}
# X ではなく A, A 而不是 X, X → A: a mistake beside what is right.
_NOT_BEFORE = re.compile(rf"(?:而不是|而非|并非|不是|不同于|区别于|不等于|≠|!=|←|<-){_MARKS}$")
_NOT_AFTER = re.compile(
    rf"{_MARKS}(?:[でじゃ]+[はも]?な[くい]|ではありませ|とは[異違]|并?不是|并非|≠|!=|→|->|⇒|=>|改[为成]|应[为是])"
)
_HEADED = re.compile(
    "误译|错译|错误[译翻]|翻译错误|不当译法|誤訳|訳語の誤り|避けるべき訳|mistranslation", re.IGNORECASE
)


# 「プリンタ」という古い表記, 把 library 译成“图书馆”: the word itself is spoken of.
_OPENS, _CLOSES = "“‘「『\"'`*", "”’」』\"'`*"
_ITSELF_AFTER = re.compile(
    rf"(?:という[^、。「」『』]{{0,8}}(?:{_RENDERING_JA}|語|単語|つづり|綴り|形)"
    rf"|[のはがを](?:表記|つづり|綴り|長音|語尾|訳語)|と(?:も|は)?(?:表記|書[いかきくけこ]|綴|つづ|訳[さしす])"
    r"|を\s?[「『“][^「」『』“”]{1,20}[」』”]\s?と[もは]?(?:訳|書|表記|呼|直訳|誤訳)"
    r"|(?:这个|这一)?(?:英文|英语)?(?:单词|一词|这个词|术语|写法|译法|译名|拼写)"
    r"|(?:直接|一律|误|错|硬|直)?(?:翻译|译|写)[成作为])"
)
_RENDERED = re.compile(
    r"\s?(?:直接|一律|误|错|硬|直)?(?:翻译|译)[成作为]|\s?(?:这个|这一)?(?:英文|英语)?(?:单词|一词|这个词)|\s?という(?:英)?(?:単)?語"
)
_ITSELF_BEFORE = re.compile(
    r"(?:英単語|英単語の|単語|見出し語|表記|つづり|英語の|单词|词语|英文|词条|写法|拼写|一词)[はのが：:]?\s?\Z"
)


def is_itself(text: str, start: int, end: int) -> bool:
    """Return whether the words of a place stand between marks of their own and are spoken of, not used."""
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if not (before and after) or _OPENS.find(before) < 0 or _OPENS.find(before) != _CLOSES.find(after):
        return False
    around = text[max(0, start - 1 - _WINDOW) : start - 1]
    return _ITSELF_AFTER.match(text, end + 1) is not None or _ITSELF_BEFORE.search(around) is not None


def is_translated_here(text: str, start: int, end: int) -> bool:
    """Return whether a sentence says how Latin words are rendered: 把 library 译成, 「library」を「図書館」と訳す."""
    return is_itself(text, start, end) or _RENDERED.match(text, end) is not None


def is_mentioned_as_word(page: RuleContext, start: int, end: int, concept_id: str) -> bool:
    """Return whether words are spoken of at this place, as a mistake or as what was said once, and not used."""
    segment = page.segment_at(start)
    if segment is None:
        return False
    before, after = page.text[max(segment.start, start - _WINDOW) : start], page.text[end : end + _WINDOW]
    after = after[: max(0, segment.end - end)]
    if page.lang == "zh":
        before, after = simplified(before), simplified(after)
    if _BEFORE.get(page.lang, _NOTHING).search(before) or _AFTER.get(page.lang, _NOTHING).match(after):
        return True
    if (_NOT_BEFORE.search(before) or _NOT_AFTER.match(after)) and _has_right_form(page, segment, start, concept_id):
        return True
    return segment.section is not None and _HEADED.search(segment.section) is not None


def _has_right_form(page: RuleContext, segment: Segment, place: int, concept_id: str) -> bool:
    """Return whether the same sentence has the concept in a form that is allowed, not far away."""
    around = page.mentions_touching(max(segment.start, place - _REACH), min(segment.end, place + _REACH))
    return any(use.concept_id == concept_id and use.status in _RIGHT for use in around)
