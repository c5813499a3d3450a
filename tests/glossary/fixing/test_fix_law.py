"""The law of fixing on pages of our own for every rule that fixes, and on real pages of every set that is there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.languages import TARGETS
from glossary.desk.report.check_report import Threshold
from glossary.findings.engine import judge_page
from glossary.fixing.apply_fixes import FixRequest, fix_page
from glossary.loading import load
from glossary.rules.context import RuleContext
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.shared import replacement
from glossary.termbase.termbase import UNWANTED
from tests.glossary.fixing.fix_law import PageFix, breaches
from tests.glossary.fixing.pages import again
from tests.glossary.rules.cases import cases, page_of
from tests.shared import DOCUMENTATION, SHARED

FIXABLE = [rule.code for rule in RULES if rule.fixable]
SETS = {
    **DOCUMENTATION,
    "articles": SHARED / "articles",
    **{name: SHARED.parent / "sets" / name for name in ("comfy-dev", "mt-dev", "tf-dev")},
}
_PAGES = 6  # of each language of a set
_LONGEST = 20_000  # bytes


def assert_lawful(page: RuleContext, threshold: Threshold) -> None:
    """Fail where fixing a page breaks the law, or a second run changes it again."""
    first = judge_page(page)
    request = FixRequest(threshold)
    result = fix_page(page, first, RULES, request, lambda document: again(document, page))
    after = result.page.document
    assert list(breaches(PageFix(page.document, after, first.findings, result.findings, result.edits, threshold))) == []
    if result.edits:
        second = fix_page(result.page, judge_page(result.page), RULES, request, lambda document: again(document, page))
        assert (second.page.document.text, second.edits) == (after.text, ())


@pytest.mark.parametrize("code", FIXABLE)
def test_own_pages_of_each_rule(code: str):
    everything = Threshold(confidence=0.0, named=frozenset(BY_CODE))
    for case in cases(code, "fires"):
        if "text" in case and "glossary" not in case and case.get("format", "md") != "html":
            page = page_of(case["text"], case["lang"], case.get("format", "md"), source=case.get("source", ""))
            assert_lawful(page, everything)


def real_pages() -> Iterator[object]:
    """Yield some pages of each set, the same in every run."""
    for name, folder in SETS.items():
        pages = [
            (file, lang)
            for lang in TARGETS
            for file in sorted(folder.rglob("*"))
            if file.suffix in (".md", ".mdx", ".txt") and file.stat().st_size < _LONGEST
            if lang in file.relative_to(folder).parts or file.stem == lang
        ]
        for file, lang in sorted(random.Random(name).sample(pages, min(len(pages), 2 * _PAGES))):
            yield pytest.param(file, lang, id=f"{name}-{lang}-{file.parent.name}-{file.stem}")


REAL_PAGES = list(real_pages())


@pytest.mark.slow
@pytest.mark.skipif(not REAL_PAGES, reason=f"no documentation set in {SHARED}")
@pytest.mark.parametrize(("file", "lang"), REAL_PAGES)
def test_real_pages(file: Path, lang: str):
    page = page_of(file.read_text(encoding="utf-8"), lang, "txt" if file.suffix == ".txt" else "md")
    assert_lawful(page, Threshold())


def test_remedies_keep_no_half_of_a_word():
    """What a remedy keeps of a form is a name by itself: NumPy of NumPy アレイ, nothing of tensor-レベル."""
    names = [
        name[1]
        for concept in load().concepts
        for lang in TARGETS
        for form in concept.in_language(lang)
        if form.status in UNWANTED and (name := replacement.NAME_BEFORE.match(form.form))
    ]
    assert "NumPy" in names
    assert [name for name in names if not name.isascii() or name.endswith("-")] == []
    assert replacement.NAME_BEFORE.match("tensor-レベル") is None
