"""TBX: the glossary for termbases, in version 2 for the tools of translators and in version 3 for the standard.

OmegaT 3.6, translate-toolkit and Weblate read version 2 (`martif`), and refuse version 3. They take a file of three
languages by position, so one holds English and one other language. OmegaT offers every `term` whatever its status,
and a deprecated one drops its whole concept in Weblate: forms that are not to be used stand in a note there. What a
term is to the reader says `administrativeStatus`, with the values of TBX-Basic, which are the same in both versions.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import version as version_of

from lxml import etree

from corpus.languages import KNOWN, pack
from glossary.exchange.xml import LANG, as_bytes, child, root
from glossary.termbase.display import forms_to_use, remarks
from glossary.termbase.termbase import Concept, Form, Termbase

_STATUS = {"preferred": "preferredTerm", "deprecated": "supersededTerm", "wrong": "deprecatedTerm"}
_MIN, _BASIC = "http://www.tbxinfo.net/ns/min", "http://www.tbxinfo.net/ns/basic"
_SPACES: dict[str | None, str] = {None: "urn:iso:std:iso:30042:ed-2", "min": _MIN, "basic": _BASIC}


def tbx_bytes(termbase: Termbase, lang: str, version: int = 2) -> bytes:
    """Return the glossary: in version 2 in English and one language, in version 3 in all three and with all forms."""
    top = _martif(termbase, lang) if version == 2 else _tbx(termbase)
    etree.indent(top)
    return as_bytes(top)


def _martif(termbase: Termbase, lang: str) -> etree._Element:
    top = root("martif", {"type": "TBX", LANG: "en"})
    header = child(top, "martifHeader")
    _source(header, termbase, ("en", lang))
    child(child(header, "encodingDesc"), "p", "TBXXCSV02.xcs", {"type": "XCSURI"})
    body = child(child(top, "text"), "body")
    for concept in termbase.concepts:
        entry = child(body, "termEntry", attributes={"id": _id(concept)})
        if concept.definition:
            child(entry, "descrip", concept.definition, {"type": "definition"})
        child(entry, "descrip", concept.domain, {"type": "subjectField"})
        for language in ("en", lang):
            lang_set = child(entry, "langSet", attributes={LANG: pack(language).locale})
            if note := "; ".join(remarks(concept, language)):
                child(lang_set, "note", note)
            for form in forms_to_use(concept, language):
                tig = child(lang_set, "tig")
                child(tig, "term", form.form)
                child(tig, "termNote", _status(form), {"type": "administrativeStatus"})
    return top


def _source(header: etree._Element, termbase: Termbase, languages: Iterable[str]) -> None:
    """Add where the file comes from."""
    description = child(header, "fileDesc")
    child(child(description, "titleStmt"), "title", "taiyaku")
    tags = ", ".join(pack(lang).locale for lang in languages)
    line = f"taiyaku {version_of('taiyaku')}, glossary {termbase.fingerprint}: {tags}"
    child(child(description, "sourceDesc"), "p", line)


def _status(form: Form) -> str:
    return f"{_STATUS.get(form.status, 'admittedTerm')}-admn-sts"


def _id(concept: Concept) -> str:
    """Return an id that XML allows: it may not begin with a digit."""
    return f"c-{concept.id}"


def _tbx(termbase: Termbase) -> etree._Element:
    top = root("{urn:iso:std:iso:30042:ed-2}tbx", {"type": "TBX-Basic", "style": "dct", LANG: "en"}, _SPACES)
    _source(child(top, "tbxHeader"), termbase, KNOWN)
    body = child(child(top, "text"), "body")
    for concept in termbase.concepts:
        entry = child(body, "conceptEntry", attributes={"id": _id(concept)})
        child(entry, f"{{{_MIN}}}subjectField", concept.domain)
        if concept.definition:
            child(entry, f"{{{_BASIC}}}definition", concept.definition)
        if concept.reference:
            child(entry, f"{{{_MIN}}}externalCrossReference", concept.reference, {"target": concept.reference})
        for lang in KNOWN:
            section = child(entry, "langSec", attributes={LANG: pack(lang).locale})
            for form in concept.in_language(lang):
                term_section = child(section, "termSec")
                child(term_section, "term", form.form)
                child(term_section, f"{{{_MIN}}}administrativeStatus", _status(form))
                if form.status == "abbreviation":
                    child(term_section, f"{{{_BASIC}}}termType", "abbreviation")
                if form.region:
                    child(term_section, f"{{{_BASIC}}}geographicalUsage", form.region)
                if form.why:
                    child(term_section, "note", form.why)
    return top
