"""Files as other tools write them, from the shared cases: all are read, whatever of them is no entry is listed."""

from __future__ import annotations

import pytest

from glossary.exchange.imports.read_entries import read_entries
from tests.glossary.exchange.imports.shown import shown
from tests.glossary.exchange.reimported import loaded
from tests.shared import SHARED, needs_shared

WORKFLOW = "Workflow: 工作流; ワークフロー"
CASES = {
    "crowdin.csv": [WORKFLOW, "Chatflow: keep; keep チャットフロー=admitted", "Knowledge: 知识库; ナレッジ"],
    "google.csv": [WORKFLOW, "Chatflow: keep; チャットフロー", "Knowledge: 知识库; ナレッジ"],
    "mt2.tbx": ["Workflow: 工作流 工作流程=wrong; ワークフロー", "Chatflow: keep; チャットフロー"],
    "multiterm.tbx": [
        "Workflow: 工作流 工作流程=wrong; ワークフロー",
        "Chatflow: keep; keep チャットフロー=deprecated",
    ],
    "om.txt": ["Workflow: 工作流; keep", "Chatflow: keep; keep"],
    "tt.tbx": ["Workflow: 工作流; keep", "Chatflow: keep; keep"],
    "weblate.csv": ["Workflow: 工作流; keep", "Chatflow: keep; keep"],
    "bad.csv": ["Foo: 富; keep", "Bar: 吧; keep"],
}
FAULT = "row 4, column 'status': 'prefered' is no status; write preferred, admitted, abbreviation, deprecated or wrong"


@needs_shared
@pytest.mark.parametrize("name", CASES)
def test_file_of_the_shared_cases_is_read(name: str):
    file = SHARED / "cases/imports" / name
    entries = read_entries(file.read_bytes(), "zh", name)
    assert sorted(map(shown, loaded(entries).concepts)) == sorted(CASES[name])
    assert entries.rejected == ((FAULT,) if name == "bad.csv" else ())


@needs_shared
def test_no_file_of_the_shared_cases_is_left_out():
    assert {file.name for file in (SHARED / "cases/imports").iterdir()} >= set(CASES)
