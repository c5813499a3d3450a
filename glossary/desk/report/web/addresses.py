"""Addresses: where the source file of a document can be looked at, after a template that the caller gives."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

_EXAMPLE = "https://github.com/owner/repository/blob/main/{path}#L{line}"


def addresses(template: str) -> Callable[[str], str]:
    """Return the function from a path to its address, in which {line} is left to fill in; empty without a template.

    Raises ValueError where the template is no web address with {path}.
    """
    if template and not (template.startswith(("https://", "http://")) and "{path}" in template):
        raise ValueError(f"source link {template!r}: no web address with {{path}} in it; write one such as {_EXAMPLE}")
    return lambda path: template.replace("{path}", quote(path.encode("utf-8", "surrogatepass")))
