"""What a page holds for its scripts, read back."""

from __future__ import annotations

import json
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from glossary.desk.report.web.queue import COLUMNS


def data_of(text: str, block: str = "data") -> Any:
    """What a block of the page holds."""
    element = LexborHTMLParser(text).css_first(f"script#{block}")
    assert element is not None and element.attributes["type"] == "application/json"
    return json.loads(element.text())


def findings_of(text: str) -> list[dict[str, Any]]:
    """The findings that the page holds, in its order."""
    return [dict(zip(COLUMNS, row, strict=True)) for row in data_of(text)["findings"]]
