"""What an assistant asks of a project: terms, translations checked, and proposals of entries for people to take up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from typing_extensions import TypedDict

from corpus import lazy_re as re
from corpus.formats import EXTENSIONS
from corpus.languages import TARGETS, Language
from corpus.records import Document, Finding
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read_text, with_text_attributes
from corpus.text.printable import printable
from corpus.text.segments import PROSE
from flows.checking.check_request import CheckRequest
from flows.checking.page_check import source_page, text_page
from glossary.annotation.pipeline import find_terms
from glossary.decisions.decision import ReviewError
from glossary.desk.report.check_report import Threshold
from glossary.exchange.entry_toml import entry_text
from glossary.findings.engine import check
from glossary.loading import load_files
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.context import RuleContext
from glossary.rules.rule import SEVERITIES
from glossary.termbase import display
from glossary.termbase.display import UnknownTermError, forms_to_avoid, forms_to_use
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.termbase import ALLOWED, Concept, Termbase

MOST_FINDINGS = 50
MOST_CONCEPTS = 10
MOST_TERMS = 60  # of a passage
_MOST_FORMS = 4  # of a concept in a language
_MOST_AVOIDED = 2  # of them in a line
_Entry = dict[str, Any]
FOLDER = "proposed-entries"  # in the review folder: `--glossary` tries what lies there
_MOST_BYTES = 200  # of an id: with its ending it has to fit the 255 of most file systems
_NO_FILE_NAME = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|\Z)", re.IGNORECASE)  # of Windows


def propose_entry(
    termbase: Termbase, review: Path, concept_id: str, domain: str, definition: str, forms: Mapping[str, Sequence[str]]
) -> Path:
    """Write an entry with these forms by language, the preferred one first; returns its file.

    Raises GlossaryError where it would not load, ReviewError where the concept has an entry or a proposal, or where
    no file can have its name.
    """
    if fault := _file_name_fault(concept_id):
        raise ReviewError(f"{printable(concept_id[:_MOST_BYTES])!r} cannot be the name of a file: {fault}")
    if concept_id in termbase.by_id:
        raise ReviewError(f"{printable(concept_id)}: the glossary has this concept; propose its forms to a person")
    allowed = {lang: [form for form in forms.get(lang, ()) if form.strip()] for lang in ("en", *TARGETS)}
    languages = {lang: {"preferred": good[0], "admitted": good[1:]} for lang, good in allowed.items() if good}
    text = entry_text({"id": concept_id, "domain": domain, "definition": definition, **languages})
    load_files(EntryFolder(FOLDER, ((f"{printable(concept_id)}.toml", text.encode()),)))  # fails with place and remedy
    file = review / FOLDER / f"{concept_id}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise ReviewError(f"{printable(file)}: there is a proposal for this concept already") from None
    return file


def _file_name_fault(concept_id: str) -> str:
    """Return why some file system takes no file called so, and what to do; empty where all do."""
    if not concept_id.strip("."):
        return "it has no letter; write an id in a-z, 0-9 and -"
    if match := _NO_FILE_NAME.search(concept_id):
        return f"it has {printable(match[0])!r}; write - instead"
    if concept_id[0] in "-. " or concept_id[-1] in ". ":
        return "it begins with -, . or a space, or ends with . or a space; leave that out"
    if _DEVICES.match(concept_id):
        return "Windows keeps it for a device; add a word, such as -term"
    if len(concept_id.encode("utf-8", "surrogatepass")) > _MOST_BYTES:
        return f"it is longer than {_MOST_BYTES} bytes; shorten it"
    return ""


def look_up(termbase: Termbase, words: str) -> list[_Entry]:
    """Return the entries of a word in any language: those that it names, else those of names nearly like it."""
    try:
        concepts = display.look_up(termbase, words)
    except UnknownTermError:
        near = display.nearest_names(termbase, words)
        concepts = [concept for name in near for concept in display.look_up(termbase, name)]
    return [entry_of(concept) for concept in list(dict.fromkeys(concepts))[:MOST_CONCEPTS]]


def entry_of(concept: Concept) -> _Entry:
    """Return an entry with its forms in each language: how to write it, and what to avoid."""
    languages = {lang: _forms(concept, lang) for lang in ("en", *TARGETS)}
    return {"concept": concept.id, "domain": concept.domain, "definition": concept.definition, **languages}


def _forms(concept: Concept, lang: str) -> _Entry:
    allowed, unwanted = (forms(concept, lang)[:_MOST_FORMS] for forms in (forms_to_use, forms_to_avoid))
    avoid = [{"form": form.form, **({"why": form.why} if form.why else {})} for form in unwanted]
    return {"write": [form.form for form in allowed], **({"avoid": avoid} if avoid else {})}


def terms_in(termbase: Termbase, passage: str, lang: str) -> list[_Entry]:
    """Return the terms of an English passage in its order, each once, with forms to write and to avoid."""
    return list(_terms(termbase, passage, lang))[:MOST_TERMS]


def _terms(termbase: Termbase, passage: str, lang: str) -> Iterator[_Entry]:
    concept_ids: set[str] = set()
    for term in find_terms(passage, "en", termbase):
        concept = termbase.by_id[term.concept_id]
        if concept.id not in concept_ids and not term.nested:
            concept_ids.add(concept.id)
            keeping = {"keep_english": True} if lang in concept.keep else {}
            yield {"term": " ".join(term.surface.split()), **_forms(concept, lang), **keeping}


def term_lines(termbase: Termbase, passage: str, lang: str) -> list[str]:
    """Return the same, a line for each term: the preferred form, and in brackets what not to write.

    A term that stays as it is stands alone. A form to avoid that contains another says no more than the other.
    """
    return [_term_line(entry) for entry in terms_in(termbase, passage, lang)]


def _term_line(entry: _Entry) -> str:
    term, forms = entry["term"], [row["form"] for row in entry.get("avoid", ())]
    avoid = [form for form in forms if not any(other in form for other in forms if other != form)][:_MOST_AVOIDED]
    form = next(iter(entry["write"]), term)
    return (term if form == term else f"{term} = {form}") + (f" (not {', '.join(avoid)})" if avoid else "")


def domain_entries(termbase: Termbase, domain: str) -> list[str]:
    """Return the entries of a domain, a line each: English, Chinese, Japanese; empty where there is no such domain."""
    return [
        " | ".join((concept.id, *(termbase.preferred(concept.id, lang) for lang in ("en", *TARGETS))))
        for concept in termbase.concepts
        if concept.domain == domain
    ]


class FindingRow(TypedDict):
    """A finding in a translation; `start` and `end` count code points."""

    rule: str
    severity: str
    certain: bool
    words: str
    start: int
    end: int
    places: int
    message: str
    write: list[str]


class CheckedTranslation(NamedTuple):
    """What a check says of a translation."""

    findings: list[FindingRow]
    compared: str  # how much was compared with the source
    terms: list[str]  # where nothing is wrong: those of the source that it has as the glossary says, a line each


def check_translation(request: CheckRequest, translation: str, lang: str, source: str = "") -> CheckedTranslation:
    """Check a translation by the project's rules, the most severe and surest findings first."""
    attributes = request.options.text_attributes
    document = with_text_attributes(_document(translation, lang), attributes)
    request = request.on_page(document.path)
    english = with_text_attributes(_document(source, "en"), attributes) if source else None
    original, termbase = source_page(english, request.termbase), request.termbase
    page = text_page(document, original, termbase, request.decisions, request.options.lexicons)
    findings = [
        finding
        for finding in check(page, request.selection.rules(document.path), request.selection.most_places)
        if finding.confidence >= DOUBTFUL and finding.state.stands
    ]
    findings.sort(key=lambda finding: (SEVERITIES.index(finding.severity), -finding.confidence))
    threshold = Threshold(confidence=request.options.min_confidence)
    rows = [_finding_row(finding, threshold) for finding in findings[:MOST_FINDINGS]]
    return CheckedTranslation(rows, _compared(page), [] if rows else _held_terms(page, source))


