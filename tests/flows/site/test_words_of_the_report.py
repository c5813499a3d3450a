"""The pages for reviewers name the buttons of the report page as it does."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from flows.docs.site.assembling import HOME, ROOT

WORDS = ROOT / "glossary/desk/report/web/words"


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
@pytest.mark.parametrize("page", ["reviewing/packet.md", "tutorial/reviewing.md"])
def test_buttons_have_the_names_that_the_page_gives_them(page: str, lang: str):
    def table(name: str) -> dict[str, Any]:
        return tomllib.loads(Path(WORDS / lang / name).read_text("utf-8"))

    text = (HOME / lang / page).read_text("utf-8")
    words = table("deciding.toml")
    export = words["handing"]["export"]
    assert (export if isinstance(export, str) else export[-1]).format(n="N") in text
    assert words["deciding"]["desk"] in text


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_keys_of_the_guide_are_keys_of_the_page(lang: str):
    keys = tomllib.loads((WORDS / lang / "deciding.toml").read_text("utf-8"))["keyboard"]
    rows = [
        row for row in (HOME / lang / "reviewing/packet.md").read_text("utf-8").splitlines() if row.startswith("| `")
    ]
    assert len(rows) in (9, 10) and {row[3] for row in rows} <= keys.keys()
