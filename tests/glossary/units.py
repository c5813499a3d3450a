"""Units made up for tests, as rows of `parallel` have them."""

from __future__ import annotations

from typing import Any


def unit(number: int, en: str | None, zh: str | None = None, ja: str | None = None, *flags: str) -> dict[str, Any]:
    """A unit by its texts."""
    return {
        "unit_id": f"0123456789abcdef-{number:05}",
        "work": "guide/intro",
        "en": en,
        "zh": zh,
        "ja": ja,
        "score": 0.987,
        "quality": 0.5,
        "flags": list(flags),
    }
