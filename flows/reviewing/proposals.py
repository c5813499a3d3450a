"""Proposals: the changes that decisions require in the glossary and the texts, as patches in the review folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from corpus.grouping import grouped
from corpus.sources.path_arguments import path_from_here
from corpus.text.printable import printable
from flows.files.atomic_write import write
from flows.reviewing.text_patch import FATES, CorrectionFate, TextPatch
from glossary.decisions.adjudication import Adjudication
from glossary.desk.review.intake.accept_answers import quoted_words
from glossary.desk.review.proposals import Proposals, proposals
from glossary.desk.review.proposals.glossary_layers import shelf

_LISTED = 20  # lines of one kind that are printed; the file has all of them
GLOSSARY, UPSTREAM, TEXTS, BY_HAND = "glossary.patch", "built-in-glossary.patch", "texts.patch", "by-hand.txt"


def propose_entries(
    settlement: Adjudication, folder: Path, root: Path, folders: tuple[Path, ...], glossary_only: bool
) -> list[str]:
    """Write the patch of entries, or remove it if no change is needed; returns lines for the user."""
    entry_proposals = proposals(settlement.standing, shelf(root, folders, glossary_only))
    _write_or_remove(folder / GLOSSARY, entry_proposals.patch)
    _write_or_remove(folder / UPSTREAM, entry_proposals.upstream)
    return [f"glossary: {line}" for line in _of_entries(entry_proposals, folder)]


def _of_entries(entry_proposals: Proposals, folder: Path) -> Iterator[str]:
    yield from entry_proposals.notes
    if entry_proposals.patch:
        yield f"look at {_file_label(folder / GLOSSARY)} and apply it with `git apply`"
    if entry_proposals.new_folder:
        yield f"then name {printable(entry_proposals.new_folder)} in [glossary] dirs of taiyaku.toml"
    for reason in (*entry_proposals.conflicts, *entry_proposals.refused, *entry_proposals.problems):
        yield f"not proposed: {reason}"


def propose_texts(text_patch: TextPatch, folder: Path, root: Path) -> list[str]:
    """Write the patch of source files and the list of the rest, or remove them; returns lines for the user."""
    _write_or_remove(folder / TEXTS, text_patch.patch)
    _write_or_remove(
        folder / BY_HAND, "".join(f"{line}\n" for line in text_patch.by_hand).encode("utf-8", "surrogatepass")
    )
    return [f"texts: {line}" for line in _of_texts(text_patch, folder, root)]


def _of_texts(text_patch: TextPatch, folder: Path, root: Path) -> Iterator[str]:
    if text_patch.patch:
        edits, files = sum(len(correction.edits) for correction in text_patch.patched), len(text_patch.patched)
        places = f"{edits:,} place{'s' * (edits != 1)} in {files:,} file{'s' * (files != 1)}"
        elsewhere = (
            f" in {_file_label(text_patch.folder)}"
            if text_patch.folder
            else " in the folder that the sources' paths count from (name it with --root to apply the patch from here)"
        )
        location = "" if text_patch.folder == root else elsewhere
        yield f"{places} can be corrected: apply {_file_label(folder / TEXTS)} with `git apply`{location}"
    if text_patch.moved:
        places = f"{text_patch.moved:,} accepted place{'s are' if text_patch.moved != 1 else ' is'}"
        yield f"{places} no longer where the build had them: corrected already, or edited; the next build tells"
    yield from _fate_lines(text_patch.fates)
    if text_patch.by_hand:
        yield f"{len(text_patch.by_hand):,} to be corrected by hand: {_file_label(folder / BY_HAND)}"
        yield from (f"by hand: {line}" for line in text_patch.by_hand[:_LISTED])
        if (more := len(text_patch.by_hand) - _LISTED) > 0:
            yield f"by hand: {more:,} more in {_file_label(folder / BY_HAND)}"


def _fate_lines(fates: Sequence[CorrectionFate]) -> Iterator[str]:
    """Yield the fates of the places of each decision that has several, and the total."""
    by_decision = grouped(fates, lambda fate: fate.decision)
    several = [(decision, place_fates) for decision, place_fates in by_decision.items() if len(place_fates) > 1]
    for decision, place_fates in several[:_LISTED]:
        words = f" → “{decision.words}”" if decision.words else ""
        question = decision.question
        yield printable(f"{question.path}: {question.rule} “{quoted_words(question)}”{words}: {_counts(place_fates)}")
    if (more := len(several) - _LISTED) > 0:
        yield f"{more:,} more decisions on several places"
    if fates:
        yield f"{len(fates):,} accepted place{'s' * (len(fates) != 1)}: {_counts(fates, with_reasons=False)}"


def _counts(fates: Iterable[CorrectionFate], with_reasons: bool = True) -> str:
    """Return how many places had each fate: 6 patched, 1 by hand: inside the target of a link."""
    counts = Counter((fate.fate, fate.reason if with_reasons else "") for fate in fates)
    ordered = sorted(counts, key=lambda kind: (FATES.index(kind[0]), kind[1]))
    return ", ".join(f"{counts[kind]:,} {kind[0]}{': ' * bool(kind[1])}{kind[1]}" for kind in ordered)


def _write_or_remove(file: Path, content: bytes) -> None:
    """Write a file, or remove it if there is no content."""
    if content:
        write(file, content)
    else:
        file.unlink(missing_ok=True)


def _file_label(file: Path) -> str:
    return printable(path_from_here(file))
