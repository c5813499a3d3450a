"""Terms from interface labels: the short ones, with their most frequent translations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace

from corpus import lazy_re as re
from corpus.languages import TARGETS, Language, enumeration
from corpus.text.printable import quote_text
from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.imports.import_vocabulary import region_of
from glossary.exchange.imports.label_files import Key, LabelFile
from glossary.exchange.imports.term_records import ImportedTerm, ImportedTerms, TermRecord, listed, spelled
from glossary.termbase.read_forms import default_case
from glossary.termbase.termbase import INTERFACE

_MOST_WORDS = 4
_LONGEST_TRANSLATION = 30  # characters
# Letters, digits and what stands inside of names, with no sign of a sentence, a placeholder or a tag.
_SHORT = re.compile(r"[^\W_](?:[^\W_]|[ +#&/'’-]|\.(?=[^\W_]))*")
_NO_TERM = re.compile(r"\d[\d.]* ")  # 10 min
_LETTERS = re.compile("[A-Za-z]{2}")
_NO_RENDERING = re.compile(r"[{}<>%$|\\@。！？；：…!?;:\n]")
_MNEMONIC = re.compile(r"\s*[(（]&\w[)）]|&(?=\w)")  # of menus: 文件(&F)
_CODE_KEY = re.compile(r"^\w*[a-z\d][A-Z]\w*$|^\S*[._]\S*$")
_MID_WORD = re.compile(r"(?<=[a-z,] )[A-Za-z][\w-]*")


@dataclass
class _LabelTerm:
    """An English label, and how often each translation occurs, by language, in the files that count."""

    place: str
    spellings: Counter[str] = field(default_factory=Counter)
    translations: dict[Language, Counter[str]] = field(default_factory=dict)
    files: dict[tuple[Language, str], int] = field(default_factory=dict)  # by namespace, the last that counts


def read_labels(files: Sequence[LabelFile]) -> ImportedTerms:
    """Return the terms of an interface's files; later files take precedence. Raises EntryImportError."""
    files = _with_languages(files)
    english: dict[Key, str] = {}  # by key, in its namespace and in any
    for file in files:
        for label in file.labels:
            if label.language and label.language.lang == "en":
                english[file.namespace, *label.key] = english["", *label.key] = label.text
    ignored = {spelled(name) for file in files for name in file.ignored}
    terms: dict[str, _LabelTerm] = {}
    left_out = 0
    for number, file in enumerate(files):
        keys = [label.key for label in file.labels if ("", *label.key) not in english]
        codes = sum(_CODE_KEY.search(key[-1]) is not None for key in keys)
        is_map = bool(keys) and all(len(key) == 1 for key in keys) and 2 * codes <= len(keys)
        for key, language, text in file.labels:
            if not language or language.lang == "en":
                continue
            source = english.get((file.namespace, *key)) or english.get(("", *key)) or (key[-1] if is_map else "")
            source, translation = (" ".join(_MNEMONIC.sub("", words).split()) for words in (source, text))
            if (
                spelled(source) in ignored
                or not _is_term(source)
                or not (0 < len(translation) <= _LONGEST_TRANSLATION and not _NO_RENDERING.search(translation))
            ):
                left_out += 1
                continue
            place = f"key {quote_text('.'.join(key))}"
            place = f"{file.name}, {place}" if len(files) > 1 else place
            term = terms.setdefault(spelled(source), _LabelTerm(place))
            counts = term.translations.setdefault(language, Counter())
            if term.files.setdefault((language, file.namespace), number) != number:
                counts.clear()  # what a later file of the same name says goes before
                term.files[language, file.namespace] = number
            counts[translation] += 1
            is_same = translation.casefold() == source.casefold()
            term.spellings[translation if is_same else source] += 1
    for name in [name for name in terms if name.endswith("s") and name[:-1] in terms]:
        for language, counts in terms.pop(name).translations.items():  # a plural is found as its singular
            for translation in counts:
                terms[name[:-1]].translations.setdefault(language, Counter()).setdefault(translation, 0)
    words = {word for text in english.values() for word in _MID_WORD.findall(text)}
    names = {word for word in words if word[0].isupper() and word.lower() not in words}
    records = [record for term in terms.values() if (record := _record(term, names))]
    notices = [f"{left_out:,} texts are no short labels, or not translated, and are left out"] if left_out else []
    several = [text for term in terms.values() if (text := _choices(term))]
    notices += listed("labels with several translations, of which the most frequent is preferred", several)
    if not records:
        raise EntryImportError("no labels to import: give the files of English and of another language together")
    return ImportedTerms(records, notices)


def _with_languages(files: Sequence[LabelFile]) -> list[LabelFile]:
    """Return the files with their languages; one that names none, next to translations, is English."""
    are_named = [file.language or any(label.language for label in file.labels) for file in files]
    has_english = any(label.language and label.language.lang == "en" for file in files for label in file.labels)
    if not all(are_named) and (has_english or not any(are_named)):
        name = next(file.name for file, is_named in zip(files, are_named, strict=True) if not is_named)
        languages = enumeration([f"--for {target}" for target in TARGETS], "or")
        prefix = f"{name}: " if len(files) > 1 else ""
        raise EntryImportError(f"{prefix}does not say its language; add {languages}, or name it after it (zh.json)")
    return [
        file
        if is_named
        else replace(file, labels=tuple(label._replace(language=Language("en", "en")) for label in file.labels))
        for file, is_named in zip(files, are_named, strict=True)
    ]


def _is_term(source: str) -> bool:
    is_short = _SHORT.fullmatch(source) and len(source.split()) <= _MOST_WORDS
    return bool(is_short and _LETTERS.search(source) and not _NO_TERM.match(source))


def _record(term: _LabelTerm, names: Container[str]) -> TermRecord | None:
    """Return the record of a label; None if no language translates it and it is not a name."""
    english = term.spellings.most_common(1)[0][0]
    words = english.split()
    is_name = default_case(english) == "exact" or all(word in names for word in words)
    is_name = is_name or (len(words) > 1 and all(word[0].isupper() for word in words))
    terms = [ImportedTerm("en", english, place=term.place)]
    for language, counts in term.translations.items():
        # Of two as frequent, the later one first.
        for _, _, translation in sorted((-counts[text], -place, text) for place, text in enumerate(counts)):
            if translation.casefold() != english.casefold():
                terms.append(ImportedTerm(language.lang, translation, region=region_of(language), place=term.place))
            elif is_name:
                terms.append(ImportedTerm(language.lang, english, region=region_of(language), place=term.place))
    return TermRecord(term.place, domain=INTERFACE, terms=terms) if len(terms) > 1 else None


def _choices(term: _LabelTerm) -> str:
    """Return a label with its differing translations and their counts; empty if they do not differ."""
    renderings = [
        f"{translation} ×{count}"
        for counts in term.translations.values()
        if len(+counts) > 1
        for translation, count in counts.most_common()
        if count
    ]
    return f"{term.spellings.most_common(1)[0][0]} ({', '.join(renderings)})" if renderings else ""
