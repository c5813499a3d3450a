"""The dataset card of a build: what a stranger who finds the folder, or loads it with `datasets`, has to know."""

from __future__ import annotations

from corpus.schema import TABLES, table_description
from flows.files.markdown_table import table
from flows.pipeline.build_summary import Summary


def card(summary: Summary) -> str:
    """The card as Markdown with the YAML head that Hugging Face `datasets` reads."""
    configs = "\n".join(
        f"- config_name: {name}\n  data_files: {name}/part-*.parquet"
        + ("\n  default: true" if name == "parallel" else "")
        for name in TABLES
        if summary.rows.get(name)  # `datasets` opens no table without rows
    )
    rows = [(f"`{name}`", table_description(name), f"{summary.rows.get(name, 0):,}") for name in TABLES]
    return f"""---
language: [en, ja, zh]
task_categories: [translation]
configs:
{configs}
---

# A parallel corpus of technical articles, tied to a glossary

Build `{summary.build_id}`, made by [taiyaku](https://pypi.org/project/taiyaku/):

`{summary.signature}`

{table(("table", "one row is", "rows"), rows)}
Every offset counts Unicode code points in `documents.text`, so that `text[start:end]` is the surface. The texts
belong to their authors: `documents.license` and `documents.origin` say what each page says of itself.
`manifest.json` lists the inputs with their hashes; `report/summary.md` says what was left out and why.
"""
