"""Interpreting decisions: what one wants changed in the glossary: which form of which concept, and how."""

from __future__ import annotations

from corpus import lazy_re as re
from corpus.languages import KNOWN
from glossary.decisions.decision import Decision
from glossary.desk.review.proposals.changes import ACTIONS, EntryChange
from glossary.loading.self_tests import AllBoundaries
from glossary.matching import MatchedTerm, Matcher
from glossary.matching.normalized_view import fold
from glossary.matching.variant_status import WRAPPED
from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Termbase

_LONGEST = 100  # characters of a form, or of the string it is passed over in
_TERM = 40  # characters of words that are no form yet and may be one
_SENTENCE = re.compile("[。！？!?；;]")


class UnclearError(ValueError):
    """A decision from which no change can be made; the message says why and what to do."""


def requested_change(decision: Decision, termbase: Termbase) -> EntryChange | None:
    """Return the change that a decision asks for; None where it asks for none, or the glossary says so already."""
    if decision.action not in ACTIONS:
        return None
    concept = _concept(decision, termbase)
    if decision.action == "exclude":
        return _excluding_change(decision, concept)
    if decision.action == "wrong":
        return _condemned(decision, concept)
    return _allowed(decision, concept)


def form_of(surface: str, lang: str, concept: Concept) -> MatchedTerm | None:
    """Return the form of a concept that a surface is, as it is found in text; None where it is none."""
    company = " ".join(word for form in concept.forms for word in form.only_near)
    matches = Matcher(Termbase((concept,), "")).find(surface, lang, context=company, borders=AllBoundaries())
    return next((match for match in matches if match.surface == surface), None)


def _concept(decision: Decision, termbase: Termbase) -> Concept:
    question = decision.question
    if not question.concept_id:
        raise UnclearError("the finding speaks of no concept; edit the glossary by hand")
    if question.concept_id not in termbase.by_id:
        raise UnclearError(f"the glossary has no concept '{question.concept_id}' any more; ask again with a new build")
    if question.lang not in KNOWN:
        raise UnclearError(f"no language of the glossary: '{question.lang}'; it has {', '.join(KNOWN)}")
    return termbase.by_id[question.concept_id]


def _allowed(decision: Decision, concept: Concept) -> EntryChange | None:
    form = _form(decision, concept)
    if not form:
        raise UnclearError("no form is given; say which words are right")
    lang = decision.question.lang
    status = _status(concept, lang, form)
    if status == "preferred" or (decision.action == "admit" and status in ALLOWED):
        return None
    if decision.action == "prefer" and lang in concept.keep:
        raise UnclearError(f"the English name is kept in {lang}; take keep out of the entry by hand, or admit the form")
    return EntryChange(concept.id, lang, decision.action, form)


def _condemned(decision: Decision, concept: Concept) -> EntryChange | None:
    form = _form(decision, concept)
    if not form:
        raise UnclearError("no form is given; say which words are wrong")
    lang = decision.question.lang
    status = _status(concept, lang, form)
    if status == "preferred":
        raise UnclearError(f"'{form}' is the preferred form in {lang}; prefer another one first")
    return None if status in UNWANTED else EntryChange(concept.id, lang, "wrong", form)


def _status(concept: Concept, lang: str, form: str) -> str:
    """Return how an entry lists a form in a language; empty where it does not."""
    return {entry_form.form: entry_form.status for entry_form in concept.in_language(lang)}.get(form, "")


def _form(decision: Decision, concept: Concept) -> str:
    """Return the form that is to be right or wrong: the reviewer's, the entry's for the surface, or the surface."""
    words, surface = _tidy(decision.words), decision.question.surface
    if words:
        return words
    match = form_of(surface, decision.question.lang, concept)
    if match is None and (len(surface) > _TERM or _SENTENCE.search(surface)):
        raise UnclearError("the finding is about a passage, not a term; say which words are right")
    return _tidy(surface) if match is None or match.status == "variant" else match.form


def _excluding_change(decision: Decision, concept: Concept) -> EntryChange | None:
    lang, longer = decision.question.lang, _tidy(decision.words)
    surface = decision.question.surface
    match = form_of(surface, lang, concept)
    if match is None or match.zone in ("code", "identifier"):
        raise UnclearError(f"'{surface}' is no form of the entry in {lang}; edit the entry by hand")
    if not longer:
        raise UnclearError(f"no longer string is given; say within which words '{match.form}' means something else")
    if _close(surface) == _close(match.form):  # 复杂tensor图 is listed as 复杂 tensor is: 复杂 tensor图
        longer = longer.replace(surface, match.form)
    if _bare(match.form, lang) not in _bare(longer, lang) or len(longer) <= len(match.form):
        raise UnclearError(f"'{longer}' is no longer string with '{match.form}' in it; give one that is")
    listed = [form for table in (lang, "en") for form in concept.in_language(table) if form.form == match.form]
    has_it = bool(listed) and longer in listed[0].not_in
    return None if has_it else EntryChange(concept.id, lang, "exclude", match.form, longer)


def _close(text: str) -> str:
    return text.replace(" ", "").casefold()


def _bare(text: str, lang: str) -> str:
    """Return a text without what comes and goes in it."""
    return fold(text, lang).replace(" ", "").replace("ー", "")


def _tidy(text: str) -> str:
    """Return a form as entries have it, on one line; fails on what none can be."""
    tidy = " ".join(WRAPPED.sub("", text).split())
    if len(tidy) > _LONGEST:
        raise UnclearError(f"a form of {len(tidy)} characters; give one of at most {_LONGEST}")
    if any("\ud800" <= char <= "\udfff" for char in tidy):
        raise UnclearError("a form that holds half a character (a lone surrogate); give it again")
    return tidy
