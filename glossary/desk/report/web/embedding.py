"""Embedding: data and scripts in the page so that nothing a source says can run in it."""

from __future__ import annotations

import base64
import hashlib
import json

from markupsafe import Markup

from corpus import lazy_re as re

# `<` would let a text end the element that holds it; the others are line ends to old scripts, or no UTF-8.
_RISKY = re.compile("[<\u2028\u2029\ud800-\udfff]")


def embedded(value: object) -> Markup:
    """Return a value as JSON that may stand in a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(_RISKY.sub(lambda match: f"\\u{ord(match[0]):04x}", text))  # noqa: S704 (JSON, with all that could end the element escaped)


def policy(style: str, script: str, volumes: bool = False) -> str:
    """Return a content security policy under which these two run and nothing else; nothing is loaded from anywhere.

    With `volumes` the script may load others, from addresses that one policy of its own has made.
    """
    loading = [" 'strict-dynamic'", "trusted-types volumes"] if volumes else [""]
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src '{_digest(style)}'",
            f"script-src '{_digest(script)}'{loading[0]}",
            *loading[1:],
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",  # no text is ever taken for markup
        ]
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"
