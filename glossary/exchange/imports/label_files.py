"""Label files: the texts of a product's interface by key and language, in the usual formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, NamedTuple

import yaml

from corpus import lazy_re as re
from corpus.formats.markdown.frontmatter import AliasFreeLoader
from corpus.formats.units import po
from corpus.languages import Language, is_foreign_tag, parse_tag
from corpus.sources.work_and_language import split_extension
from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.text_encoding import EncodingError, decode_any
from glossary.exchange.xml import MarkupError, parse_xml

Key = tuple[str, ...]


class Label(NamedTuple):
    """A text of an interface."""

    key: Key
    language: Language | None  # None: that of the file
    text: str


@dataclass(frozen=True, slots=True)
class LabelFile:
    """The labels of a file."""

    name: str
    language: Language | None  # as its name says, or whoever hands it in
    labels: tuple[Label, ...]
    namespace: str  # its name without the language: keys of two files are the same where it is
    ignored: frozenset[str] = frozenset()  # English labels that are no terms, as the file itself lists them


def language_of_name(name: str) -> tuple[Language | None, str]:
    """Return the language in a file's name or folders (zh.json, app_ja.arb, zh-CN/x.po), and the rest of the name."""
    path = PurePath(name)
    stem = split_extension(path.name)[0]
    parts = re.split("[._-]", stem)
    tags = [("-".join(parts[-count:]), "-".join(parts[:-count])) for count in (3, 2, 1) if len(parts) >= count]
    tags += [(folder.removesuffix(".lproj"), stem) for folder in reversed(path.parts[-4:-1])]
    return next(((language, rest) for tag, rest in tags if (language := parse_tag(tag))), (None, stem))


def is_of_foreign_language(name: str) -> bool:
    """Return whether a file or its folder is named after a language that the glossary lacks."""
    path = PurePath(name)
    return any(is_foreign_tag(tag.removesuffix(".lproj")) for tag in (split_extension(path.name)[0], path.parent.name))


def read_label_file(name: str, data: bytes, language: Language | None) -> LabelFile:
    """Return the labels of a file in the format of its extension. Raises EntryImportError."""
    try:
        return LABEL_FORMATS[split_extension(name)[1]](name, data, language)
    except EntryImportError:
        raise
    except (EncodingError, MarkupError) as error:
        raise EntryImportError(str(error)) from error
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split()) or "nested too deep"
        raise EntryImportError(f"cannot be read ({reason[:120]}); is it whole?") from error


def _file(name: str, language: Language | None, labels: Iterable[Label], ignored: Iterable[str] = ()) -> LabelFile:
    return LabelFile(name, language, tuple(labels), language_of_name(name)[1], frozenset(ignored))


def _json_file(name: str, data: bytes, language: Language | None) -> LabelFile:
    return _tree_file(name, json.loads(decode_any(data)), language)


def _yaml_file(name: str, data: bytes, language: Language | None) -> LabelFile:
    return _tree_file(name, yaml.load(decode_any(data), AliasFreeLoader), language)  # noqa: S506 (a SafeLoader)


def _tree_file(name: str, tree: Any, language: Language | None) -> LabelFile:
    if not isinstance(tree, dict):
        raise EntryImportError("holds no labels by key; write an object of them")
    if isinstance(locale := tree.get("@@locale"), str):  # ARB
        language = parse_tag(locale) or language
    ignored: list[Any] = []
    if isinstance(terms := tree.get("terms"), dict):
        ignored = tree["ignore"] if isinstance(tree.get("ignore"), list) else []
        tree = terms
    return _file(name, language, _leaves(tree, (), language), map(str, ignored))


