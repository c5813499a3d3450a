"""The glossary as rules of prh, as somebody who knows prh well would write them, and what textlint is told to do with them.

With every advantage that prh allows: one rule for each right form, all its patterns in one expression, longest first;
borders around Latin letters and around katakana; a space between scripts may be missing; a form is silent inside a
longer right one and inside the strings of `not_in`; a name in other capitals is silent in addresses, paths and the like,
and where another entry spells it so. prh knows no company (`only_near`), so there are three versions of the rules. In
the two careful ones, a name needs capitals that no ordinary word has, as in our rule, and three letters.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Form, Termbase

EVERY, ALONE, AROUND = "every form", "forms without company", "company by look-around"
VERSIONS = {
    EVERY: "all forms that the glossary lists, and all other casings of its names",
    ALONE: "without the forms that count only near certain words, and without casings that code has as well",
    AROUND: "as before, and forms that need company where one of its words stands in the same stretch of text",
}

_SPECIAL = re.compile(r"[\\^$.*+?()\[\]{}|/]")
_WIDE = "[ァ-ヺーｦ-ﾟ]"
_BORDERS = (("[A-Za-z0-9]", r"(?<!\w)", r"(?!\w)"), (_WIDE, f"(?<!{_WIDE})", f"(?!{_WIDE})"))
_NO_CODE = (r"(?<![\w./\\@:#$=-])", r"(?![\w/\\@=(-]|[.:][\w/])")  # an address, a path, an option, a call
_SEVERAL = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)+")
_HUMP = re.compile("(?<=[a-z])(?=[A-Z])")
_PROPER = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}")
_STRUCK = frozenset({"mAP"})  # what anyone would strike out after a first run: every map in English is one
_PRODUCTS = "ecosystem"  # their names have capitals in every word, and are at times written as two words


def write(folder: Path, termbase: Termbase, lang: str, version: str) -> Path:
    """Put the rules and textlint's settings into a folder; the path of the settings. Pages are .mdx, .md and .txt."""
    folder.mkdir(parents=True, exist_ok=True)
    prh_rules = {"version": 1, "rules": rules(termbase, lang, version)}
    (folder / "prh.yml").write_text(yaml.safe_dump(prh_rules, allow_unicode=True, sort_keys=False), encoding="utf-8")
    settings = {
        "plugins": {"@textlint/markdown": {"extensions": [".mdx"]}, "@textlint/text": True},
        "rules": {"prh": {"rulePaths": ["prh.yml"], **_READ}},
        "filters": {"allowlist": {"allow": _PASSED_OVER}},
    }
    file = folder / ".textlintrc.json"
    file.write_text(json.dumps(settings), encoding="utf-8")
    return file


# Of itself the rule passes over these; a notice in hf-course is a quotation, and a checker of terms reads links too.
_READ = {"checkLink": True, "checkBlockQuote": True, "checkEmphasis": True}
# Conditions of templates and the course's boxes of links, which textlint takes for text, as anyone would filter them.
_PASSED_OVER = [r"/\{[#:\/][^{}]*\}/", r"/<(?:CourseFloatingBanner|DocNotebookDropdown)\b[\s\S]*?\/>/"]


def rules(termbase: Termbase, lang: str, version: str) -> list[dict[str, Any]]:
    """A rule for each form to write, in alphabetical order."""
    right: dict[str, dict[str, str]] = defaultdict(dict)  # pattern: what it was made from
    for expected, written, pattern in chain(_unwanted(termbase, lang, version), _casings(termbase, lang, version)):
        right[expected].setdefault(pattern, written)
    return [
        {
            "expected": expected,
            "pattern": f"/{'|'.join(sorted(written_by_pattern, key=lambda pattern: (-len(written_by_pattern[pattern]), pattern)))}/",
        }
        for expected, written_by_pattern in sorted(right.items())
    ]


# --- wrong and deprecated forms


def _unwanted(termbase: Termbase, lang: str, version: str) -> Iterator[tuple[str, str, str]]:
    """What to write, what is wrong, and its pattern."""
    allowed = [form.form for _, form in _forms(termbase, lang, ALLOWED)]
    for concept, form in _forms(termbase, lang, UNWANTED):
        if form.only_near and version == ALONE:
            continue
        longer = {*form.not_in, *(other for other in allowed if form.form in other and other != form.form)}
        pattern = _bordered(form.form, "".join(_silent_inside(form.form, longer)))
        if form.only_near and version == AROUND:
            pattern += _near(form.form, form.only_near)
        yield form.use or termbase.preferred(concept.id, lang), form.form, pattern


