"""Agreement: a page that says what the code of both sides says, where its original says otherwise, is right.

English that was made from the page, or was not kept up to date, has such slips.
"""

from __future__ import annotations

from corpus import lazy_re as re
from glossary.rules.context import RuleContext, page_fact


def code_agrees(page: RuleContext, name: str, other: str) -> bool:
    """Whether the code blocks of page and original have the words of the page, and none has those of the original."""
    texts = _code_texts(page)
    return all(has_name(text, name) and not has_name(text, other) for text in texts) if texts else False


def has_name(code: str, name: str) -> bool:
    """Whether code has a name, or a number, that is no part of a longer one."""
    return name in code and re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", code) is not None


@page_fact
def _code_texts(page: RuleContext) -> tuple[str, ...]:
    """What stands in code blocks of the page, and of its original; nothing where there is none."""
    if page.original is None:
        return ()
    sides = page.segments, page.original.segments
    return tuple("\n".join(segment.text for segment in side if segment.kind == "code") for side in sides)
