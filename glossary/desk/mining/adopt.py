"""Adopting usage: proposals for terms that a corpus says in one form, which the glossary lacks or does not prefer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from corpus import lazy_re as re
from corpus.languages import is_traditional
from corpus.languages.scripts import HAN, KANA_MARKS, KATAKANA
from glossary.bitext.rendering_words import folded
from glossary.desk.mining.english_phrases import term_of
from glossary.desk.mining.mine import TermCandidate
from glossary.desk.mining.sheet import concept_id, free_id
from glossary.rules.digest import Digest, PageUsage
from glossary.rules.shared.english_words import is_everyday
from glossary.rules.shared.form_similarity import is_latin
from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages, corpus_usages
from glossary.termbase.termbase import ALLOWED, STATUSES, UNWANTED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

AdoptionKind = Literal["change", "new", "keep", "acronym", "phrase", "sense"]
KINDS: Mapping[AdoptionKind, str] = {  # in the order of the table
    "change": "Built-in entries of which the corpus says another form",
    "new": "Terms that the glossary lacks",
    "keep": "Names that stay English",
    "acronym": "Acronyms that stay English",
    "phrase": "Phrases of words that the glossary knows: accept those that are terms of your own",
    "sense": "Unwanted forms, and forms of another concept: likely another sense, left out unless accepted",
}
LIKELY = 0.55  # probability of a candidate from which on it is proposed; by hand
_SHOWN = 3  # other forms of a term
# Endings of single English words that are adjectives or verbs; by hand.
_NO_NOUN = re.compile(r"(?:ing|ed|ly|ive|ous|ful|ical|tural|atic|trary|est|most|made|built)$")
_NEARLY_ALL = 0.8  # share of places in which the same stands beside a word that is part of a longer one; by hand
_FEWEST = 3  # such places, and different sentences with a term; by hand
_MANY = 0.5  # share of places in which a word ends a longer name, so that it is none by itself; by hand
_SCRIPTS = (re.compile(f"[{KATAKANA}{KANA_MARKS}]{{2}}"), re.compile(f"[{HAN}]{{2}}"))
_FIGURE = re.compile(r"\S*\d\S*")
_NAME = re.compile("[A-Z0-9]")
_NO_TERM = re.compile(r"[Vv]?\d[\d.]*|.*[/()].*|\S+(?: \S+){3,}")  # versions, lists and titles
_HALF_ENGLISH = re.compile(r"(?:^|[^A-Za-z])[a-z]{3,}")


class Adoption(NamedTuple):
    """A form used in the corpus, to be preferred, kept or added in one language: a row of the table."""

    kind: AdoptionKind
    id: str
    english: str
    lang: str
    form: str
    uses: int  # of the form
    share: float  # of all uses of the term
    pages: int
    other_forms: str
    other_language_agrees: str  # yes, no, or nothing where it says too little
    example_source: str
    example_target: str
    note: str

    @property
    def is_likely(self) -> bool:
        """Return whether it is accepted unless a person strikes it out."""
        return self.kind not in ("phrase", "sense")


class AdoptionBounds(NamedTuple):
    """The least uses of a term, and share of a form, from which the corpus says it in one form."""

    uses: int  # of the term
    share: float  # of the form


class _Leading(NamedTuple):
    """The leading form in a language."""

    usage: CorpusUsage
    term: TermUsages
    form: str  # written in full
    is_english: bool
    is_part: bool  # its English nearly always stands in a longer name or term
    example: tuple[str, str]

    @property
    def is_half_english(self) -> bool:
        return not self.is_english and bool(_HALF_ENGLISH.search(self.form))


class _Term(NamedTuple):
    """The forms that languages have for a concept, or for a term without one."""

    uses: dict[str, int]  # by language
    leading: dict[str, _Leading]  # by language, where a form leads


_Unit = Mapping[str, Any]  # a row of `parallel`


def adoptions(
    pages: Iterable[Digest],
    units: Iterable[_Unit],
    candidates: Iterable[TermCandidate],
    termbase: Termbase,
    bounds: AdoptionBounds,
) -> list[Adoption]:
    """Return proposals for what a corpus says in one form, ordered by kind and id. Terms without a concept must be
    likely candidates or labels, and have one form in every language.
    """
    by_lang: defaultdict[str, list[Digest]] = defaultdict(list)
    for page in pages:
        if not is_traditional(page.locale):
            by_lang[page.lang].append(page)
    by_work: defaultdict[str, list[_Unit]] = defaultdict(list)
    for unit in units:
        by_work[unit["work"]].append({**unit, "small": (unit["en"] or "").casefold()})
    likely = {candidate.phrase.term: candidate for candidate in candidates if _is_likely(candidate)}
    terms: defaultdict[tuple[str, str], _Term] = defaultdict(lambda: _Term({}, {}))
    for lang, site in sorted(by_lang.items()):
        works = {page.doc_id: page.work for page in site}
        for term in corpus_usages(site, _is_wanted(termbase, likely)):
            usage = term.usages[0]
            languages = terms[usage.concept_id, "" if usage.concept_id else term_of(usage.english.split())]
            languages.uses[lang] = max(term.total, languages.uses.get(lang, 0))
            if term.total >= bounds.uses and usage.uses >= bounds.share * term.total:
                names = sorted({works[place.doc_id] for place in usage.places})
                languages.leading[lang] = _leading(usage, term, [unit for name in names for unit in by_work[name]])
    rows: list[Adoption] = []
    ids = set(termbase.by_id)
    for (concept, english), languages in sorted(terms.items()):
        if concept:
            rows += _changes(termbase.by_id[concept], languages, termbase, bounds)
        elif len(languages.leading) == len(by_lang) and (
            entry := _entry(likely.get(english), languages, termbase, ids, bounds)
        ):
            ids.add(entry[0].id)
            rows += entry
    return sorted(_one_for_each_form(rows), key=lambda row: ([*KINDS].index(row.kind), row.id, row.lang))


def _is_likely(candidate: TermCandidate) -> bool:
    """Return whether a candidate is a term: by its kind, or by the model, which knows only those with a new word."""
    return candidate.kind == "phrase" or (bool(candidate.phrase.new) and candidate.probability >= LIKELY)


def _one_for_each_form(rows: Sequence[Adoption]) -> Iterator[Adoption]:
    """Yield the rows; if several changes propose one form, all but the most used become other senses."""
    most = {(row.lang, row.form): row for row in sorted(rows, key=lambda row: row.uses) if row.kind == "change"}
    for row in rows:
        rival = most.get((row.lang, row.form), row)
        is_second = row.kind == "change" and rival is not row
        yield row._replace(kind="sense", note=f"{row.note}; proposed for {rival.id}") if is_second else row


def _is_wanted(termbase: Termbase, likely: Container[str]) -> Callable[[PageUsage], bool]:
    """Return the predicate of usages that count: of concepts by name or acronym, of candidates, and of labels.
    Everyday words do not count, nor do usages of a concept's other English forms.
    """
    english = [(concept, form) for concept in termbase.concepts for form in concept.in_language("en")]
    english_forms = {form.form.casefold() for _, form in english}
    names = {
        (concept.id, form.form.casefold())
        for concept, form in english
        if form.status == "preferred" or (form.status in ALLOWED and form.form.isupper())
    }

    def is_wanted(usage: PageUsage) -> bool:
        term = usage.term.casefold()
        if usage.concept_id:
            return (usage.concept_id, term) in names
        is_known = not english_forms.isdisjoint((term, usage.english.casefold()))
        if is_known or all(map(is_everyday, term.split())):
            return False
        return usage.kind == "label" or term_of(term.split()) in likely

    return is_wanted


def _leading(usage: CorpusUsage, term: TermUsages, units: Iterable[_Unit]) -> _Leading:
    english, rendering, lang = usage.english.casefold(), usage.rendering, usage.lang
    meeting = [unit for unit in units if english in unit["small"] and unit[lang] and rendering in unit[lang]]
    pairs = sorted(((unit["en"], unit[lang]) for unit in meeting), key=_size, reverse=True)
    places = {_FIGURE.sub("", source): (source, target) for source, target in pairs}  # one of those that are alike
    is_english = is_latin(rendering) and folded(rendering) in folded(usage.english)
    is_part = len(places) < _FEWEST or _is_part(
        english, [source for source, _ in places.values()], is_name=is_english and not usage.english.isupper()
    )
    form = usage.english if is_english else rendering
    if not (is_english or is_part or usage.concept_id):
        texts = [target for _, target in places.values()]
        for script in _SCRIPTS:
            while script.fullmatch(form[-1] + (char := _char_beside(texts, f"{re.escape(form)}(.?)"))):
                form += char
            while script.fullmatch((char := _char_beside(texts, f"(?:^|(?<=(.))){re.escape(form)}")) + form[0]):
                form = char + form
    return _Leading(usage, term, form, is_english, is_part, min(places.values(), key=_size, default=("", "")))


def _size(pair: tuple[str, str]) -> tuple[int, tuple[str, str]]:
    return len(pair[0]), pair


def _char_beside(texts: Sequence[str], pattern: str) -> str:
    """Return the character that nearly always fills a pattern's group; empty if none does."""
    beside = Counter(char for text in texts for char in re.findall(pattern, text))
    char, count = beside.most_common(1)[0] if beside else ("", 0)
    return char if count >= _NEARLY_ALL * beside.total() else ""


