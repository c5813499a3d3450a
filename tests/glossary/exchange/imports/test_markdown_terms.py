"""Tables of terms in Markdown: headings are domains, notes say what stays and what to avoid, lines are named."""

from __future__ import annotations

from glossary.exchange.imports.read_entries import read_entries
from tests.glossary.exchange.imports.shown import read, shown
from tests.glossary.exchange.reimported import loaded, refused

PAGE = """---
title: Terms
---
# Terms

| Rule | Meaning |
|---|---|
| one | nothing of ours |

## Flows {#flows}

| English | Chinese | Japanese | Notes |
|---|:-:|---|---|
| Workflow | 工作流 | ワークフロー | not 工作流程 |
| `Chatflow` | — | — | Keep English. |
| **Token** | [词元](x.md)<br>标记 | トークン | avoid `令牌` |
| Empty | | | |

## Training

Term | 简体中文
--- | ---
fine-tuning | 微调
"""


def test_tables_of_a_page_are_read_with_headings_and_notes():
    entries = read_entries(PAGE.encode(), name="terms.md")
    concepts = loaded(entries).concepts
    assert [(concept.domain, shown(concept)) for concept in concepts] == [
        ("Flows", "Chatflow: keep; keep"),
        ("training", "fine-tuning: 微调; keep"),
        ("Flows", "Token: 词元 标记=admitted 令牌=wrong; トークン"),
        ("Flows", "Workflow: 工作流 工作流程=wrong; ワークフロー"),
    ]
    assert concepts[-1].note == "not 工作流程"
    assert entries.rejected == (
        'line 17: nothing in zh or ja; write a form, or "do not translate" where the English name is used',
    )
    assert entries.places["token", "ja", "トークン"] == "line 16, column 'Japanese'"


def test_page_is_known_by_its_table_where_it_has_no_name():
    assert read("| en | zh |\n|----|----|\n| cat | 猫 |\n") == ["cat: 猫; keep"]


def test_page_without_a_table_of_terms_is_refused():
    assert refused(b"# Terms\n\nNothing.\n", "zh")[0].startswith("has no header row; ")
