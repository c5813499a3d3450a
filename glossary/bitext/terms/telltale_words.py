"""Telltale words: what most wrong forms of a concept have in common, as 司机 in GPU 司机 and CUDA 司机.

Entries list such a word in compounds, because alone it is an ordinary one. Where it stands for the concept's English it
is as wrong as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from corpus import lazy_re as re
from corpus.languages.scripts import HAN, KANA
from glossary.termbase.termbase import ALLOWED, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_SHARE = 0.6  # of an entry's wrong forms have to have in common what tells; by hand
_ENDS = "的のをにで与和と"
_OTHER_SCRIPT = re.compile(f"[^{HAN}{KANA}ー]+")


@lru_cache(1 << 14)
def telltale_word(termbase: Termbase, concept_id: str, lang: str) -> str:
    """Return the longest words with which most wrong forms of a concept begin or end; empty where nothing tells.

    Of a concept with a name of several English words such a word would be a part only.
    """
    if " " in termbase.preferred(concept_id, "en"):
        return ""
    forms = termbase.by_id[concept_id].in_language(lang)
    wrong = [form.form for form in forms if form.status == "wrong" and len(form.form) > 1]
    word = _common(wrong) if len(wrong) > 1 else ""
    is_right = word and (
        word in _allowed(termbase, lang) or any(word in form.form for form in forms if form.status in ALLOWED)
    )
    return "" if is_right else word


@termbase_fact
def _allowed(termbase: Termbase, lang: str) -> frozenset[str]:
    """Return the allowed forms of all concepts that need no context."""
    forms = (form for concept in termbase.concepts for form in concept.in_language(lang))
    return frozenset(form.form for form in forms if form.status in ALLOWED and not form.only_near)


def _common(forms: Sequence[str]) -> str:
    cores = [_core(form) for form in forms]
    parts = {part for part in _edges(cores) if len(part) > 1}
    counted = {part: sum(core.startswith(part) or core.endswith(part) for core in cores) for part in parts}
    most = max(counted.values(), default=0)
    if most < 2 or most < _SHARE * len(forms):
        return ""
    longest = max((part for part in counted if counted[part] == most), key=lambda part: (len(part), part))
    return "" if longest in forms else longest


def _edges(cores: Sequence[str]) -> Iterator[str]:
    for core in cores:
        for size in range(2, len(core) + 1):
            yield core[:size].strip(_ENDS)
            yield core[-size:].strip(_ENDS)


def _core(form: str) -> str:
    """Return a form without Latin words at its ends, and what is between."""
    return _OTHER_SCRIPT.sub("", form).strip(_ENDS)