def _is_part(english: str, texts: Sequence[str], *, is_name: bool) -> bool:
    """Return whether a word nearly always has the same neighbour, or often ends longer names: Pro, Banana."""
    word = re.compile(rf"(?:(\S+) )?(?<![^\s(\[\"“*|]){re.escape(english)}s?(?![\w-])(?: (\w+))?", re.IGNORECASE)
    beside = [match.groups("") for text in texts for match in word.finditer(text)]
    same = [count for words in zip(*beside, strict=True) for other, count in Counter(words).items() if other]
    ends = sum(bool(_NAME.match(before)) for before, _ in beside) if is_name else 0
    return max(same, default=0) >= max(_FEWEST, _NEARLY_ALL * len(beside)) or ends >= max(_FEWEST, _MANY * len(beside))


def _changes(concept: Concept, languages: _Term, termbase: Termbase, bounds: AdoptionBounds) -> Iterator[Adoption]:
    """Yield the changes of a built-in entry to what the corpus says; decisions of the project stay. If one language
    seems to mean another sense, all rows do.
    """
    if concept.is_project and not concept.changed:
        return
    name = termbase.preferred(concept.id, "en")
    rows: list[Adoption] = []
    for lang, leading in languages.leading.items():
        usage, preferred = leading.usage, termbase.preferred(concept.id, lang)
        statuses = {folded(form.form): form.status for form in concept.in_language(lang)}
        status, form = statuses.get(folded(leading.form), usage.relation), leading.form
        is_acronym = term_of(usage.english.split()) != name.casefold()
        is_same = _spelled(form) == _spelled(preferred) or (leading.is_english and lang in concept.keep)
        is_decided = not {f"{lang}.preferred", f"{lang}.keep", "keep"}.isdisjoint(concept.changed)
        is_needless = is_acronym and (status in (*ALLOWED, "variant") or not leading.is_english)
        is_name_as_word = usage.english.islower() and not name.islower()  # a clip is no CLIP
        if is_same or is_decided or is_needless or is_name_as_word or leading.is_half_english:
            continue
        kind: AdoptionKind = "acronym" if is_acronym else "keep" if leading.is_english else "change"
        form = name if kind == "keep" else form
        others = _others(concept.id, leading, termbase)
        is_other_sense = status in (*UNWANTED, "other") or (status == "unlisted" and leading.is_part) or others
        is_word_as_name = kind == "keep" and name.islower() and not usage.rendering.islower()  # Cloud Storage of Google
        so_far = f"{status} so far" if status in (*STATUSES, "variant") else "not in the entry"
        note = f"instead of {preferred}; {so_far}"
        note += f"; preferred form of {', '.join(others)}" if others else ""
        kind = "sense" if is_other_sense or is_word_as_name else kind
        rows.append(_row(kind, concept.id, usage.english if is_acronym else name, lang, form, languages, bounds, note))
    has_sense = any(row.kind == "sense" for row in rows)
    yield from (row._replace(kind="sense") if has_sense else row for row in rows)


