"""Japanese: kana among Han characters."""

from __future__ import annotations

from corpus import lazy_re as re
from corpus.languages.pack import LanguagePack
from corpus.languages.scripts import HALFWIDTH_KATAKANA, KANA

PACK = LanguagePack(
    code="ja",
    name="Japanese",
    native_name="日本語",
    locale="ja",
    html_lang="ja",
    is_target=True,
    has_every_concept=True,
    tokenizer="corpus.tokenizers.ja",
    extra="ja",
    library="fugashi",
    aliases={"jp": "ja-JP"},
    script=re.compile(f"[{KANA}{HALFWIDTH_KATAKANA}]"),
    mixes_with="zh",
    sentence_ends="。｡",
    joiner="",
    compound_joint=re.compile("[ ・]?の?[ ]?"),
    alternatives=" または ",
    quoted_alternatives="」または「",
    english_characters=1.9,  # the median of documentation in three languages
    kept_names=0.75,  # in texts that were aligned by hand
)
