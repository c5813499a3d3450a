"""TBX: the glossary for termbases, in version 2 for translators' tools and in version 3 for the standard.

OmegaT 3.6, translate-toolkit and Weblate read version 2 (`martif`) and refuse version 3. They take the languages of
a file by position, so it holds English and one other language. OmegaT offers every `term` whatever its status, and
a deprecated one makes Weblate drop its whole concept, so forms to avoid are in a note there. The status of a term
is its `administrativeStatus`, with the values of TBX-Basic, the same in both versions. For Weblate itself each
rendering is an entry, as in its own glossaries, and forms to avoid are marked as forbidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from corpus.languages import KNOWN, pack
from glossary.exchange.provenance import GlossaryUsage, edition_text
from glossary.exchange.xml import LANG, as_bytes, child, root
from glossary.termbase.display import forms_to_avoid, forms_to_use, remarks
from glossary.termbase.termbase import Concept, Form, Termbase

_STATUS = {"preferred": "preferredTerm", "deprecated": "supersededTerm", "wrong": "deprecatedTerm"}
_FORBIDDEN = {"deprecated": "obsolete", "wrong": "forbidden"}  # in Weblate
_MIN, _BASIC = "http://www.tbxinfo.net/ns/min", "http://www.tbxinfo.net/ns/basic"
_SPACES: dict[str | None, str] = {None: "urn:iso:std:iso:30042:ed-2", "min": _MIN, "basic": _BASIC}


def tbx_bytes(termbase: Termbase, lang: str, version: int = 2, usage: GlossaryUsage | None = None) -> bytes:
    """Return the glossary: in version 2 in English and one language, in version 3 in all three and with all forms.

    In version 3, the source of a form says how often a build uses it.
    """
    top = _martif(termbase, lang) if version == 2 else _tbx(termbase, usage)
    etree.indent(top)
    return as_bytes(top)


def weblate_tbx(termbase: Termbase, lang: str) -> bytes:
    """Return the glossary in English and one language for Weblate: an entry for each rendering of each English name,
    and one for each form to avoid, with the preferred name.
    """
    top, body = _martif_body(termbase, lang)
    for concept in termbase.concepts:
        names = forms_to_use(concept, "en")
        pairs = [(name, form) for name in names for form in forms_to_use(concept, lang)]
        pairs += [(concept.in_language("en")[0], form) for form in forms_to_avoid(concept, lang)]
        for number, (name, form) in enumerate(pairs, 1):
            entry = _term_entry(body, concept, f"-{number}" if number > 1 else "")
            if lang in concept.keep and form.form == name.form:
                child(entry, "descrip", "No", {"type": "Translation needed"})
            _term(child(entry, "langSet", attributes={LANG: "en"}), name)
            lang_set = child(entry, "langSet", attributes={LANG: pack(lang).locale})
            _term(lang_set, form, _FORBIDDEN.get(form.status))
            if note := form.why or ("; ".join(remarks(concept, lang)) if form.status == "preferred" else ""):
                child(lang_set, "note", note, {"from": "translator"})
    etree.indent(top)
    return as_bytes(top)


def _martif(termbase: Termbase, lang: str) -> etree._Element:
    top, body = _martif_body(termbase, lang)
    for concept in termbase.concepts:
        entry = _term_entry(body, concept)
        for language in ("en", lang):
            lang_set = child(entry, "langSet", attributes={LANG: pack(language).locale})
            if note := "; ".join(remarks(concept, language)):
                child(lang_set, "note", note)
            for form in forms_to_use(concept, language):
                _term(lang_set, form)
    return top


def _martif_body(termbase: Termbase, lang: str) -> tuple[etree._Element, etree._Element]:
    """Return the root element of a version 2 file, and the element that entries go into."""
    top = root("martif", {"type": "TBX", LANG: "en"})
    header = child(top, "martifHeader")
    _source(header, termbase, ("en", lang))
    child(child(header, "encodingDesc"), "p", "TBXXCSV02.xcs", {"type": "XCSURI"})
    return top, child(child(top, "text"), "body")


def _term_entry(body: etree._Element, concept: Concept, after: str = "") -> etree._Element:
    """Return a new entry with the meaning of the concept; `after` is appended to its id."""
    entry = child(body, "termEntry", attributes={"id": f"{_id(concept)}{after}"})
    if concept.definition:
        child(entry, "descrip", concept.definition, {"type": "definition"})
    child(entry, "descrip", concept.domain, {"type": "subjectField"})
    return entry


def _term(lang_set: etree._Element, form: Form, status: str | None = None) -> None:
    tig = child(lang_set, "tig")
    child(tig, "term", form.form)
    child(tig, "termNote", status or _status(form), {"type": "administrativeStatus"})
    if form.part_of_speech:
        child(tig, "termNote", form.part_of_speech, {"type": "partOfSpeech"})


def _source(header: etree._Element, termbase: Termbase, languages: Iterable[str]) -> None:
    """Add the origin of the file."""
    description = child(header, "fileDesc")
    child(child(description, "titleStmt"), "title", "taiyaku")
    child(child(description, "publicationStmt"), "p", edition_text(termbase))
    tags = ", ".join(pack(lang).locale for lang in languages)
    child(child(description, "sourceDesc"), "p", f"taiyaku: {tags}")


def _status(form: Form) -> str:
    return f"{_STATUS.get(form.status, 'admittedTerm')}-admn-sts"


def _id(concept: Concept) -> str:
    """Return an id that is valid in XML: it may not begin with a digit."""
    return f"c-{concept.id}"


def _tbx(termbase: Termbase, usage: GlossaryUsage | None) -> etree._Element:
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
                if form.part_of_speech:
                    child(term_section, f"{{{_MIN}}}partOfSpeech", form.part_of_speech)
                if form.status == "abbreviation":
                    child(term_section, f"{{{_BASIC}}}termType", "abbreviation")
                if form.region:
                    child(term_section, f"{{{_BASIC}}}geographicalUsage", form.region)
                if usage and (uses := usage.counts.get((concept.id, lang, form.form))):
                    child(term_section, f"{{{_BASIC}}}source", f"{uses:,} uses in build {usage.build_id}")
                if form.why:
                    child(term_section, "note", form.why)
    return top