def _compared(page: RuleContext) -> str:
    """Return how many sentences of a page were compared with how many of its source."""
    sentences = [segment.segment_id for segment in page.segments if segment.kind in PROSE]
    if page.original is None:
        return f"{len(sentences)} sentences, without a source: terms and form alone were checked"
    sources = [segment.segment_id for segment in page.original.segments if segment.kind in PROSE]
    sure_pairs = [pair for pair in page.pairs if pair.is_sure]
    paired = {segment.segment_id for pair in sure_pairs for segment in (*pair.target, *pair.source)}
    counts = [f"{len(paired.intersection(side))} of {len(side)}" for side in (sentences, sources)]
    return f"{counts[0]} sentences compared with {counts[1]} of the source"


def _held_terms(page: RuleContext, source: str) -> list[str]:
    """Return the terms of a source that a page has in forms that are allowed, in the order of the source."""
    allowed = {use.concept_id: use.surface for use in page.uses if use.status in ALLOWED}
    terms = {term.concept_id: term.surface for term in find_terms(source, "en", page.termbase) if not term.nested}
    return [f"{english} = {allowed[name]}" for name, english in terms.items() if name in allowed][:MOST_TERMS]


def _document(text: str, lang: str) -> Document:
    name = f"{lang}/passage.md"
    return read_text(PlacedFile(Path(name), name, EXTENSIONS[".md"], "passage", Language(lang, lang)), text)


def _finding_row(finding: Finding, threshold: Threshold) -> FindingRow:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "certain": threshold.is_certain(finding),
        "words": finding.surface,
        "start": finding.start or 0,
        "end": finding.end or 0,
        "places": finding.occurrences,
        "message": finding.message,
        "write": list(finding.expected),
    }
