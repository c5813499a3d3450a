"""T408 regional-words: a word of mainland China on a page for Taiwan, or one of Taiwan on a page for mainland China.

Why: readers know what is meant, and that the page was not written for them; it was converted character by character.
Bad: 服務器將數據保存在內存中。
Good: 伺服器將資料儲存在記憶體中。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from glossary.matching.regional_words import RegionalWord, is_of_both, words_of_other_region
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.visible_text import visible

_REGIONS = {"zh-TW": "TW", "zh-Hant": "TW", "zh-Hant-TW": "TW", "zh-CN": "CN", "zh-Hans": "CN", "zh-Hans-CN": "CN"}
_COMPANY = 2  # other words of the region, for a word that this region has in another sense


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield words of the other region, one decision for each; nothing on pages that are for neither."""
    region = _REGIONS.get(page.document.locale, "")
    if not region:
        return
    places: defaultdict[str, list[DocumentSpan]] = defaultdict(list)
    words: dict[str, RegionalWord] = {}
    for segment, text in visible(page):
        for match in words_of_other_region(text, region):
            words[match.word] = match
            places[match.word].append(DocumentSpan(segment.start + match.start, segment.start + match.end))
    sure = [word for word in words if not is_of_both(word, region)]
    for word, match in words.items():
        # Taiwanese words are easily coined in mainland texts, too: one alone says nothing of the page.
        if (word in sure and (region == "TW" or len(sure) > 1)) or len(sure) >= _COMPANY:
            yield Violation(tuple(places[word]), "", f"in-{region}", expected=(match.other,), key=word)


RULE = Rule("T408", "regional-words", "locale-conventions", "neutral", 0.8, "document", find, languages=("zh",))
