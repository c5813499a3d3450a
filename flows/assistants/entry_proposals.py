"""Entry proposals, and what else an assistant asks of a project: terms, and checks of translations."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from typing_extensions import TypedDict

from corpus import lazy_re as re
from corpus.formats import EXTENSIONS, places_of
from corpus.languages import TARGETS, Language
from corpus.records import Document, Finding, Mention
from corpus.sources.discovery import PlacedFile, SourceError, find
from corpus.sources.documents import read, read_text, with_text_attributes
from corpus.text.printable import printable
from corpus.text.segments import PROSE
from flows.checking.check_request import CheckRequest
from flows.checking.page_check import original_document, rename_from_base, source_page, text_page
from glossary.bitext.terms.listed_forms import telltale_word
from glossary.decisions.decision import ReviewError
from glossary.desk.report.check_report import Threshold
from glossary.desk.report.positions import LineIndex
from glossary.exchange.entry_toml import entry_text
from glossary.findings.engine import check
from glossary.loading import load_files
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.context import RuleContext
from glossary.rules.rule import SEVERITIES
from glossary.rules.shared.ambiguous_forms import senses
from glossary.rules.source_context import Original, ReadOriginal
from glossary.termbase import display
from glossary.termbase.display import UnknownTermError, forms_to_avoid, forms_to_use
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.termbase import ALLOWED, Concept, Termbase

MOST_FINDINGS = 50
MOST_CONCEPTS = 10
_MOST_NEAR = 3  # entries of words that are spelt nearly like an unknown one
MOST_TERMS = 60  # of a passage
_MOST_FORMS = 4  # of a concept in a language
_MOST_AVOIDED = 2  # of them in a line
_SHOWN = ("prose", "heading", "gloss")  # zones of terms that readers see as words
_MOST_WRITTEN = 3  # renderings in a line
_Entry = dict[str, Any]
FOLDER = "proposed-entries"  # in the review folder: `--glossary` tries what lies there
_MOST_BYTES = 200  # of an id: with its ending it has to fit the 255 of most file systems
_NO_FILE_NAME = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|\Z)", re.IGNORECASE)  # of Windows


def propose_entry(
    termbase: Termbase, review: Path, concept_id: str, domain: str, definition: str, forms: Mapping[str, Sequence[str]]
) -> Path:
    """Write an entry with these forms by language, the preferred one first; returns its file. Raises GlossaryError if
    it would not load, and ReviewError if the concept already has an entry or a proposal, or if its id cannot be a file
    name.
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
    """Return why an id cannot be a file name on some system, and what to do; empty if it can."""
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


def given_document(request: CheckRequest, source: str, lang: str, folder: Path) -> Document:
    """Return the document of a given text, or of a file in a folder given by its path; raises SourceError."""
    if path := _given_path(source, folder):
        file = next(iter(find([path]).files), None)
        if file is None:
            raise SourceError(f"{printable(source)}: no file that taiyaku reads; name one of {' '.join(EXTENSIONS)}")
        language = file.language if file.language and file.language.lang == lang else Language(lang, lang)
        file, options = rename_from_base(replace(file, language=language), request), request.options
        english = original_document(file, path, request) if lang == "en" else None
        document = english or read(file, options.max_bytes, options.max_seconds)
    else:
        document = text_document(source, lang)
    if document.status != "ok":
        raise SourceError(f"{printable(source) if path else 'the text'}: {document.reason}")
    return with_text_attributes(document, request.options.text_attributes)


def _given_path(source: str, folder: Path) -> Path | None:
    """Return the file that `source` is the path of; None if it is a text. Raises SourceError."""
    if not source.isprintable() or PurePath(source).suffix.lower() not in EXTENSIONS:
        return None
    path = folder / source
    if not os.path.isfile(path) and any(map(str.isspace, source)):
        return None  # a sentence that ends with the name of a file
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise SourceError(f"{printable(source)}: outside of {printable(folder)}, where the server runs; give its text")
    if not os.path.isfile(path):
        raise SourceError(f"{printable(source)}: no such file in {printable(folder)}; give another path, or a text")
    return path


