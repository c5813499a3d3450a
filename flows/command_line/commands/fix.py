"""`taiyaku check --fix` and `--diff`: fixed pages, written back to their files or shown as a patch."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from corpus.formats import format_of
from corpus.sources.decoding import decode
from corpus.sources.discovery import SourceError
from corpus.storage.cache_files import cache_folder
from corpus.text.printable import printable
from flows.checking.check_request import FixedPage
from flows.files.atomic_write import is_running
from glossary.desk.report.check_report import CheckedPage
from glossary.desk.report.wording import word, word_list
from glossary.fixing.patch import patch

_PREFIX, _SUFFIX = ".taiyaku-", ".tmp"
_SHOWN = 5  # words that an encoding lacks


def is_fix_requested(options: argparse.Namespace) -> bool:
    """Return whether pages are to be fixed, or the changes to be shown."""
    return bool(options.fix or options.diff)


def refuse(options: argparse.Namespace) -> None:
    """Raise SourceError if options cannot be combined."""
    option = "--diff" if options.diff else "--fix"
    if not is_fix_requested(options):
        return
    if options.diff and options.format != "text":
        raise SourceError(f"--diff prints a patch, not a report; omit --format {options.format}")
    if options.diff and options.outputs:
        raise SourceError("--diff prints a patch, not a report; omit --output")
    if options.diff and options.update_baseline:
        raise SourceError("--diff writes no files; omit --update-baseline")
    if options.format != "text" and "-" in map(str, options.sources):
        raise SourceError(f"{option} writes the page to standard output; omit --format {options.format}")


def apply_to_pages(
    pages: Sequence[CheckedPage], piped_bytes: bytes | None, shows: bool, lang: str
) -> tuple[list[CheckedPage], bool, list[str]]:
    """Return the current pages, whether any has changed, and remarks. The patch is printed (`shows`), or files are
    written; fixed standard input (`piped_bytes`) goes to standard output.
    """
    results: list[CheckedPage] = []
    lines: list[str] = []
    for page in pages:
        if isinstance(page, FixedPage):
            page = _write_or_print(page, piped_bytes, shows)
            lines += _remarks(page, shows, lang)
        results.append(page)
    mended = [result for result in results if isinstance(result, FixedPage)]
    if piped_bytes is not None and not shows:
        _print_bytes(next((result.after for result in mended if result.edits), piped_bytes))
    reported: list[CheckedPage] = [
        result.unmended if isinstance(result, FixedPage) and result.refused else result for result in results
    ]
    return reported, any(result.edits for result in mended), [*dict.fromkeys(lines), *_summary(mended, shows, lang)]


def _write_or_print(page: FixedPage, piped_bytes: bytes | None, shows: bool) -> FixedPage:
    """Print a page's changes, or write it to its file; if that fails, the page counts as not fixed."""
    if shows:
        _print_bytes(_patch(page))
    elif page.edits and piped_bytes is None and (why := _write_page(page)):
        return replace(page, edits=(), unsure=0, unwritable=(), refused=why)
    return page


def _patch(page: FixedPage) -> bytes:
    """Return the patch in the file's own encoding, or in UTF-8 for a terminal and for UTF-16 files."""
    if not page.edits:
        return b""
    if sys.stdout.isatty() or _is_utf16(page):
        texts = (decode(data).text.encode("utf-8", "surrogatepass") for data in (page.before, page.after))
        return patch(page.shown_path, *texts)
    return patch(page.shown_path, page.before, page.after)


def _is_utf16(page: FixedPage) -> bool:
    return page.form.startswith(("UTF-16", "UTF-32"))


def _print_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _write_page(page: FixedPage) -> str:
    """Write a page to its file atomically; returns the reason if it was not written."""
    place = Path(os.path.realpath(page.file))  # a link stays one
    try:
        if place.read_bytes() != page.before:
            return "it has changed since it was read"
        if not os.access(place, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            return "read-only"
        rewrite(place, page.after)
    except (FileNotFoundError, PermissionError) as error:
        return str(error.strerror)
    return ""


def _remarks(page: FixedPage, shows: bool, lang: str) -> Iterator[str]:
    """Yield remarks on one page; for an extracted format, the same text for all its pages."""
    if page.refused:
        remark = word("not-fixed", lang, reason=page.refused)
        name = format_of(page.document.media_type).name if page.is_extracted else page.shown_path
        yield printable(f"{name}: {remark}")
    if page.unwritable:
        words = word_list(page.unwritable[:_SHOWN], lang)
        remark = word("not-in-encoding", lang, encoding=page.form, words=words)
        yield printable(f"{page.shown_path}: {remark}")
    if shows and page.edits and _is_utf16(page) and not sys.stdout.isatty():
        yield printable(f"{page.shown_path}: {page.form}: shown as UTF-8, so the patch cannot be applied")


def _summary(pages: Sequence[FixedPage], shows: bool, lang: str) -> Iterator[str]:
    rules = Counter(edit.rule for page in pages for edit in page.edits)
    files = sum(bool(page.edits) for page in pages)
    counts = word_list([f"{rule} {count:,}" for rule, count in sorted(rules.items())], lang)
    if rules:
        key = "would-fix" if shows else "fixed"
        yield word(key, lang, rules.total(), files=word("files", lang, files), rules=counts)
    else:
        yield word("fixes-nothing", lang)
    if unsure := sum(page.unsure for page in pages):
        yield word("unsure", lang, unsure)
    if guarded := sum(page.guarded for page in pages):
        yield word("guarded", lang, guarded)


def rewrite(place: Path, data: bytes) -> None:
    """Replace a file's bytes atomically, keeping its mode and owner; a crash leaves either the old or the new bytes."""
    if not _rewrite_by(_cache_beside(place), place, data):
        _rewrite_by(place.parent, place, data)


def _cache_beside(place: Path) -> Path | None:
    """Return the cache folder for rewriting, or None if it is not on the same disk as the file."""
    folder = cache_folder("rewriting")
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if folder.stat().st_dev == place.stat().st_dev:
            return folder
    return None


def _rewrite_by(folder: Path | None, place: Path, data: bytes) -> bool:
    """Write the bytes in a folder and move them over the file; False where it cannot be moved from there."""
    if folder is None:
        return False
    _remove_leftovers(folder)
    status = place.stat()
    number, name = tempfile.mkstemp(prefix=f"{_PREFIX}{os.getpid()}-", suffix=_SUFFIX, dir=folder)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(PermissionError):
            os.chown(name, status.st_uid, status.st_gid)
        os.chmod(name, status.st_mode & 0o7777)
        os.replace(name, place)
    except BaseException as error:
        with suppress(FileNotFoundError):
            os.unlink(name)
        if isinstance(error, OSError) and folder != place.parent:
            return False  # another file system after all, or a full one
        raise
    return True


def _remove_leftovers(folder: Path) -> None:
    """Remove temporary files of processes that no longer run."""
    for file in folder.glob(f"{_PREFIX}*-*{_SUFFIX}"):
        process = file.name.removeprefix(_PREFIX).partition("-")[0]
        if process.isdecimal() and not is_running(int(process)):
            with suppress(OSError):
                file.unlink()
