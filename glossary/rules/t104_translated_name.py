"""T104 translated-name: a name that the language keeps in English was translated.

Why: A name is how readers find the project, its documentation and its code; 火炬脚本 finds none of them.
Bad: 用火炬脚本导出模型。
Good: 用 TorchScript 导出模型。
"""

from __future__ import annotations

from collections.abc import Iterator

from glossary.rules.page import Page
from glossary.rules.rule import Raised, Rule
from glossary.rules.signs.unwanted import hinted, is_kept, raised, unwanted


def find(page: Page) -> Iterator[Raised]:
    """Every use of an unwanted form of a concept for which the language has no word of its own."""
    for one in (*unwanted(page), *hinted(page)):
        if is_kept(page.termbase.by_id[one.concept_id], page.lang):
            yield raised(page, one, "minor" if one.status == "deprecated" else "")


RULE = Rule("T104", "translated-name", "accuracy/do-not-translate", "major", 0.9, "segment", find)
