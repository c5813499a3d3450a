"""Tags: the language that a name such as zh_CN says."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

import tomli

from corpus import lazy_re as re
from corpus.languages.pack import Language
from corpus.languages.register import KNOWN, packs


def parse_tag(tag: str) -> Language | None:
    """Parse a folder or file name part as a tag of a language; None where it is none."""
    return _parsed(tag, tuple(KNOWN))


@lru_cache(maxsize=4096)
def _parsed(tag: str, codes: tuple[str, ...]) -> Language | None:
    pattern, aliases = _tag_pattern(codes)
    match = pattern.fullmatch(aliases.get(tag.lower(), tag))
    if not match:
        return None
    lang, script, region = match["lang"].lower(), match["script"], match["region"]
    parts = [lang, script.title() if script else "", region.upper() if region else ""]
    return Language(lang, "-".join(part for part in parts if part))


@cache
def _tag_pattern(codes: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pattern of these languages' tags, and the tags of their names."""
    pattern = re.compile(
        rf"(?P<lang>{'|'.join(map(re.escape, codes))})"
        r"(?:[-_](?P<script>hans|hant|latn|jpan))?(?:[-_](?P<region>[a-z]{2}|\d{3}))?",
        re.IGNORECASE,
    )
    return pattern, {alias: tag for pack in packs() for alias, tag in pack.aliases.items()}


def is_foreign_tag(name: str) -> bool:
    """Return whether a name is the tag of a language that taiyaku does not handle."""
    return _foreign().fullmatch(name) is not None and parse_tag(name) is None


@cache
def _foreign() -> re.Pattern[str]:
    table = tomli.loads((files("corpus.languages") / "tags.toml").read_text(encoding="utf-8"))
    return re.compile(rf"(?:{'|'.join(table['foreign'].split())})(?:[-_][A-Za-z]{{2,4}})?", re.IGNORECASE)
