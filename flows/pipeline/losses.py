"""Losses: what a build lacks compared with the latest one, and when that is too much to be intended.

A missing mount and a scraper that saves error pages look like a small corpus. Nightly readers of `latest` must
keep reading the last good build.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """A build has lost too much to be published without consent; the message says what, and how to publish it."""


class HeldDocument(NamedTuple):
    """The language and size of a document in a build."""

    lang: str
    chars: int


def fingerprint(root: Path, sources: Iterable[Path]) -> str:
    """Return a fingerprint that builds of the same sources share; it reveals no folder of this machine."""
    source_paths = sorted(str(source.resolve()) for source in sources)
    return sha256(repr((str(root), source_paths)).encode(errors="surrogatepass")).hexdigest()[:12]


def held_documents(documents: Iterable[Document]) -> dict[str, HeldDocument]:
    """Return the documents that could be read, by path."""
    return {
        document.path: HeldDocument(document.lang, document.chars) for document in documents if document.status == "ok"
    }


def held_inputs(inputs: Iterable[Mapping[str, Any]]) -> dict[str, HeldDocument]:
    """Return the same from the inputs in a manifest."""
    return {entry["path"]: HeldDocument(entry["lang"], entry["chars"]) for entry in inputs if entry["status"] == "ok"}


def refuse(out: Path, origin: str, documents: Mapping[str, HeldDocument], most: float) -> None:
    """Raise LossError if too little is left to replace the latest build of the same sources."""
    from corpus.storage import store  # with pyarrow, a fifth of a second, which settings and `check` have no use for

    latest = store.read_manifest(out / "latest") or {}
    if latest.get("sources") != origin:
        return  # the first build, or one of other sources
    before, whose = held_inputs(latest["inputs"]), f"build {latest['build_id']} of the same sources"
    for lang in ("", *sorted({document.lang for document in before.values()})):
        loss = _loss_report(_in_language(before, lang), _in_language(documents, lang), most)
        if loss:
            name = f"{NAMES.get(lang, lang)} " if lang else ""
            message, paths = loss
            lost = f"{message.format(name=name, whose=whose)}, more than [build] max_lost = {most:g} lets go"
            names = ", ".join(printable(path) for path in paths[:_NAMED])
            more = f" and {len(paths) - _NAMED:,} more" if len(paths) > _NAMED else ""
            raise LossError(
                f"{printable(out)}: not published, and latest stays: {lost}: {names}{more}; fix the sources, or "
                "publish all the same with --allow-loss"
            )


def _in_language(documents: Mapping[str, HeldDocument], lang: str) -> Mapping[str, HeldDocument]:
    return {path: document for path, document in documents.items() if lang in ("", document.lang)}


def _loss_report(
    before: Mapping[str, HeldDocument], after: Mapping[str, HeldDocument], most: float
) -> tuple[str, list[str]] | None:
    """Return the message on a loss and the paths concerned; None if the loss is acceptable."""
    fewer = len(before) - len(after)
    if fewer >= _FEW and fewer > most * len(before):
        gone = [path for path in before if path not in after]
        return f"{len(after):,} {{name}}documents are left of the {len(before):,} in {{whose}}", gone
    chars, chars_left = (sum(document.chars for document in documents.values()) for documents in (before, after))
    if chars - chars_left >= _LITTLE and chars - chars_left > most * chars:
        shrunk = {
            path: document.chars - (after[path].chars if path in after else 0) for path, document in before.items()
        }
        message = f"{chars_left:,} characters of {{name}}text are left of the {chars:,} in {{whose}}"
        return message, sorted((path for path in shrunk if shrunk[path] > 0), key=lambda path: -shrunk[path])
    return None
