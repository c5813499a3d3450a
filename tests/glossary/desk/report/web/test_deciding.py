"""Deciding on the page: it knows the actions that are read back, and names each in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import glossary.desk.report.web
from glossary.decisions.decision import ACTIONS
from glossary.desk.report.web.interface import LANGUAGES, words

SCRIPTS = Path(glossary.desk.report.web.__file__).parent / "scripts"


def test_page_offers_the_actions_that_are_read_back():
    match = re.search(r"const ACTIONS = (\[.*\]);", (SCRIPTS / "decisions.js").read_text("utf-8"))
    assert match is not None and json.loads(match[1]) == list(ACTIONS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("table", ["actions", "acted", "meant"])
def test_every_action_has_its_words(lang: str, table: str):
    assert words(lang)[table].keys() == ACTIONS.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_of_deciding_are_all_used(lang: str):
    sources = [path.read_text("utf-8") for path in SCRIPTS.parent.rglob("*") if path.suffix in (".js", ".j2")]
    used = {name for source in sources for name in re.findall(r"\b(?:deciding|handing|bulk)\.(\w+)", source)}
    keys = {key for table in ("deciding", "handing") for key in words(lang)[table]}
    assert keys <= used, keys - used