def _forms(termbase: Termbase, lang: str, statuses: Iterable[str]) -> Iterator[tuple[Concept, Form]]:
    for concept in termbase.concepts:
        yield from ((concept, form) for form in concept.in_language(lang) if form.status in statuses)


def _silent_inside(form: str, longer: Iterable[str]) -> Iterator[str]:
    """Look-around that stands before the form and says where it does not count."""
    for longer_form in sorted(longer):
        for match in re.finditer(f"(?={re.escape(form)})", longer_form):
            before, after = longer_form[: match.start()], longer_form[match.start() + len(form) :]
            behind = f"(?={_spelled(form + after)})" if after else ""
            yield f"(?<!{_spelled(before)}{behind})" if before else f"(?!{_spelled(form + after)})"


def _near(form: str, words: Iterable[str]) -> str:
    """Look-around that stands behind the form: one of these words is before or after it."""
    any_of = "|".join(_spelled(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    return f"(?:(?=.*(?:{any_of}))|(?<=(?:{any_of}).*{_spelled(form)}))"


def _bordered(form: str, condition: str) -> str:
    """A form with borders where its first or last letter needs one."""
    before = "".join(left for kind, left, _ in _BORDERS if re.match(kind, form[0]))
    after = "".join(right for kind, _, right in _BORDERS if re.match(kind, form[-1]))
    return f"{before}{condition}{_spelled(form)}{after}"


def _spelled(form: str) -> str:
    """A form as a pattern; a space between Latin and other letters may be missing."""
    quoted = _SPECIAL.sub(r"\\\g<0>", form)
    return re.sub(r"(?<=[^\x00-\x7f]) | (?=[^\x00-\x7f])", " ?", quoted)


# --- names in other capitals


def _casings(termbase: Termbase, lang: str, version: str) -> Iterator[tuple[str, str, str]]:
    """The name, again, and a pattern for its other casings."""
    spellings = _spellings(termbase, lang, version)
    for concept, form in _forms(termbase, lang, ALLOWED):
        if _has_capitals(concept, form, version):
            preferred = termbase.preferred(concept.id, lang)
            expected = preferred if _letters(preferred) == _letters(form.form) else form.form
            parted = concept.domain == _PRODUCTS and lang in concept.keep
            others = sorted({*spellings[form.form.casefold()], form.form, expected})
            silent = "|".join(_SPECIAL.sub(r"\\\g<0>", other) for other in others)
            before, after = _NO_CODE
            yield expected, form.form, f"{before}(?!(?:{silent}){after}){_any_case(form.form, parted)}{after}"


def _has_capitals(concept: Concept, form: Form, version: str) -> bool:
    """Whether a form is a name whose capitals are looked at."""
    letters = len(re.findall("[A-Za-z]", form.form))
    if not form.form.isascii() or letters < 2:
        return False
    if concept.domain == _PRODUCTS and _SEVERAL.fullmatch(form.form):
        return True
    careful = letters > 2 and _PROPER.search(form.form) is not None and form.form not in _STRUCK
    return form.case == "exact" and (version == EVERY or careful)


def _spellings(termbase: Termbase, lang: str, version: str) -> dict[str, set[str]]:
    """How entries spell what differs in capitals alone; identifiers of code too, where one is careful."""
    spellings: dict[str, set[str]] = defaultdict(set)
    for concept in termbase.concepts:
        forms = [form.form for form in concept.forms if form.lang in (lang, "en") and form.status in ALLOWED]
        for spelled in (*forms, *(() if version == EVERY else concept.identifiers)):
            spellings[spelled.casefold()].add(spelled)
    return spellings


def _letters(form: str) -> str:
    return form.replace(" ", "").casefold()


def _any_case(form: str, parted: bool) -> str:
    """A name in whatever capitals, and where it may be parted, as two words."""
    words = _HUMP.split(form) if parted else [form]
    return " ?".join("".join(_either(letter) for letter in word) for word in words)


def _either(letter: str) -> str:
    return f"[{letter.upper()}{letter.lower()}]" if letter.isalpha() else _SPECIAL.sub(r"\\\g<0>", letter)
