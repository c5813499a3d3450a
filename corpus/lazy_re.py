"""The module `re` with patterns compiled on first use, as a run needs few of the hundreds that modules define.

Compiling all at import took two fifths of a check's start. Import it as `re` for module-level patterns. A wrong
pattern fails only when it is used; a test uses them all.
"""

from __future__ import annotations

import re
from re import *  # noqa: F403 (all of it, but for `compile` below)
from typing import Any, AnyStr, cast


class _LazyPattern:
    """A pattern that is compiled when anything but its text is requested."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._given_flags = flags

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the compiled pattern, and keep it as an attribute of this one."""
        value = getattr(re.compile(self.pattern, self._given_flags), name)
        setattr(self, name, value)
        return value

    def __reduce__(self) -> tuple[object, ...]:
        return _LazyPattern, (self.pattern, self._given_flags)

    def __repr__(self) -> str:
        return repr(re.compile(self.pattern, self._given_flags))


def compile(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:  # type: ignore[no-redef]  # noqa: A001 (as in `re`)
    """Return a pattern that is compiled on first use."""
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern, flags))


def words(text: str) -> frozenset[str]:
    """Return the words of a text, for lists that modules look words up in."""
    return frozenset(text.split())
