"""Proposals: what reviewers' decisions ask of the glossary, as a patch of its entries for a terminologist to review.

The modules, in the order of the work: `requests`, what each decision wants changed, who agrees, what conflicts, and
every line about it that people read; `glossary_layers`, where each entry is, and its text; `changes`, the text of
an entry with a change; `patch_files`, with which changes the glossary still loads, and their patches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from corpus.text.printable import printable
from glossary.decisions.decision import Decision
from glossary.desk.review.proposals.glossary_layers import GlossaryLayers
from glossary.desk.review.proposals.patch_files import Entries, edited_texts, patches, validate_changes
from glossary.desk.review.proposals.requests import (
    change_requests,
    note,
    opposing_decisions,
    remark,
    request_text,
    without_conflicts,
)


@dataclass(frozen=True, slots=True)
class Proposals:
    """What is proposed, and what is not, with the reasons."""

    patch: bytes  # for the files of the user, or of a work tree of this project; empty: nothing is proposed
    files: Mapping[str, bytes]  # by path: each file of the patch as it is with it
    upstream: bytes  # the same for the entries that cannot be edited where they stand, for those who keep them
    notes: tuple[str, ...]  # a line for each proposal
    conflicts: tuple[str, ...] = ()  # a line for what decisions ask that does not go together
    refused: tuple[str, ...] = ()  # a line for each change with which the glossary does not load
    problems: tuple[str, ...] = ()  # a line for each decision from which no change can be made
    new_folder: str = ""  # a folder that the patch makes, to be named in `[glossary] dirs`; empty: none


def proposals(decisions: Iterable[Decision], shelf: GlossaryLayers) -> Proposals:
    """Return the changes that standing decisions, in any order, ask of a glossary (see `shelf`).

    The patch holds the changes that are compatible and with which the glossary loads. It is for files that can be
    edited in place. For any other entry, a `[[change]]` goes into the overlay's `reviewed.toml`, and the same
    change, made in place, into `upstream`. Decisions whose change the glossary already has ask for nothing.
    """
    decisions = list(decisions)
    wishes, unclear = change_requests(decisions, shelf.termbase)
    wishes, conflicts = without_conflicts(wishes)
    texts = shelf.texts(change.concept_id for change in wishes)
    remarks = {change: remark(change, backing) for change, backing in wishes.items() if change.concept_id in texts}
    entries = Entries(shelf, texts, remarks)
    outcome = validate_changes(entries)
    upstream = Entries(shelf, shelf.built_in_texts(texts), remarks)
    patched = patches(
        edited_texts(outcome.accepted, entries),
        edited_texts([change for change in outcome.accepted if change.concept_id in upstream.texts], upstream),
        shelf,
    )
    accepted = {change: wishes[change] for change in outcome.accepted}
    other, by_id = opposing_decisions(accepted, decisions), shelf.termbase.by_id
    return Proposals(
        *patched,
        notes=tuple(
            note(shelf.path(change.concept_id), change, backing, other.get(change, ()), by_id[change.concept_id])
            for change, backing in accepted.items()
        ),
        conflicts=tuple(conflicts),
        refused=tuple(
            f"{request_text(change, wishes[change])}: left out: {printable(fault)}"
            for change, fault in outcome.refused.items()
        ),
        problems=(
            *unclear,
            *(
                f"{request_text(change, backing)}: {printable(shelf.homes[change.concept_id].path)} cannot be edited "
                "from here; edit the entry by hand"
                for change, backing in wishes.items()
                if change not in remarks
            ),
        ),
        new_folder=shelf.overlay if shelf.is_new and shelf.overlay_file in patched.files else "",
    )