def _entry(
    candidate: TermCandidate | None, languages: _Term, termbase: Termbase, ids: Container[str], bounds: AdoptionBounds
) -> list[Adoption]:
    """Return the rows of a new entry, one per language; none if the English is no term by itself."""
    leadings = languages.leading.values()
    names = [leading.form for leading in leadings if leading.is_english]
    phrase = candidate.phrase.term if candidate and candidate.term.islower() else candidate and candidate.term
    english = names[0] if names else phrase or next(iter(leadings)).usage.english
    words = english.casefold().split()
    if (
        _NO_TERM.fullmatch(english)
        or min(len(text) for text in (english, *(leading.form for leading in leadings))) < 2
        or any(leading.is_part or leading.is_half_english for leading in leadings)
        or (not names and min(leading.usage.pages for leading in leadings) < 2)
        or (not names and any(map(is_everyday, words[-1:] if candidate else words)))
        or (
            not names
            and len(words) == 1
            and (_NO_NOUN.search(english) or (candidate and candidate.cues.verbal > candidate.cues.nominal))
        )
    ):
        return []
    name = free_id(concept_id(english), ids)
    others = sorted({other for leading in leadings for other in _others("", leading, termbase)})
    note = f"preferred form of {', '.join(others)}" if others else "" if candidate else "label"
    rows = []
    for lang, leading in languages.leading.items():
        kind: AdoptionKind = "acronym" if english.isupper() else "keep"
        if not leading.is_english:
            kind = "phrase" if candidate and candidate.kind == "phrase" else "new"
        kind = "sense" if others else kind
        rows.append(_row(kind, name, english, lang, leading.form, languages, bounds, note))
    return rows


