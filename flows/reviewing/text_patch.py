"""The text patch: accepted changes to the source files, and a list of those that no patch can make."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from corpus.errors import UnreadableError
from corpus.formats import format_of, places_of
from corpus.records import Document
from corpus.sources.decoding import RewritingError, decode, form_of, rewritten
from corpus.sources.documents import read_again, with_source
from corpus.text.printable import printable
from flows.files.build_reader import PublishedBuild
from glossary.decisions.adjudication import Adjudication
from glossary.decisions.decision import Decision
from glossary.desk.report.positions import LineIndex, place_text
from glossary.desk.review.intake.corrections import (
    CorrectedDocument,
    Correction,
    accepted_corrections,
    corrected_documents,
)
from glossary.findings.fingerprints import mark
from glossary.fixing.edits import Edit, Shift, apply_edits
from glossary.fixing.patch import patch

_UNREADABLE = "the file cannot be read and written again as the build read it"
_NOT_FOUND = "its file was not found; name the folder that was built with --root"
_FOLLOWING = 8  # characters after an edit by which it is known


class CorrectionFate(NamedTuple):
    """What happens to a place of an accepted change."""

    decision: Decision
    fate: str  # one of FATES
    reason: str = ""  # why it is left to a person


FATES = ("patched", "corrected already", "by hand", "no longer there")


@dataclass(frozen=True, slots=True)
class TextPatch:
    """The changes to the texts of a build."""

    patch: bytes  # empty: nothing can be changed by a patch
    folder: Path | None  # where it is to be applied; None: where the paths of the build count from
    patched: tuple[CorrectedDocument, ...]  # the documents that it changes, as they are now
    by_hand: tuple[str, ...]  # a line for each change that the patch leaves out
    fates: tuple[CorrectionFate, ...] = ()  # what becomes of each place that was accepted
    moved: int = 0  # accepted places that are no longer where the build had them
    # The build's documents with those corrections that their files have by now.
    current: tuple[CorrectedDocument, ...] = ()
    then: tuple[CorrectedDocument, ...] = ()  # and with those that they will have


NO_TEXTS = TextPatch(b"", None, (), ())


def texts(build: PublishedBuild, settlement: Adjudication, root: Path, roots: Iterable[Path]) -> TextPatch:
    """Return the patch for a build's source files as found below one of the roots; otherwise for its own texts."""
    corrections = corrected_documents(
        accepted_corrections(build.findings, settlement, build.documents), build.documents
    )
    top = _top([correction.document for correction in corrections], root, roots)
    pages = [_page(correction, _file(correction.document, top)) for correction in corrections]
    patched = [(page, _patch(page.remaining, page.file, top, root)) for page in pages]
    unpatched = _UNREADABLE if top else _NOT_FOUND
    by_hand = [line for page, changes in patched for line in _manual_lines(page.remaining, bool(changes), unpatched)]
    return TextPatch(
        patch=b"".join(changes for _, changes in patched),
        folder=root if top and top.is_relative_to(root) else top,
        patched=tuple(page.remaining for page, changes in patched if changes),
        by_hand=tuple(by_hand),
        fates=tuple(fate for page, changes in patched for fate in _fates(page, bool(changes), unpatched)),
        moved=sum(len(page.gone) for page in pages),
        current=tuple(page.current for page in pages if page.current),
        then=tuple(page.then for page in pages if page.then),
    )


@dataclass(frozen=True, slots=True)
class _PatchedPage:
    """A document with the remaining changes to its file."""

    file: _TextFile
    remaining: CorrectedDocument  # offsets into the file's text
    current: CorrectedDocument | None = None
    then: CorrectedDocument | None = None
    corrected: tuple[Correction, ...] = ()  # what its file has by now
    gone: tuple[Correction, ...] = ()  # what is not where the build had it


