"""Command groups: what commands are for, in the order in which `taiyaku --help` lists them, each with an example."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

EXAMPLES = {
    "Check translations": {
        "check": "taiyaku check docs --base origin/main",
        "stale": "taiyaku stale docs --format markdown",
        "rules": "taiyaku rules",
        "explain": "taiyaku explain T303",
        "lsp": "taiyaku lsp --glossary terms",
        "mcp": "taiyaku mcp --glossary terms",
    },
    "Review, and keep terms": {
        "review packet": "taiyaku review packet --for zh --minutes 20 --format html,xlsx",
        "review apply": "taiyaku review apply mei.json ken.xlsx",
        "review status": "taiyaku review status",
        "review ask": "taiyaku review ask --judge NAME --for zh --dry-run",
        "review judges": "taiyaku review judges",
        "glossary show": "taiyaku glossary show operator --lang zh",
        "glossary lint": "taiyaku glossary lint --glossary terms",
        "glossary stats": "taiyaku glossary stats",
        "glossary export": "taiyaku glossary export terms.xlsx --format xlsx",
        "glossary import": "taiyaku glossary import crowdin.csv --into terms",
        "glossary diff": "taiyaku glossary diff outputs/latest --glossary terms",
        "glossary candidates": "taiyaku glossary candidates --format csv --out candidates.csv",
        "glossary adopt": "taiyaku glossary adopt --format csv --out adopt.csv",
    },
    "Build the corpus": {
        "build": "taiyaku build docs --out outputs",
        "memory": "taiyaku memory docs/en/new-page.md --for zh --units",
        "export": "taiyaku export pairs --format jsonl --langs en-zh",
        "align": "taiyaku align docs/zh/guide.md docs/en/guide.md --terms",
        "lexicon train": "taiyaku lexicon train docs --out lexicons",
        "compare": "taiyaku compare previous latest --format markdown",
        "history": "taiyaku history operator --lang zh",
    },
    "Operate builds": {
        "doctor": "taiyaku doctor",
        "builds": "taiyaku builds --rollback",
        "publish": "taiyaku publish s3://corpora/docs --dry-run",
        "serve": "taiyaku serve --config taiyaku.toml",
        "merge": "taiyaku merge docs --out /shared/corpus",
        "deployments": "taiyaku deployments --work-pool taiyaku",
        "automations": "taiyaku automations --channel WEBHOOK",
    },
}
_BY_NAME = {name: example for examples in EXAMPLES.values() for name, example in examples.items()}
_HEADINGS = {next(iter(examples)).split()[0]: title for title, examples in EXAMPLES.items()}
_ORDER = list(dict.fromkeys(name.split()[0] for name in _BY_NAME))
_WIDTH = 4 + max(map(len, _ORDER))  # argparse forgets the indent of commands


class CommandHelp(argparse.HelpFormatter):
    """Help that lists the commands by group, and leaves the lines of an example as they are."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._action_max_length = _WIDTH

    def _format_action(self, action: argparse.Action) -> str:
        heading = "" if action.option_strings else _HEADINGS.get(action.dest)
        text = super()._format_action(action)
        return f"\n  {heading}:\n{text}" if heading else text

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return textwrap.indent(text, indent) if "\n" in text else super()._fill_text(text, width, indent)


def add_groups(parser: argparse.ArgumentParser, name: str = "") -> None:
    """Order the commands of a parser by group, and put an example at the end of the help of each."""
    parser.formatter_class = CommandHelp
    if name in _BY_NAME:
        parser.epilog = f"example:\n  {_BY_NAME[name]}"
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            if not name:
                action._choices_actions.sort(key=lambda choice: _ORDER.index(choice.dest))
            for word, inner in action.choices.items():
                add_groups(inner, f"{name} {word}".strip())
