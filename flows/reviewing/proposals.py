"""Proposing: what decisions ask of the glossary and of the texts, as patches in the review folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpus.text.printable import printable
from flows.files.atomic_write import write
from flows.reviewing.text_patch import TextPatch
from glossary.decisions.adjudication import Settled
from glossary.review.proposals import Proposals, proposals
from glossary.review.proposals.glossary_layers import shelf

GLOSSARY, UPSTREAM, TEXTS, BY_HAND = "glossary.patch", "built-in-glossary.patch", "texts.patch", "by-hand.txt"


def propose_entries(done: Settled, folder: Path, root: Path, folders: tuple[Path, ...], only: bool) -> list[str]:
    """Write the patch of entries, or take it away where nothing asks for one; returns what is to be said of it."""
    found = proposals(done.standing, shelf(root, folders, only))
    _put(folder / GLOSSARY, found.patch)
    _put(folder / UPSTREAM, found.upstream)
    return [f"glossary: {one}" for one in _of_entries(found, folder)]


def _of_entries(found: Proposals, folder: Path) -> Iterator[str]:
    yield from found.notes
    if found.patch:
        yield f"look at {_named(folder / GLOSSARY)} and apply it with `git apply`"
    if found.new_folder:
        yield f"then name {printable(found.new_folder)} in [glossary] dirs of taiyaku.toml"
    for one in (*found.conflicts, *found.refused, *found.problems):
        yield f"not proposed: {one}"


def propose_texts(found: TextPatch, folder: Path, root: Path) -> list[str]:
    """Write the patch of source files and the list of what is left, or take them away; returns what is to be said."""
    _put(folder / TEXTS, found.patch)
    _put(folder / BY_HAND, "".join(f"{line}\n" for line in found.by_hand).encode("utf-8", "surrogatepass"))
    return [f"texts: {one}" for one in _of_texts(found, folder, root)]


def _of_texts(found: TextPatch, folder: Path, root: Path) -> Iterator[str]:
    if found.patch:
        edits, files = sum(len(one.edits) for one in found.made), len(found.made)
        places = f"{edits:,} place{'s' * (edits != 1)} in {files:,} file{'s' * (files != 1)}"
        elsewhere = (
            f" in {_named(found.folder)}" if found.folder else " in the folder that the sources' paths count from"
        )
        there = "" if found.folder == root else elsewhere
        yield f"{places} can be corrected: apply {_named(folder / TEXTS)} with `git apply`{there}"
    if found.moved:
        places = f"{found.moved:,} accepted place{'s are' if found.moved != 1 else ' is'}"
        yield f"{places} no longer where the build had them: corrected already, or edited; the next build tells"
    if found.by_hand:
        yield f"{len(found.by_hand):,} to be corrected by hand: {_named(folder / BY_HAND)}"


def _put(file: Path, content: bytes) -> None:
    """Write a file, or take it away where there is nothing to say."""
    if content:
        write(file, content)
    else:
        file.unlink(missing_ok=True)


def _named(file: Path) -> str:
    here = Path.cwd()
    return printable(file.relative_to(here) if file.is_relative_to(here) else file)
