"""Texts: what reviewers accepted as a patch of the source files, and a list of what no patch can do."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from corpus.errors import UnreadableError
from corpus.records import Document
from corpus.sources.decoding import decode
from corpus.sources.encoding_roundtrip import RewritingError, form_of, rewritten
from corpus.text.printable import printable
from flows.files.build_reader import PublishedBuild
from glossary.decisions.adjudication import Settled
from glossary.findings.fingerprints import mark
from glossary.fixing.edits import Edit, Shift, applied
from glossary.fixing.patch import patch
from glossary.report.positions import LineIndex, where
from glossary.review.intake.corrections import CorrectedDocument, Wish, corrected, wishes

_UNREADABLE = "the file cannot be read and written again as the build read it"
_FOLLOWING = 8  # characters behind an edit by which it is known


@dataclass(frozen=True, slots=True)
class TextPatch:
    """What is to be changed in the texts of a build."""

    patch: bytes  # empty: nothing can be changed by a patch
    folder: Path | None  # where it is to be applied; None: where the paths of the build count from
    made: tuple[CorrectedDocument, ...]  # the documents that it changes, as they are now
    by_hand: tuple[str, ...]  # a line for each change that the patch leaves out
    moved: int = 0  # accepted places that are no longer where the build had them
    now: tuple[CorrectedDocument, ...] = ()  # the build's documents with those corrections that their files have by now
    then: tuple[CorrectedDocument, ...] = ()  # and with those that they will have


NO_TEXTS = TextPatch(b"", None, (), ())


def texts(build: PublishedBuild, done: Settled, root: Path, roots: Iterable[Path]) -> TextPatch:
    """The patch for the source files of a build, as they are now below one of the roots; else for its own texts."""
    found = corrected(wishes(build.findings, done, build.documents), build.documents)
    top = _top([one.document for one in found], root, roots)
    pages = [_page(one, _file(one.document, top)) for one in found]
    patched = [(one, _patch(one.left, one.file, top, root)) for one in pages]
    by_hand = [line for one, changes in patched for line in _by_hand(one.left, bool(changes) or not one.left.edits)]
    return TextPatch(
        patch=b"".join(changes for _, changes in patched),
        folder=root if top and top.is_relative_to(root) else top,
        made=tuple(one.left for one, changes in patched if changes),
        by_hand=tuple(by_hand),
        moved=sum(one.moved for one in pages),
        now=tuple(one.now for one in pages if one.now),
        then=tuple(one.then for one in pages if one.then),
    )


@dataclass(frozen=True, slots=True)
class _Page:
    """A document with what is left to be done in its file."""

    file: _File
    left: CorrectedDocument  # offsets into the file's text
    now: CorrectedDocument | None = None
    then: CorrectedDocument | None = None
    moved: int = 0


def _page(one: CorrectedDocument, file: _File) -> _Page:
    """What is left to be done: all of it, or what was not done yet; of a file that was edited, what is found again."""
    if file.document.text == one.document.text:
        return _Page(file, one, then=one)
    made = made_already(one.edits, one.document.text, file.document.text)
    if made is not None:
        shift = Shift(made)
        rest = (each for each in one.edits if each not in made)
        moved = tuple(
            each._replace(start=shift.start(each.start), end=shift.start(each.start) + each.end - each.start)
            for each in rest
        )
        here = replace(
            one, document=file.document, edits=moved, asked=_moved(one.asked, shift), left=_moved(one.left, shift)
        )
        return _Page(file, here, replace(one, edits=tuple(made)), one)
    placed = [again for wish in one.asked if (again := _placed(wish, one.document, file.document))]
    found = corrected(placed, {file.document.doc_id: file.document})
    left = found[0] if found else CorrectedDocument(file.document, ())
    return _Page(file, left, moved=len(one.asked) - len(placed))


def _moved(wishes: Iterable[Wish], shift: Shift) -> tuple[Wish, ...]:
    """Changes where their places are after edits."""
    return tuple(_at(wish, shift.start(wish.at.start)) for wish in wishes)


def _at(wish: Wish, start: int) -> Wish:
    """A change with its place moved."""
    return replace(wish, at=replace(wish.at, start=start, end=start + wish.at.end - wish.at.start))


def made_already(edits: Sequence[Edit], before: str, after: str) -> list[Edit] | None:
    """Those of some edits that a text has by now; None where it differs by more than them."""
    made: list[Edit] = []
    position, shift = 0, 0
    for one, stop in zip(edits, [*(each.start for each in edits[1:]), len(before)], strict=True):
        start = one.start + shift
        if before[position : one.start] != after[position + shift : start]:
            return None
        surface = before[one.start : one.end]
        follows = before[one.end : stop][:_FOLLOWING]  # decides where words and surface begin alike: 操作, 操作员
        if after.startswith(one.words + follows, start):
            made.append(one)
            shift += len(one.words) - len(surface)
        elif not after.startswith(surface, start):
            return None
        position = one.end
    return made if before[position:] == after[position + shift :] else None


@dataclass(frozen=True, slots=True)
class _File:
    """A document as it is now, and the bytes that hold it; None where they are not known."""

    document: Document
    data: bytes | None


def _top(documents: Sequence[Document], root: Path, roots: Iterable[Path]) -> Path | None:
    """The folder that the paths of documents count from: the first that has most of the files; None without any."""
    absolute = [Path(os.path.abspath(one)) for one in (*roots, root)]
    candidates = list(dict.fromkeys(above for one in absolute for above in (one, *one.parents)))
    counts = {one: sum((one / document.path).is_file() for document in documents) for one in candidates}
    return max((one for one in candidates if counts[one]), key=lambda one: counts[one], default=None)


def _file(document: Document, top: Path | None) -> _File:
    """A document with its file's text of today, where that can be read as the build read it."""
    try:
        data = (top / document.path).read_bytes() if top else document.text.encode("utf-8", "surrogatepass")
    except OSError:
        return _File(document, None)
    if sha256(data).hexdigest() == document.sha256:
        return _File(document, data)
    if not top or document.media_type == "text/html":
        return _File(document, None)
    try:
        text = decode(data, document.locale).text
    except UnreadableError:
        return _File(document, None)
    return _File(replace(document, text=text, chars=len(text)), data)


