"""Short entry: the short way to write an entry, and the equivalent table that the reader takes.

`zh` is a form, or a list with the preferred one first, if a language has nothing else. With other keys, that is
`zh.good`, and `zh.bad` has the wrong ones. `examples.zh` is a list with a sign before each text that shows no match.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from corpus.languages import KNOWN
from glossary.termbase.entry_schema import DOMAINS, EXAMPLES
from glossary.termbase.toml_values import Table

SIGNS: Mapping[str, str] = MappingProxyType(dict(zip(EXAMPLES, ("", "!", "*"), strict=True)))
_OTHERS = ("keep", "case", "admitted", "abbreviation", "deprecated")  # in the order in which they are written


def expanded(table: Table) -> dict[str, Any]:
    """Return an entry, or a change of one, with its forms by status and its examples by what they show. Anything in an
    unknown notation stays as it is, for the reader to report.
    """
    whole = {key: _by_status(value) if key in KNOWN else value for key, value in table.items()}
    if isinstance(examples := table.get("examples"), Mapping):
        whole["examples"] = {
            lang: _by_sign(texts) if isinstance(texts, list) else _filled(texts) for lang, texts in examples.items()
        }
    return whole


def shortened(table: Table) -> dict[str, Any]:
    """Return the short notation of an entry or a change; the inverse of `expanded`."""
    short = {key: value for key, value in table.items() if key not in (*KNOWN, "examples")}
    short |= {lang: _good_and_bad(table[lang]) for lang in KNOWN if lang in table}
    if "examples" in table:
        short["examples"] = {lang: _with_signs(texts) for lang, texts in table["examples"].items()}
    return short


def domain_of(file: str) -> str:
    """Return the domain for entries of a file that name none; empty if the file is not named after a domain."""
    stem = file.removesuffix(".toml")
    return stem if stem in DOMAINS else ""


def english_of(concept_id: str) -> str:
    """Return the English name of a concept whose entry gives none."""
    return concept_id.replace("-", " ")


def _by_status(value: Any) -> Any:
    if not isinstance(value, str | list | Mapping):
        return value
    table = dict(value) if isinstance(value, Mapping) and "form" not in value else {"good": value}
    if "good" in table and "preferred" not in table and isinstance(others := table.get("admitted", []), list):
        good = table.pop("good")
        preferred, *admitted = good if isinstance(good, list) and good else [good]
        table |= {"preferred": preferred, "admitted": [*admitted, *others]}
    if isinstance(table.get("bad"), list) and isinstance(wrong := table.get("wrong", []), list):
        table["wrong"] = [*wrong, *table.pop("bad")]
    return _filled(table)


def _filled(table: Any) -> Any:
    """Return a table without its empty lists."""
    return {key: value for key, value in table.items() if value != []} if isinstance(table, Mapping) else table


def _good_and_bad(table: Table) -> Any:
    good = [table["preferred"], *table.get("admitted", ())] if "preferred" in table else []
    forms = good[0] if len(good) == 1 else good
    others = {key: table[key] for key in _OTHERS if key in table and not (good and key == "admitted")}
    others |= {"bad": table["wrong"]} if "wrong" in table else {}
    return {**({"good": forms} if good else {}), **others} if others or not good else forms


def _by_sign(texts: list[Any]) -> dict[str, list[Any]]:
    expectations = {sign: expect for expect, sign in SIGNS.items()}
    by_sign: dict[str, list[Any]] = {}
    for text in texts:
        sign = text[:1] if isinstance(text, str) and text[:1] in expectations else ""
        by_sign.setdefault(expectations[sign], []).append(text[len(sign) :] if sign else text)
    return by_sign


def _with_signs(texts: Table) -> Any:
    """Return examples as a list with signs, or unchanged if one of them already begins with a sign character."""
    signs = "".join(SIGNS.values())
    if any(text[:1] in signs for expect in texts for text in texts[expect]):
        return texts
    return [SIGNS[expect] + text for expect in SIGNS for text in texts.get(expect, ())]
