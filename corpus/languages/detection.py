"""Detection: telling the language of a page, and of a segment, from the text itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from corpus import lazy_re as re
from corpus.languages import Language, LanguagePack, pack, packs
from corpus.languages.scripts import LATIN, OTHER_SCRIPTS

_LATIN = re.compile(f"[{LATIN}]+")
_OTHER = re.compile(f"[{OTHER_SCRIPTS}]")  # of many languages that are none of ours
_TELLING = 0.05  # share of a script among the letters that tells a language: pages are full of Latin code
_QUOTED = 0.3  # share of kana in a sentence of a Chinese page that quotes Japanese, at most
_FEW = 2  # characters of another script that an English sentence may cite
_SENTENCE = 4  # Latin words; fewer are a name or a label
_SURE = 0.5  # of a few words such as "PyTorch 2.0" it is 0.2 at most, of a short sentence 0.9
# The languages written in Latin letters that documentation comes in: English is distinguished from these.
_LATIN_WRITTEN = ("en", "fr", "de", "es", "pt", "it", "nl", "pl", "tr", "vi", "id", "cs", "sv")


def detect(text: str) -> Language | None:
    """Return the language of a page from its text; None if it is not one of ours or unclear. Code and addresses are
    mostly ASCII, so a small share of Chinese or Japanese among the letters is enough: five Han characters or kana to a
    hundred Latin letters.
    """
    counts = {language.code: len(script.findall(text)) for language in packs() if (script := language.script)}
    scripted, latin = sum(counts.values()), sum(map(len, _LATIN.findall(text)))
    if _count_others(text) > max(scripted, latin):
        return None
    if scripted > _TELLING * (latin + scripted):
        language = _written_in(counts)
        return Language(language.code, language.locale_of(text) if language.locale_of else language.code)
    return Language("en", "en") if latin and is_english(text) else None


def _count_others(text: str) -> int:
    """Count the characters of scripts in which none of our languages is written."""
    ours = "".join(char for language in packs() if language.script for char in language.script.findall(text))
    return len(_OTHER.findall(text)) - len(_OTHER.findall(ours))


def _written_in(counts: dict[str, int]) -> LanguagePack:
    """Return the language of most of these characters; one that mixes scripts needs a small share of its own."""
    mixing = [language for language in packs() if language.mixes_with]
    sizes = {code: count for code, count in counts.items() if not pack(code).mixes_with}
    for language in mixing:
        sizes[language.mixes_with] += counts[language.code]
    main = max(sizes, key=sizes.__getitem__)
    sharing = (language for language in mixing if language.mixes_with == main)
    return next((language for language in sharing if counts[language.code] > _TELLING * sizes[main]), pack(main))


def is_english(text: str) -> bool:
    """Return whether Latin text is English rather than another language written in Latin letters."""
    lines = sorted(text.splitlines(), key=lambda line: -len(re.findall(rf"(?<!\S)[{LATIN}']+(?!\S)", line)))
    code, probability = _identifier().classify("\n".join(lines)[:4000])
    return bool(code == "en" and probability > _SURE)


@cache
def _identifier() -> Any:
    """Return py3langid's model, restricted to languages written in Latin letters."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(_LATIN_WRITTEN)
    return identifier


def segment_language(text: str, document: str) -> str:
    """Return the language of one segment of a page in `document`'s language. A segment without any character of the
    page's own script is English if it has at least four Latin words; shorter ones are names and labels.
    """
    counts = {language.code: len(script.findall(text)) for language in packs() if (script := language.script)}
    for language in packs():
        count = counts.get(language.code, 0)
        if language.mixes_with and count:
            total = count + counts[language.mixes_with]
            if document != language.mixes_with or count > _QUOTED * total:
                return language.code
    code = max(counts, key=counts.__getitem__)
    if counts[code]:
        return code if document == "en" and counts[code] > _FEW else document
    if document == "en" or pack(document).script is None:
        return document
    return "en" if sum(len(word) > 1 for word in _LATIN.findall(text)) >= _SENTENCE else document
