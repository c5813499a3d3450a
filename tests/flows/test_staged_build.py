"""A staged build: its processes go by the glossary that it began with, or end."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.options import termbase_cache
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning
from flows.pipeline.attempts import may_pass
from flows.pipeline.staged_build import GlossaryEditedError
from tests.flows.plain import write
from tests.glossary.small import TENSOR


def test_process_that_loads_edited_entries_ends_instead_of_mixing_two_glossaries(tmp_path: Path):
    write(tmp_path, {"terms/terms.toml": TENSOR, "articles/zh/a.md": "张量。\n"})
    options = BuildOptions(
        sources=(tmp_path / "articles",), out=tmp_path / "out", glossary=(tmp_path / "terms",), glossary_only=True
    )
    build = planning.stage(planning.plan(options), options, tmp_path / "staged")
    assert len(build.termbase.concepts) == 1
    write(tmp_path, {"terms/terms.toml": TENSOR.replace("张量", "数组")})
    termbase_cache.glossary.cache_clear()  # as in a worker process that begins now
    with pytest.raises(GlossaryEditedError, match="terms: entries were edited while the build was at work") as raised:
        build.termbase  # noqa: B018
    assert may_pass(raised.value)