def _leaves(tree: Any, key: Key, language: Language | None) -> Iterator[Label]:
    """Yield the texts of a tree; if the file names no language, keys that are all tags divide it by language."""
    if isinstance(tree, str):
        yield Label(key, language, tree)
    elif isinstance(tree, list):
        for number, item in enumerate(tree):
            yield from _leaves(item, (*key, str(number)), language)
    elif isinstance(tree, dict):
        members = {str(name): value for name, value in tree.items() if not str(name).startswith("@")}
        if isinstance(members.get("message"), str):  # of an extension of Chrome
            members = {"": members["message"]}
        languages = {name: parse_tag(name) for name in members}
        is_parted = all(tag or is_foreign_tag(name) for name, tag in languages.items()) and any(languages.values())
        is_parted = is_parted and (language is None or (len(members) == 1 and not key))  # as Rails has it
        for name, value in members.items():
            if not is_parted:
                yield from _leaves(value, (*key, name) if name else key, language)
            elif languages[name]:
                yield from _leaves(value, key, languages[name])


_PROPERTY = re.compile(r"[ \t\f]*((?:\\.|[^\\=:\s])+)[ \t\f]*[=:]?[ \t\f]*(.*)", re.DOTALL)
_CONTINUED = re.compile(r"(?<!\\)((?:\\\\)*)\\\r?\n[ \t\f]*")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{4})|(.))", re.DOTALL)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"\s*=\s*"((?:[^"\\]|\\.)*)"\s*;', re.DOTALL)
_STRINGS_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|/\*.*?\*/|//[^\n]*', re.DOTALL)


def _properties_file(name: str, data: bytes, language: Language | None) -> LabelFile:
    lines = _CONTINUED.sub(r"\1", decode_any(data)).splitlines()
    matches = (_PROPERTY.match(line) for line in lines if not line.lstrip().startswith(("#", "!")))
    pairs = (match.groups() for match in matches if match)
    return _file(name, language, (Label((_plain(key),), language, _plain(value)) for key, value in pairs))


def _strings_file(name: str, data: bytes, language: Language | None) -> LabelFile:
    pairs = _STRING.findall(_STRINGS_COMMENT.sub(r"\1", decode_any(data)))
    return _file(name, language, (Label((_plain(key),), language, _plain(value)) for key, value in pairs))


def _plain(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        return chr(int(code, 16)) if code else {"n": "\n", "t": "\t", "r": "\r"}.get(match[3], match[3])

    plain = _ESCAPE.sub(character, text)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # pairs of surrogates are characters


_ENGLISH = Language("en", "en")


def _po_file(name: str, data: bytes, language: Language | None) -> LabelFile:
    catalogue = po.read(decode_any(data))
    language = parse_tag(catalogue.language) or language
    labels: list[Label] = []
    for unit in catalogue.units:
        source, target = unit.text("msgid"), unit.text("msgstr") or unit.text("msgstr[0]")
        if target and not unit.is_fuzzy:
            key = (unit.text("msgctxt"), source)
            labels += [Label(key, _ENGLISH, source), Label(key, language, target)]
    return _file(name, language, labels)


_UNTRANSLATED = ("new", "needs-translation", "initial")  # states of a target


def _xliff_file(name: str, data: bytes, language: Language | None) -> LabelFile:
    top = parse_xml(data)
    labels: list[Label] = []
    for unit in top.iter("{*}trans-unit", "{*}segment"):
        source, target = unit.find("{*}source"), unit.find("{*}target")
        if source is None or target is None or len(source) or len(target):
            continue  # not translated, or with placeholders and tags
        ancestors = [unit, *unit.iterancestors()]
        tags = [str(tag) for part in ancestors if (tag := part.get("target-language") or part.get("trgLang"))]
        states = {unit.get("state"), target.get("state")}
        if source.text and target.text and not states & {*_UNTRANSLATED}:
            key = (str(unit.get("id") or ancestors[1].get("id") or ""), source.text)
            target_language = next((named for tag in tags if (named := parse_tag(tag))), None if tags else language)
            if target_language or not tags:
                labels += [Label(key, _ENGLISH, source.text), Label(key, target_language, target.text)]
    return _file(name, language, labels)


LABEL_FORMATS: Mapping[str, Callable[[str, bytes, Language | None], LabelFile]] = {
    ".json": _json_file,
    ".arb": _json_file,
    ".yaml": _yaml_file,
    ".yml": _yaml_file,
    ".properties": _properties_file,
    ".strings": _strings_file,
    ".po": _po_file,
    ".xlf": _xliff_file,
    ".xliff": _xliff_file,
}
