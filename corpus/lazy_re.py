"""The module `re`, whose patterns are compiled when they are first used: of the hundreds that modules name, a run needs
a few. Compiled while modules are imported they took two fifths of a check's start.

Import it as `re`, for patterns that stand in a module. A pattern that is wrong shows when it is used; a test uses all.
"""

from __future__ import annotations

import re
from re import *  # noqa: F403 (all of it, but for `compile` below)
from typing import Any, AnyStr, cast


class _LazyPattern:
    """A pattern, compiled when something other than its text is asked of it."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._given_flags = flags

    def __getattr__(self, name: str) -> Any:
        """Return a method or an attribute of the compiled pattern, from now on this pattern's own."""
        value = getattr(re.compile(self.pattern, self._given_flags), name)
        setattr(self, name, value)
        return value

    def __reduce__(self) -> tuple[object, ...]:
        return _LazyPattern, (self.pattern, self._given_flags)

    def __repr__(self) -> str:
        return repr(re.compile(self.pattern, self._given_flags))


def compile(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:  # type: ignore[no-redef]  # noqa: A001 (as in `re`)
    """Return the pattern, not compiled before it is used."""
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern, flags))
