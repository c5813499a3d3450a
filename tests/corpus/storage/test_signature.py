"""The signature: what it says is read as it was written."""

from __future__ import annotations

import pytest

from corpus.schema import SCHEMA_VERSION
from corpus.storage.signature import read_signature, signature


def test_what_was_written_is_read():
    line = signature(glossary="3f2a9c", since="0011aabb")
    read = read_signature(line)
    assert (read.glossary, read.has_our_schema, read.was_compared) == ("3f2a9c", True, True)
    assert str(read) == line
    assert list(read.parts)[:4] == ["taiyaku", "code", "schema", "formats"]


def test_a_value_may_hold_a_colon():
    assert read_signature("zh:jieba:0.42|ja:x").parts == {"zh": "jieba:0.42", "ja": "x"}


@pytest.mark.parametrize(
    "line", [None, "", 7, "schema", f"schema:{SCHEMA_VERSION}0", f"xschema:{SCHEMA_VERSION}", "|:|"]
)
def test_of_a_damaged_one_nothing_is_believed(line: object):
    read = read_signature(line)
    assert (read.glossary, read.has_our_schema, read.was_compared) == ("", False, False)