def text_document(text: str, lang: str) -> Document:
    """Return the document of a text without a file; it is read as Markdown, with components as in MDX."""
    name = f"{lang}/passage.md"
    return read_text(PlacedFile(Path(name), name, EXTENSIONS[".md"], "passage", Language(lang, lang)), text)


def look_up(termbase: Termbase, words: str) -> tuple[list[_Entry], list[str]]:
    """Return the entries that a word in any language names; if none, a line for each entry with a similar name."""
    try:
        return [entry_of(concept) for concept in display.look_up(termbase, words)[:MOST_CONCEPTS]], []
    except UnknownTermError:
        near = chain(*(display.look_up(termbase, name) for name in display.nearest_names(termbase, words)))
        return [], [_entry_line(termbase, concept) for concept in islice(dict.fromkeys(near), _MOST_NEAR)]


def entry_of(concept: Concept) -> _Entry:
    """Return an entry with its forms in each language: those to write and those to avoid."""
    languages = {lang: _forms(concept, lang) for lang in ("en", *TARGETS)}
    return {"concept": concept.id, "domain": concept.domain, "definition": concept.definition, **languages}


def _forms(concept: Concept, lang: str) -> _Entry:
    allowed, unwanted = (forms(concept, lang)[:_MOST_FORMS] for forms in (forms_to_use, forms_to_avoid))
    avoid = [{"form": form.form, **({"why": form.why} if form.why else {})} for form in unwanted]
    return {"write": [form.form for form in allowed], **({"avoid": avoid} if avoid else {})}


def terms_in(termbase: Termbase, english: Document, lang: str) -> list[_Entry]:
    """Return the terms of an English document in its order, each once, with forms to write and to avoid."""
    return [
        {"term": term, **_forms(concept, lang), **({"keep_english": True} if lang in concept.keep else {})}
        for term, concept in islice(_terms(termbase, english), MOST_TERMS)
    ]


def _terms(termbase: Termbase, english: Document) -> Iterator[tuple[str, Concept]]:
    """Return the terms of the prose of an English document with their concepts, each concept once."""
    page = source_page(english, termbase)
    terms: dict[str, str] = {}
    for use in _prose_uses(page.read) if page else ():
        terms.setdefault(use.concept_id, " ".join(use.surface.split()))
    return ((term, termbase.by_id[concept_id]) for concept_id, term in terms.items())


def _prose_uses(original: Original | ReadOriginal) -> list[Mention]:
    """Return the uses of terms in visible prose: none in code, markup or page data."""
    prose = {segment.segment_id for segment in original.segments if segment.kind in PROSE}
    return [use for use in original.mentions if use.segment_id in prose and use.zone in _SHOWN and not use.nested]


def term_lines(termbase: Termbase, english: Document, lang: str) -> list[str]:
    """Return a line for each term of an English document: what to write, and in brackets what to avoid. If a term has
    several senses, or a concept several usual words, the choices are joined as in `a|b`. A term that stays in English
    is alone on its line.
    """
    lines: dict[str, str] = {}
    for term, concept in _terms(termbase, english):
        lines.setdefault(term.casefold(), _term_line(termbase, term, concept, lang))
    more = f"({len(lines) - MOST_TERMS} more terms: ask for them with the rest of the passage alone)"
    return [*islice(lines.values(), MOST_TERMS), *([more] if len(lines) > MOST_TERMS else [])]


