"""Report inputs: the files and folders that a check's report depends on, besides taiyaku itself; and the settings'
patterns that match none of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from corpus.formats import EXTENSIONS
from corpus.languages import parse_tag
from corpus.sources.discovery import DiscoveredSources
from corpus.sources.work_and_language import glob, possible_originals, split_extension
from corpus.text.printable import printable
from flows.checking.check_request import CheckRequest
from flows.console.kept_reports import Input
from flows.files.review_folder import DECISIONS
from flows.options.flow_parameters import CheckOptions
from flows.options.settings import CONFIG
from glossary.findings.rule_selection import FolderSelection
from glossary.rules.usages import usage_file


def inputs_of(
    request: CheckRequest, config: Path | None, baseline: Path | None, sources: DiscoveredSources | None = None
) -> Iterator[Input]:
    """Yield what a check reads or looks for: a file that does not exist yet may change a report, too."""
    cwd, options = Path.cwd(), request.options
    sources = sources or request.find_sources()
    yield from (("folder", folder) for folder in (*sources.folders, str(sources.root)))
    for path in sources.walked:
        if split_extension(path)[1] in EXTENSIONS:
            yield "file", path
            yield from (("file", str(original)) for original in possible_originals(Path(path)))
    for file in sources.root.iterdir():  # those that make the root a work's own folder
        if parse_tag(file.stem) and file.suffix in EXTENSIONS:
            yield "file", str(file)
    yield from (("file", str(file)) for file in (config or cwd / CONFIG, baseline, request.original) if file)
    yield from (("file", str(folder / ".git")) for folder in (cwd, *cwd.parents))
    yield "file", str(options.build / usage_file.FILE)
    for place in judging_places(options):
        yield ("folder" if place.is_dir() else "file"), str(place)
        for name in os.listdir(place) if place.is_dir() else ():
            yield "file", str(place / name)


def judging_places(options: CheckOptions) -> list[Path]:
    """Return the files and folders that affect all pages: glossaries, lexicons and reviewers' decisions."""
    decisions = [options.review / DECISIONS] if options.review else []
    scoped_dirs = [place for scope in options.scopes for place in scope.dirs]
    return [*options.glossary, *scoped_dirs, *options.lexicons, *decisions]


def unmatched_patterns(request: CheckRequest, discovered: DiscoveredSources) -> list[str]:
    """Return a line for each pattern of the settings that matches no file, if all files it could match were walked."""
    options, base = request.options, request.base
    folders = [("[check.per_folder]", folder.pattern) for folder in request.selection.folders]
    folders += [("[[glossary.scopes]]", pattern) for scope in options.scopes for pattern in scope.folders]
    patterns: list[tuple[str, Path, str, Callable[[str], object]]]
    patterns = [(place, base, pattern, FolderSelection(pattern).fits) for place, pattern in folders]
    if options.root or any(map(os.path.isdir, options.sources)):  # else the works count from the folder of a file
        works = [entry for works in options.works for entry in works.items()]
        patterns += [(f"[[works]] {tag}", discovered.root, text, glob(text).fullmatch) for tag, text in works]
    sources = [Path(os.path.abspath(source)) for source in options.sources]
    lines = []
    for place, top, pattern, fits in patterns:
        beginning = top / (pattern.partition("*")[0].rpartition("/")[0] if "*" in pattern else pattern)
        was_met = not beginning.exists() or any(beginning.is_relative_to(source) for source in sources)
        if was_met and not any(fits(Path(os.path.relpath(path, top)).as_posix()) for path in discovered.walked):
            remedy = f"correct the pattern, which counts from {printable(top)}"
            lines.append(f"{place} {printable(pattern)}: fits no file; {remedy}")
    return list(dict.fromkeys(lines))
