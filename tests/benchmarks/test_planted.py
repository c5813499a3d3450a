"""How many planted errors the rules find: writes RESULTS.md. What is planted, and how, says tests/planting/."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import pytest

from glossary.rules.registry import BY_CODE
from tests.benchmarks import results
from tests.benchmarks.published import by_rule
from tests.planting import consistency
from tests.planting.bases import clean_samples, course_pages, own_catalogues, own_pages, site
from tests.planting.judged import CERTAIN, SAYING_MORE, Verdict, judged, judged_together
from tests.planting.kinds import JAPANESE, KINDS, languages, pages
from tests.shared import needs_shared

TITLE = "Findings: how many of planted errors"
_FEWEST = 5  # errors that tell something
EVERY = 6  # of the course's pages every sixth is planted in: enough to tell

_NOTE = """
Errors of one rule's kind, up to three a page, planted in pages without errors: four samples and a page written for it, and
every sixth page of hf-course (for T401 to T403 every page), all with their originals; for T202 in one page of six. The planter (`tests/planting/`) knows
the glossary, the inventory and the pages, no rule, and leaves out every form that stands in the rules' own cases. Found: a
finding of minor or above (of any severity where the rule is neutral) touches the place, by the rule or one that says more
there ({more}). Sure: with confidence 0.8 or above. The lexicon that aligns hf-course has seen its pages.
"""


@pytest.mark.bench
@needs_shared
def test_planted_errors_are_found():
    verdicts = {(rule, lang): list(_verdicts(rule, lang)) for rule in ("T202", *KINDS) for lang in languages(rule)}
    reported = {key: rule_verdicts for key, rule_verdicts in sorted(verdicts.items()) if key[0] in BY_CODE}
    head = ["planted for", "language", "errors", "found", "sure", "by kind"]
    rows = [_row(rule, lang, rule_verdicts) for (rule, lang), rule_verdicts in reported.items()]
    more = "; ".join(f"{rule}: {', '.join(others)}" for rule, others in sorted(SAYING_MORE.items()))
    body = results.table(head, rows) + _NOTE.format(more=more)
    results.record(TITLE, body)
    results.show("rules", by_rule(body))
    print(f"\n{body}")
    for (rule, lang), rule_verdicts in reported.items():
        print(*(f"{rule} {lang} missed: {_said(verdict)}" for verdict in rule_verdicts if not verdict.found), sep="\n")
    verdicts_by_rule: defaultdict[str, list[Verdict]] = defaultdict(list)
    for (rule, _), rule_verdicts in reported.items():
        verdicts_by_rule[rule] += rule_verdicts
    held = {
        rule: _share(rule_verdicts)
        for rule, rule_verdicts in verdicts_by_rule.items()
        if BY_CODE[rule].prior >= CERTAIN and len(rule_verdicts) >= _FEWEST
    }
    assert {rule: share for rule, share in held.items() if share < 0.9} == {}


def test_readme_shows_what_was_judged_and_planted():
    assert results.shown("rules") == by_rule(results.section(TITLE)), "run `make bench`"


def _verdicts(rule: str, lang: str) -> Iterator[Verdict]:
    course = course_pages()[:: 1 if rule in JAPANESE else EVERY]  # these have few places
    bases = [base for base in (*own_pages(), *own_catalogues(), *clean_samples(), *course) if base.lang == lang]
    if rule != "T202":
        for page in pages(rule, bases):
            yield from judged(page)
        return
    for pages_of_site in (site(lang), [base for base in course_pages() if base.lang == lang]):
        for drifted_pages in consistency.drifting(pages_of_site):
            yield from judged_together(drifted_pages)


def _row(rule: str, lang: str, verdicts: Sequence[Verdict]) -> list[str]:
    sure = sum(verdict.confidence >= CERTAIN - 1e-6 for verdict in verdicts)
    kinds: defaultdict[str, Counter[bool]] = defaultdict(Counter)
    for verdict in verdicts:
        kinds[verdict.error.kind][verdict.found] += 1
    by_kind = ", ".join(f"{kind} {counts[True]}/{counts.total()}" for kind, counts in sorted(kinds.items()))
    shares = [f"{_share(verdicts):.2f}", f"{sure / len(verdicts):.2f}"] if verdicts else ["–", "–"]
    return [f"{rule} {BY_CODE[rule].name}", lang, str(len(verdicts)), *shares, by_kind if len(kinds) > 1 else ""]


def _share(verdicts: Sequence[Verdict]) -> float:
    return sum(verdict.found for verdict in verdicts) / len(verdicts) if verdicts else 1.0


def _said(verdict: Verdict) -> str:
    error, text = verdict.error, verdict.planted.text
    left, right = text[max(0, error.start - 20) : error.start], text[error.end : error.end + 12]
    return f"{verdict.planted.base.work} ({error.kind}) …{left}[{error.was} → {error.new}]{right}…".replace("\n", "⏎")