def _fates(page: _PatchedPage, patched: bool, unpatched: str) -> Iterator[CorrectionFate]:
    by_hand = _left_to_a_person(page.remaining, patched)
    listed = {_key(wish) for wish in by_hand}
    yield from (
        CorrectionFate(wish.decision, "patched") for wish in page.remaining.corrections if _key(wish) not in listed
    )
    yield from (CorrectionFate(wish.decision, "corrected already") for wish in page.corrected)
    yield from (CorrectionFate(wish.decision, "by hand", wish.reason or unpatched) for wish in by_hand)
    yield from (CorrectionFate(wish.decision, "no longer there") for wish in page.gone)


def _key(wish: Correction) -> tuple[int, int, Decision]:
    return wish.place.start, wish.place.end, wish.decision


def _left_to_a_person(correction: CorrectedDocument, patched: bool) -> tuple[Correction, ...]:
    return correction.unapplied if patched or not correction.edits else correction.corrections


def _page(correction: CorrectedDocument, file: _TextFile) -> _PatchedPage:
    """Return the remaining changes: all, or those not made yet; in an edited file, those that can be located."""
    if file.document.text == correction.document.text:
        return _PatchedPage(file, correction, then=correction)
    made_edits = made_already(correction.edits, correction.document.text, file.document.text)
    if made_edits is not None:
        shift = Shift(made_edits)
        rest = (edit for edit in correction.edits if edit not in made_edits)
        moved = tuple(
            edit._replace(start=shift.start(edit.start), end=shift.start(edit.start) + edit.end - edit.start)
            for edit in rest
        )
        corrected = tuple(wish for wish in correction.corrections if _is_made(wish, made_edits))
        still = (wish for wish in correction.corrections if wish not in corrected)
        shifted = CorrectedDocument(
            file.document,
            _shift_corrections(still, shift),
            moved,
            _shift_corrections(correction.unapplied, shift),
        )
        return _PatchedPage(file, shifted, replace(correction, edits=tuple(made_edits)), correction, corrected)
    relocated = [(wish, _relocate(wish, correction.document, file.document)) for wish in correction.corrections]
    placed = [placed_wish for _, placed_wish in relocated if placed_wish]
    corrections = corrected_documents(placed, {file.document.doc_id: file.document})
    remaining = corrections[0] if corrections else CorrectedDocument(file.document, ())
    return _PatchedPage(file, remaining, gone=tuple(wish for wish, placed_wish in relocated if not placed_wish))


def _is_made(wish: Correction, made_edits: Iterable[Edit]) -> bool:
    """Return whether the place of a change is among the edits made."""
    start, end = wish.place.start, wish.place.end
    return any(
        max(start, edit.start) < min(end, edit.end) or (start == edit.start and end == edit.end) for edit in made_edits
    )


def _shift_corrections(wishes: Iterable[Correction], shift: Shift) -> tuple[Correction, ...]:
    return tuple(_move_to(wish, shift.start(wish.place.start)) for wish in wishes)


def _move_to(wish: Correction, start: int) -> Correction:
    return replace(wish, place=replace(wish.place, start=start, end=start + wish.place.end - wish.place.start))


def made_already(edits: Sequence[Edit], before: str, after: str) -> list[Edit] | None:
    """Return the edits that a text already has; None if it differs in anything else."""
    made_edits: list[Edit] = []
    position, shift = 0, 0
    for edit, stop in zip(edits, [*(later.start for later in edits[1:]), len(before)], strict=True):
        start = edit.start + shift
        if before[position : edit.start] != after[position + shift : start]:
            return None
        surface = before[edit.start : edit.end]
        follows = before[edit.end : stop][:_FOLLOWING]  # decides where words and surface begin alike: 操作, 操作员
        if after.startswith(edit.words + follows, start):
            made_edits.append(edit)
            shift += len(edit.words) - len(surface)
        elif not after.startswith(surface, start):
            return None
        position = edit.end
    return made_edits if before[position:] == after[position + shift :] else None