def _spelled(form: str) -> str:
    return folded(form).replace(" ", "").replace("-", "")


def _row(
    kind: AdoptionKind,
    name: str,
    english: str,
    lang: str,
    form: str,
    languages: _Term,
    bounds: AdoptionBounds,
    note: str,
) -> Adoption:
    leading = languages.leading[lang]
    usage, source_target = leading.usage, [" ".join(text.split()) for text in leading.example]
    others = [f"{other.rendering} ×{other.uses:,}" for other in leading.term.usages[1 : _SHOWN + 1]]
    agreeing = [
        other in languages.leading and (kind not in ("keep", "acronym") or languages.leading[other].is_english)
        for other, uses in languages.uses.items()
        if other != lang and uses >= bounds.uses
    ]
    return Adoption(
        kind=kind,
        id=name,
        english=english,
        lang=lang,
        form=form,
        uses=usage.uses,
        share=round(usage.uses / leading.term.total, 2),
        pages=usage.pages,
        other_forms=", ".join(others),
        other_language_agrees="" if not agreeing else "yes" if all(agreeing) else "no",
        example_source=source_target[0],
        example_target=source_target[1],
        note=note,
    )


def _others(concept: str, leading: _Leading, termbase: Termbase) -> list[str]:
    """Return the other concepts whose preferred form is the leading one."""
    return sorted(_owners(termbase, leading.usage.lang).get(folded(leading.form), frozenset()) - {concept})


@termbase_fact
def _owners(termbase: Termbase, lang: str) -> dict[str, frozenset[str]]:
    """Return the concepts of each preferred form in a language."""
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for concept in termbase.concepts:
        owners[folded(termbase.preferred(concept.id, lang))].add(concept.id)
    return {form: frozenset(concepts) for form, concepts in owners.items()}
