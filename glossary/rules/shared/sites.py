"""Sites: which documents belong together, as far as their paths tell: one site, one language and script."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import PurePosixPath

from corpus.languages import is_traditional, parse_tag
from glossary.rules.digest import Digest

Site = tuple[str, str, bool]  # its folder, language, and whether in Traditional characters


def sites(digests: Iterable[Digest]) -> Mapping[Site, Sequence[Digest]]:
    """Return the documents of each site, in order of paths. The first folder in which paths differ is the site's, if
    that stands above language, work and year: docs/zh/a.md and blog/zh/b.md are two sites, zh/a/1.md and zh/b/2.md one.
    """
    listed = sorted(digests, key=lambda digest: digest.path)
    above = [_folders(digest.path) for digest in listed]
    shared = _shared_depth(above)
    by_site: dict[Site, list[Digest]] = defaultdict(list)
    for digest, folders in zip(listed, above, strict=True):
        by_site["".join(folders[shared : shared + 1]), digest.lang, is_traditional(digest.locale)].append(digest)
    return by_site


def _shared_depth(paths: Sequence[Sequence[str]]) -> int:
    """Count the folders that all paths begin with."""
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*paths, strict=False)))


def _folders(path: str) -> Sequence[str]:
    """Return the folders that say where a document comes from."""
    *folders, last = PurePosixPath(path).parts
    outer_folders = folders[:-1] if parse_tag(PurePosixPath(last).stem) else folders  # <work>/zh.md
    return list(takewhile(lambda folder: not (parse_tag(folder) or folder.isdigit()), outer_folders))