@dataclass(frozen=True, slots=True)
class _TextFile:
    """A document in its current state, and the bytes of its file; None if unknown."""

    document: Document
    data: bytes | None


def _top(documents: Sequence[Document], root: Path, roots: Iterable[Path]) -> Path | None:
    """Return the folder that document paths count from: the first with the most of the files; None if none fits."""
    absolute = [Path(os.path.abspath(folder)) for folder in (*roots, root)]
    below = sorted(folder for folder in absolute[-1].iterdir() if folder.is_dir())
    above = [folder for start in absolute for folder in (start, *start.parents)]
    candidates = list(dict.fromkeys([*above, *below]))
    counts = {folder: sum((folder / document.path).is_file() for document in documents) for folder in candidates}
    return max((folder for folder in candidates if counts[folder]), key=lambda folder: counts[folder], default=None)


def _file(document: Document, top: Path | None) -> _TextFile:
    """Return a document with its file's current text, if that can be read as the build read it."""
    try:
        data = (top / document.path).read_bytes() if top else document.text.encode("utf-8", "surrogatepass")
    except OSError:
        return _TextFile(document, None)
    if sha256(data).hexdigest() == document.sha256:
        return _TextFile(document, data)
    form = format_of(document.media_type)
    if not top or (form.is_extracted and form.rewritten is None):
        return _TextFile(document, None)
    try:
        text = decode(data, document.locale).text
        current = read_again(document, text) if form.rewritten else replace(document, text=text, chars=len(text))
    except UnreadableError:
        return _TextFile(document, None)
    return _TextFile(current, data)


def _relocate(wish: Correction, before: Document, after: Document) -> Correction | None:
    """Return a change at its current place; None if the place is gone: corrected already, or edited."""
    surface = wish.place.surface
    marks = {mark(before.text, wish.place.start, wish.place.end), *wish.decision.question.marks}
    starts = (match.start() for match in re.finditer(re.escape(surface), after.text))
    offsets = [offset for offset in starts if mark(after.text, offset, offset + len(surface)) in marks]
    nearest = min(offsets, key=lambda offset: (abs(offset - wish.place.start), offset), default=None)
    return None if nearest is None else _move_to(wish, nearest)


def _patch(correction: CorrectedDocument, file: _TextFile, top: Path | None, root: Path) -> bytes:
    """Return the patch of a file; empty if nothing is edited, or its bytes are not known or do not match its text."""
    document = correction.document
    if not correction.edits or file.data is None:
        return b""
    rewrite, source = format_of(document.media_type).rewritten, document.text
    text = apply_edits(document.text, correction.edits)
    try:
        if rewrite:
            source = decode(file.data, document.locale).text
            with_source(document, source)
            text = rewrite(source, text)
        form = form_of(file.data, source, document.locale)
        after = rewritten(form, text, document.locale)
    except (RewritingError, UnreadableError):
        return b""
    place = top / document.path if top else Path(document.path)
    name = place.relative_to(root).as_posix() if place.is_relative_to(root) else document.path
    return patch(name, file.data, after)


def _manual_lines(correction: CorrectedDocument, patched: bool, unpatched: str) -> Iterator[str]:
    """Yield a line for each change that no patch makes, with the reason."""
    places = places_of(correction.document)
    lines = LineIndex(correction.document.text, places)
    extracted = format_of(correction.document.media_type).is_extracted and not places
    for wish in _left_to_a_person(correction, patched):
        place = place_text(correction.document.path, lines.position(wish.place.start), extracted)
        by = f"{wish.decision.who}, {wish.decision.when[:10]}"
        yield printable(f"{place}: {_correction_text(wish)} ({by}): {wish.reason or unpatched}")


def _correction_text(wish: Correction) -> str:
    decision = wish.decision
    if decision.text:
        return f"“{decision.question.target}” → “{decision.text}”"
    return f"“{wish.place.surface}”" + (f" → “{wish.words}”" if wish.words else "")