def _placed(one: Wish, before: Document, now: Document) -> Wish | None:
    """A change where its place is now; None where the place is gone: corrected already, or edited."""
    surface = one.at.surface
    own = {mark(before.text, one.at.start, one.at.end), *one.decision.asked.marks}
    starts = (met.start() for met in re.finditer(re.escape(surface), now.text))
    found = [at for at in starts if mark(now.text, at, at + len(surface)) in own]
    nearest = min(found, key=lambda at: (abs(at - one.at.start), at), default=None)
    return None if nearest is None else _at(one, nearest)


def _patch(one: CorrectedDocument, file: _File, top: Path | None, root: Path) -> bytes:
    """The patch of a file; empty where nothing is to be edited, or its bytes are not known to hold its text so."""
    document = one.document
    if not one.edits or file.data is None:
        return b""
    try:
        form = form_of(file.data, document.text, document.locale)
        after = rewritten(form, applied(document.text, one.edits), document.locale)
    except RewritingError:
        return b""
    place = top / document.path if top else Path(document.path)
    named = place.relative_to(root).as_posix() if place.is_relative_to(root) else document.path
    return patch(named, file.data, after)


def _by_hand(one: CorrectedDocument, patched: bool) -> Iterator[str]:
    """A line for each change that no patch makes, with the reason."""
    lines = LineIndex(one.document.text)
    extracted = one.document.media_type == "text/html"
    for wish in one.left if patched else one.asked:
        place = where(one.document.path, lines.position(wish.at.start), extracted)
        by = f"{wish.decision.who}, {wish.decision.when[:10]}"
        yield printable(f"{place}: {_wanted(wish)} ({by}): {wish.reason or _UNREADABLE}")


def _wanted(one: Wish) -> str:
    decision = one.decision
    if decision.text:
        return f"“{decision.asked.target}” → “{decision.text}”"
    return f"“{one.at.surface}”" + (f" → “{one.words}”" if one.words else "")
