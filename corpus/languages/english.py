"""English: what translations are checked against."""

from __future__ import annotations

from corpus.languages.pack import LanguagePack

PACK = LanguagePack(
    code="en",
    name="English",
    native_name="English",
    locale="en",
    html_lang="en",
    is_target=False,
    has_every_concept=True,
    tokenizer="corpus.tokenizers.en",
    kept_names=0.65,  # in texts that were aligned by hand
)
