"""The work and the language of a file, from its name and folders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from corpus import lazy_re as re
from corpus.formats import EXTENSIONS, FORMATS, KEYED
from corpus.languages import Language, is_foreign_tag, parse_tag

# app_zh.arb, messages_zh_CN.properties
TAGGED = re.compile(r"(?P<bare>.+?)_(?P<tag>[A-Za-z]{2}(?:_[A-Za-z]{2,4}){0,2})")


def place(name: str, base: Path, works: Sequence[Mapping[str, str]]) -> tuple[str, Language | None]:
    """Return the work and the language of a file, by the first rule that fits."""
    for patterns in works:
        for tag, pattern in patterns.items():
            if (match := glob(pattern).fullmatch(name)) and (language := parse_tag(tag)):
                return split_extension("/".join(part for part in match.groups() if part))[0], language
    work = split_extension(name)[0]
    *folders, last = work.split("/")
    for index, folder in enumerate(folders):
        if language := parse_tag(folder):
            return "/".join([*folders[:index], *folders[index + 1 :], last]), language
    if language := parse_tag(last):
        return "/".join(folders) or base.name, language
    bare, _, tag = last.rpartition(".")
    if bare and (language := parse_tag(tag)):
        return "/".join([*folders, bare]), language
    match = TAGGED.fullmatch(last) if EXTENSIONS.get(split_extension(name)[1]) in KEYED else None
    if match and (language := parse_tag(match["tag"])):
        return "/".join([*folders, match["bare"]]), language
    return work, None


def split_extension(name: str) -> tuple[str, str]:
    """Return a name without its extension, and the extension in lower case, with its dot."""
    dot = name.rfind(".", name.rfind("/") + 2)
    return (name[:dot], name[dot:].lower()) if 0 < dot < len(name) - 1 else (name, "")


def tag_parents(folder: str) -> set[str]:
    """Return the parents of all folders on this path that are named after one of our languages."""
    parts = folder.split("/")
    return {"/".join(parts[:index]) for index, part in enumerate(parts) if parse_tag(part)}


def foreign_tag(name: str, tagged: set[str]) -> str | None:
    """Return the tag of another language if the file lies in its folder, next to a folder of one of ours."""
    parts = name.split("/")[:-1]
    for index in range(len(parts) - 1, -1, -1):
        if is_foreign_tag(parts[index]) and "/".join(parts[:index]) in tagged:
            return parts[index]
    return None


@lru_cache(maxsize=256)
def glob(pattern: str) -> re.Pattern[str]:
    """Return a compiled pattern; `**` (any folders and files) and `*` (within one name) are groups."""
    parts = re.split(r"(\*\*/?|\*)", pattern)
    kinds = {"**": "(.*)", "**/": "(?:(.*)/)?", "*": "([^/]*)"}
    return re.compile("".join(kinds.get(part, re.escape(part)) for part in parts))


_TAGS = ("en", "en-US", "en_US")
# A page may be written in another format than its original; units of catalogues are compared by their keys.
_PAGES = frozenset(extension for entry in FORMATS if not entry.has_units for extension in entry.extensions)


def original_of(path: Path) -> Path | None:
    """Return the English version of a file: `en/guide.md` for `zh/guide.md`, `en.md` for `ja.md`; None without one."""
    return next((candidate for candidate in possible_originals(path) if candidate.is_file()), None)


def possible_originals(path: Path) -> Iterator[Path]:
    """Yield the paths where the English version of a file may be, the likeliest first."""
    name, _ = split_extension(path.name)
    extension = path.name[len(name) :]
    bare, dot, tag = name.rpartition(".")
    file_language = parse_tag(tag)
    others = _PAGES - {extension} if extension in _PAGES else ()
    extensions = [extension, *sorted(others)]
    if file_language and file_language.lang != "en":
        yield from (path.with_name(f"{bare}{dot}{tag}{ending}") for tag in _TAGS for ending in extensions)
    elif match := TAGGED.fullmatch(name):
        yield from (path.with_name(f"{match['bare']}_{tag}{extension}") for tag in _TAGS)
    parts = path.parts[:-1]
    for number in range(len(parts) - 1, -1, -1):
        folder_language = parse_tag(parts[number])
        if folder_language and folder_language.lang != "en":
            yield from (
                Path(*parts[:number], folder, *parts[number + 1 :], f"{name}{ending}")
                for folder in _TAGS
                for ending in extensions
            )
