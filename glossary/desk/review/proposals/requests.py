"""Requests for changes: decisions that ask for the same, and those that contradict each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from corpus import lazy_re as re
from corpus.languages import KNOWN, enumeration
from corpus.text.printable import printable
from glossary.decisions.decision import TRUE, Decision
from glossary.desk.review.proposals.changes import ACTIONS, EntryChange
from glossary.loading.self_tests import AllBoundaries
from glossary.matching import MatchedTerm, Matcher
from glossary.matching.normalized_view import fold
from glossary.matching.variant_status import WRAPPED
from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Termbase

_LONGEST_REMARK = 118  # characters of a remark without its "# "
_SHOWN = 40  # characters of the words that a decision is about
_DONE = {"admit": "admitted", "prefer": "preferred", "wrong": "listed as wrong", "exclude": "excluded"}


def remark(change: EntryChange, decisions: Sequence[Decision]) -> str:
    """Return the remark for a changed line: who wants it, since when and why."""
    text = f"{_DONE[change.action]} by {_reviewer_names(decisions)}{_decision_date(decisions)}"
    text += f": {_last_reason(decisions)}" if _last_reason(decisions) else ""
    return text if len(text) <= _LONGEST_REMARK else f"{text[: _LONGEST_REMARK - 1].rstrip()}…"


def note(
    path: str, change: EntryChange, decisions: Sequence[Decision], against: Sequence[Decision], concept: Concept
) -> str:
    """Return a line on a proposal: file, change, who asks, when and why, who disagrees, what the entry said."""
    many = f"{len(decisions)} decisions" if len(decisions) > 1 else "1 decision"
    line = f"{path}: {request_text(change, decisions)} ({many}{_decision_date(decisions)})"
    line += f": {_last_reason(decisions)}" if _last_reason(decisions) else ""
    line += f"; {_reviewer_names(against)} took it for a fault" if against else ""
    return printable(line + _former_reason(change, concept))


def request_text(change: EntryChange, decisions: Sequence[Decision]) -> str:
    """Return the change and the names of those who ask for it."""
    return printable(f"'{change.concept_id}' {change.lang}: {_change_text(change)}, says {_reviewer_names(decisions)}")


def conflict(group: Mapping[EntryChange, Sequence[Decision]]) -> str:
    """Return a line on changes that contradict each other."""
    wishes = ", ".join(f"{_reviewer_names(decisions)} to {_change_text(change)}" for change, decisions in group.items())
    first = next(iter(group))
    return printable(f"'{first.concept_id}' {first.lang}: {wishes}; agree, and make one of these decisions final")


def unclear_line(decision: Decision, error: Exception) -> str:
    """Return a line on a decision from which no change can be made."""
    words = decision.question.surface
    surface = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
    place = f"{decision.question.finding_id} ({decision.question.place})"
    return printable(f"{place}: {decision.action} '{surface}', says {_reviewer_names([decision])}: {error}")


def _reviewer_names(decisions: Sequence[Decision]) -> str:
    """Return the reviewers' names, each once: Mei, Ken and 3 others."""
    names = list(dict.fromkeys(printable(" ".join(decision.who.split())) or "a reviewer" for decision in decisions))
    if len(names) > 3:
        return f"{names[0]}, {names[1]} and {len(names) - 2} others"
    return enumeration(names, "and")


def _change_text(change: EntryChange) -> str:
    """Return a change in the words of a request."""
    within = f" within '{change.longer}'" if change.action == "exclude" else ""
    verb = {"admit": "admit", "prefer": "prefer", "wrong": "list as wrong", "exclude": "pass over"}[change.action]
    return f"{verb} '{change.form}'{within}"


def _former_reason(change: EntryChange, concept: Concept) -> str:
    """Return the entry's previous reason for calling a form wrong."""
    form = next((form for form in concept.in_language(change.lang) if form.form == change.form), None)
    if form is None or form.status not in UNWANTED or change.action in ("wrong", "exclude"):
        return ""
    return f"; was {form.status}: {form.why}" if form.why else f"; was {form.status}"


def _last_reason(decisions: Sequence[Decision]) -> str:
    """Return the last reason that was given, on one line; empty if there is none."""
    reasons = (printable(" ".join(decision.why.split())) for decision in reversed(decisions))
    return next(filter(None, reasons), "")


def _decision_date(decisions: Sequence[Decision]) -> str:
    day = printable(max(decision.when for decision in decisions)[:10].strip())
    return f", {day}" if day else ""


_LONGEST = 100  # characters of a form, or of the string it is passed over in
_TERM = 40  # characters of words that are no form yet and may be one
_SENTENCE = re.compile("[。！？!?；;]")


class UnclearError(ValueError):
    """A decision from which no change can be made; the message says why and what to do."""


