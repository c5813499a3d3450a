"""Four thousand places of real documentation, accepted: each is patched, listed to be done by hand, or still found."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.flows.test_accepted_places import accept_all
from tests.flows.test_review import SETTINGS, Project
from tests.shared import DOCUMENTATION, needs_shared

pytestmark = [pytest.mark.drill, needs_shared]

PLACES = 4_000


def test_none_of_thousands_of_accepted_places_vanishes(tmp_path: Path):
    source = DOCUMENTATION["tf-docs"]
    for page in sorted((source / "en").rglob("*.md"))[::2]:
        for lang in ("en", "zh", "ja"):
            version = source / lang / page.relative_to(source / "en")
            if version.is_file():
                copy = tmp_path / "docs" / version.relative_to(source)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(version, copy)
    (tmp_path / "taiyaku.toml").write_text(SETTINGS)
    outcomes = accept_all(Project(tmp_path), PLACES)
    counts = Counter(fate.outcome for fate in outcomes)
    print(f"\n{len(outcomes):,} accepted places of tf-docs: {dict(counts)}")
    assert len(outcomes) >= PLACES
    assert [fate for fate in outcomes if fate.outcome == "vanished"] == []
