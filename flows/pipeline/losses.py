"""Losses: what a build lacks of what the latest one holds, and when that is more than anybody means to lose.

A mount that is gone and a scraper that saves error pages look like a small corpus. Whoever reads `latest` at night
must go on reading the last good one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from corpus.languages import NAMES
from corpus.records import Document
from corpus.text.printable import printable

_FEW, _LITTLE = 3, 10_000  # documents and characters that are too few to speak of
_NAMED = 3  # documents that the message lists
INPUTS = ("path", "sha256", "work", "lang", "locale", "status", "reason", "chars")  # what a manifest keeps of each


class LossError(ValueError):
    """A build has lost so much that it is not published unasked; the message says what and how to publish it."""


class HeldDocument(NamedTuple):
    """A document that a build holds."""

    lang: str
    chars: int


def fingerprint(root: Path, sources: Iterable[Path]) -> str:
    """What tells builds of the same sources from others, without naming a folder of this machine."""
    named = sorted(str(one.resolve()) for one in sources)
    return sha256(repr((str(root), named)).encode(errors="surrogatepass")).hexdigest()[:12]


def held(documents: Iterable[Document]) -> dict[str, HeldDocument]:
    """The documents that were read, by path."""
    return {one.path: HeldDocument(one.lang, one.chars) for one in documents if one.status == "ok"}


def held_in(inputs: Iterable[Mapping[str, Any]]) -> dict[str, HeldDocument]:
    """The same of what a manifest keeps."""
    return {one["path"]: HeldDocument(one["lang"], one["chars"]) for one in inputs if one["status"] == "ok"}


def refuse(out: Path, origin: str, now: Mapping[str, HeldDocument], most: float) -> None:
    """Raises LossError where too little is left to take the place of the latest build of the same sources."""
    from corpus.storage import store  # with pyarrow, a fifth of a second, which settings and `check` have no use for

    latest = store.read_manifest(out / "latest") or {}
    if latest.get("sources") == origin:  # neither the first build, nor one of other sources
        refuse_beside(held_in(latest["inputs"]), now, most, f"build {latest['build_id']} of the same sources", out)


def refuse_beside(
    before: Mapping[str, HeldDocument], now: Mapping[str, HeldDocument], most: float, whose: str, out: Path
) -> None:
    """Raises LossError where too little is left of what was there before."""
    for lang in ("", *sorted({one.lang for one in before.values()})):
        told = _lost(_of(before, lang), _of(now, lang), most)
        if told:
            name = f"{NAMES.get(lang, lang)} " if lang else ""
            raise LossError(
                f"{printable(out)}: not published, and latest stays: {told[0].format(name=name, whose=whose)}, more "
                f"than [build] max_lost = {most:g} lets go: {_listed(told[1])}; mend the sources, or publish all the "
                "same with --allow-loss"
            )


def _of(documents: Mapping[str, HeldDocument], lang: str) -> Mapping[str, HeldDocument]:
    return {path: one for path, one in documents.items() if lang in ("", one.lang)}


def _lost(
    before: Mapping[str, HeldDocument], now: Mapping[str, HeldDocument], most: float
) -> tuple[str, list[str]] | None:
    """What is to be said of a loss, and the paths that it is about; None where it is bearable."""
    fewer = len(before) - len(now)
    if fewer >= _FEW and fewer > most * len(before):
        gone = [path for path in before if path not in now]
        return f"{len(now):,} {{name}}documents are left of the {len(before):,} in {{whose}}", gone
    chars, left = (sum(one.chars for one in documents.values()) for documents in (before, now))
    if chars - left >= _LITTLE and chars - left > most * chars:
        shrunk = {path: one.chars - (now[path].chars if path in now else 0) for path, one in before.items()}
        said = f"{left:,} characters of {{name}}text are left of the {chars:,} in {{whose}}"
        return said, sorted((path for path in shrunk if shrunk[path] > 0), key=lambda path: -shrunk[path])
    return None


def _listed(paths: Sequence[str]) -> str:
    shown = ", ".join(printable(path) for path in paths[:_NAMED])
    return f"{shown} and {len(paths) - _NAMED:,} more" if len(paths) > _NAMED else shown
