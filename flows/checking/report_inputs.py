"""Report inputs: the files and folders that the report of a check depends on, beside taiyaku itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from corpus.formats import EXTENSIONS
from corpus.languages import parse_tag
from corpus.sources import discovery
from corpus.sources.originals import possible_originals
from corpus.sources.work_and_language import split_extension
from flows.checking.check_request import CheckRequest
from flows.console.kept_reports import Input
from flows.files.review_folder import DECISIONS
from flows.options.settings import CONFIG
from glossary.rules.usages import usage_file


def inputs_of(request: CheckRequest, config: Path | None, baseline: Path | None) -> Iterator[Input]:
    """Yield what a check reads, and what it looks for: a file that is not there yet may change a report, too."""
    cwd, options = Path.cwd(), request.options
    sources = discovery.find(options.sources, options.root, options.exclude, options.works, options.out)
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
    decisions = [options.review / DECISIONS] if options.review else []
    scoped_dirs = [place for scope in options.scopes for place in scope.dirs]
    for place in (*options.glossary, *scoped_dirs, *options.lexicons, *decisions):
        yield ("folder" if place.is_dir() else "file"), str(place)
        for name in os.listdir(place) if place.is_dir() else ():
            yield "file", str(place / name)