def requested_change(decision: Decision, termbase: Termbase) -> EntryChange | None:
    """Return the change that a decision asks for; None if it asks for none, or the glossary has it already."""
    if decision.action not in ACTIONS:
        return None
    question = decision.question
    if not question.concept_id:
        raise UnclearError("the finding speaks of no concept; edit the glossary by hand")
    if question.concept_id not in termbase.by_id:
        raise UnclearError(f"the glossary has no concept '{question.concept_id}' any more; ask again with a new build")
    if question.lang not in KNOWN:
        raise UnclearError(f"no language of the glossary: '{question.lang}'; it has {', '.join(KNOWN)}")
    concept = termbase.by_id[question.concept_id]
    if decision.action == "exclude":
        return _excluding_change(decision, concept)
    if decision.action == "wrong":
        return _condemned(decision, concept)
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


def form_of(surface: str, lang: str, concept: Concept) -> MatchedTerm | None:
    """Return the form of a concept that a surface matches, as in text; None if it matches none."""
    everywhere = replace(concept, forms=tuple(form._replace(only_near=()) for form in concept.forms))
    matches = Matcher(Termbase((everywhere,), "")).find(surface, lang, borders=AllBoundaries())
    return next((match for match in matches if match.surface == surface), None)


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
    """Return the status of a form in an entry for a language; empty if it is not listed."""
    return {entry_form.form: entry_form.status for entry_form in concept.in_language(lang)}.get(form, "")


def _form(decision: Decision, concept: Concept) -> str:
    """Return the form in question: the reviewer's, the entry's form for the surface, or the surface."""
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
    """Return a text folded, without spaces and long-vowel marks, which vary."""
    return fold(text, lang).replace(" ", "").replace("ー", "")


def _tidy(text: str) -> str:
    """Return a form as entries have it, on one line; fails if it cannot be one."""
    tidy = " ".join(WRAPPED.sub("", text).split())
    if len(tidy) > _LONGEST:
        raise UnclearError(f"a form of {len(tidy)} characters; give one of at most {_LONGEST}")
    if any("\ud800" <= char <= "\udfff" for char in tidy):
        raise UnclearError("a form that holds half a character (a lone surrogate); give it again")
    return tidy


ChangeRequests = Mapping[EntryChange, Sequence[Decision]]


def change_requests(decisions: Iterable[Decision], termbase: Termbase) -> tuple[ChangeRequests, list[str]]:
    """Return the requested changes in order, each with its decisions, and a line for each unclear decision."""
    by_change = defaultdict[EntryChange, list[Decision]](list)
    problems: list[str] = []
    for decision in sorted(decisions, key=_order):
        try:
            change = requested_change(decision, termbase)
        except UnclearError as error:
            problems.append(unclear_line(decision, error))
        else:
            if change:
                by_change[change].append(decision)
    return {change: by_change[change] for change in sorted(by_change, key=EntryChange.order)}, list(
        dict.fromkeys(problems)
    )


def opposing_decisions(wishes: ChangeRequests, decisions: Iterable[Decision]) -> ChangeRequests:
    """Return, for each form to be admitted or preferred, the decisions that take the same words for a fault."""
    faults = defaultdict[tuple[str, str, str], list[Decision]](list)
    for decision in sorted(decisions, key=_order):
        if decision.action in TRUE:
            faults[_words(decision)].append(decision)
    allowed = {change: backing for change, backing in wishes.items() if change.action in ("prefer", "admit")}
    return {
        change: list({id(decision): decision for words in map(_words, backing) for decision in faults[words]}.values())
        for change, backing in allowed.items()
    }


def without_conflicts(wishes: ChangeRequests) -> tuple[ChangeRequests, list[str]]:
    """Return the changes that can be made together, and a line for each conflict; one final decision settles it."""
    out: set[EntryChange] = set()
    lines: list[str] = []
    preferred = defaultdict[tuple[str, str], list[EntryChange]](list)
    of_form = defaultdict[tuple[str, str, str], list[EntryChange]](list)
    for change in wishes:
        of_form[change.concept_id, change.lang, change.form].append(change)
        if change.action == "prefer":
            preferred[change.concept_id, change.lang].append(change)
    several = [group for group in preferred.values() if len(group) > 1]
    for group in several + [
        group for group in of_form.values() if _is_contradictory({change.action for change in group})
    ]:
        final = [change for change in group if any(decision.final for decision in wishes[change])]
        out.update(change for change in group if len(final) != 1 or change not in final)
        if len(final) != 1:
            lines.append(conflict({change: wishes[change] for change in group}))
    return {
        change: backing
        for change, backing in wishes.items()
        if change not in out
        and not (
            change.action == "admit" and EntryChange(change.concept_id, change.lang, "prefer", change.form) in wishes
        )
    }, lines


def _is_contradictory(actions: set[str]) -> bool:
    return len(actions) > 1 and not actions.isdisjoint(("wrong", "exclude"))


def _words(decision: Decision) -> tuple[str, str, str]:
    return decision.question.concept_id, decision.question.lang, decision.question.surface


def _order(decision: Decision) -> tuple[str, ...]:
    question, about = decision.question, (decision.action, decision.words, decision.why)
    return decision.when, decision.who, question.path, question.finding_id, question.surface, *about