def _term_line(termbase: Termbase, term: str, concept: Concept, lang: str) -> str:
    written, word = _renderings(termbase, term, concept, lang), telltale_word(termbase, concept.id, lang)
    unwanted = [form.form for form in forms_to_avoid(concept, lang)[:_MOST_FORMS] if form.form not in written]
    forms = dict.fromkeys(word if word and word in form else form for form in unwanted)  # of compounds their wrong word
    others = [*forms, *written[1:]]
    avoid = [form for form in forms if not any(other in form for other in others if other != form)][:_MOST_AVOIDED]
    form = "|".join(written)
    return (term if form == term else f"{term} = {form}") + (f" (not {', '.join(avoid)})" if avoid else "")


def _renderings(termbase: Termbase, term: str, concept: Concept, lang: str) -> list[str]:
    """Return a concept's preferred form, one other word for it, and the preferred forms of the term's other senses."""
    forms = [form.form for form in forms_to_use(concept, lang) if form.status != "abbreviation"]
    preferred, *others = forms or [term]
    if lang in concept.keep or preferred.isascii():
        return [preferred]
    other_words = [form for form in others if not set(form).intersection(preferred)]
    other_senses = [termbase.preferred(sense, lang) for sense in senses(termbase, term) if sense != concept.id]
    alternatives = [form for form in (*other_words[:1], *other_senses) if not form.isascii()]
    return list(dict.fromkeys((preferred, *alternatives)))[:_MOST_WRITTEN]


def domain_entries(termbase: Termbase, domain: str) -> list[str]:
    """Return a line for each entry of a domain: English, Chinese, Japanese; empty if there is no such domain."""
    return [_entry_line(termbase, concept) for concept in termbase.concepts if concept.domain == domain]


def _entry_line(termbase: Termbase, concept: Concept) -> str:
    return " | ".join((concept.id, *(termbase.preferred(concept.id, lang) for lang in ("en", *TARGETS))))


class FindingRow(TypedDict):
    """A finding in a translation; lines count from 1, `start` and `end` count code points from 0."""

    rule: str
    severity: str
    certain: bool
    words: str
    line: int
    start: int
    end: int
    places: int
    message: str
    write: list[str]


class CheckedTranslation(NamedTuple):
    """The result of checking a translation."""

    findings: list[FindingRow]
    compared: str  # how much was compared with the source
    terms: list[str]  # where nothing is wrong: those of the source that it has as the glossary says, a line each


def check_translation(request: CheckRequest, document: Document, english: Document | None = None) -> CheckedTranslation:
    """Check a translation by the project's rules, the most severe and surest findings first."""
    request = request.on_page(document.path)
    original, termbase = source_page(english, request.termbase), request.termbase
    page = text_page(document, original, termbase, request.decisions, request.options.lexicons)
    findings = [
        finding
        for finding in check(page, request.selection.rules(document.path), request.selection.most_places)
        if finding.confidence >= DOUBTFUL and finding.state.stands
    ]
    findings.sort(key=lambda finding: (SEVERITIES.index(finding.severity), -finding.confidence))
    threshold = Threshold(confidence=request.options.min_confidence)
    lines = LineIndex(document.text, places_of(document))
    rows = [_finding_row(finding, threshold, lines) for finding in findings[:MOST_FINDINGS]]
    return CheckedTranslation(rows, _compared(page), [] if rows else _held_terms(page))


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


def _held_terms(page: RuleContext) -> list[str]:
    """Return the source's terms that the page renders with allowed forms, in source order."""
    allowed = {use.concept_id: use.surface for use in page.uses if use.status in ALLOWED}
    terms = {use.concept_id: use.surface for use in _prose_uses(page.original)} if page.original else {}
    return [f"{english} = {allowed[name]}" for name, english in terms.items() if name in allowed][:MOST_TERMS]


def _finding_row(finding: Finding, threshold: Threshold, lines: LineIndex) -> FindingRow:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "certain": threshold.is_certain(finding),
        "words": finding.surface,
        "line": lines.position(finding.start or 0).line,
        "start": finding.start or 0,
        "end": finding.end or 0,
        "places": finding.occurrences,
        "message": finding.message,
        "write": list(finding.expected),
    }
