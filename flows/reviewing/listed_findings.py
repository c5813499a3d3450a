"""Listed findings: those of a build whose ids a file lists, so that any selection becomes a packet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from corpus.languages import TARGETS
from corpus.text.printable import printable
from flows.files.build_reader import PublishedBuild
from flows.reviewing.apply_decisions import LARGEST
from glossary.decisions.decision import ReviewError
from glossary.desk.review.formats.finding_list import listed_ids

_SHOWN = 5  # unknown ids that are reported one by one


@dataclass(frozen=True, slots=True)
class ListedFindings:
    """The findings of a file, as far as a build has them."""

    file: Path
    langs: Mapping[str, str]  # id → language
    unknown: tuple[str, ...]  # what stands there in place of an id, and is none of the build

    @property
    def targets(self) -> list[str]:
        """The languages in which they can be asked about."""
        return sorted(set(self.langs.values()) & TARGETS)

    def remarks(self, langs: Collection[str]) -> Iterator[str]:
        """Yield a line for what of the list goes into no packet, where packets of some languages are asked for."""
        if count := len(self.unknown):
            examples = ", ".join(printable(name[:40]) for name in self.unknown[:_SHOWN]) + ", …" * (count > _SHOWN)
            yield f"{printable(self.file)}: {count:,} of its ids {_are(count)} of no finding of this build: {examples}"
        for lang, count in sorted(Counter(self.langs.values()).items()):
            if lang not in langs:
                yield f"{printable(self.file)}: {count:,} of its findings {_are(count)} in {lang}, not asked about here"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def listed_findings(file: Path, build: PublishedBuild) -> ListedFindings:
    """Return what a file lists; raises ReviewError where it cannot be read, lists nothing, or nothing of this build."""
    ids = _read_ids(file)
    build_langs = {finding.finding_id: finding.lang for finding in build.findings}
    langs = {name: build_langs[name] for name in ids if name in build_langs}
    if not langs:
        raise ReviewError(
            f"{printable(file)}: no finding of build {build.build_id} is in the list; "
            "make the list from that build, or name with --build the one that it was made from"
        )
    return ListedFindings(file, langs, tuple(name for name in ids if name not in build_langs))


def _read_ids(file: Path) -> list[str]:
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise ReviewError(f"{printable(file)}: {error.strerror}; name a list of findings") from None
    if len(data) > LARGEST:
        raise ReviewError(f"{printable(file)}: larger than {LARGEST >> 20} MiB; a list of findings is not")
    try:
        return listed_ids(data)
    except ReviewError as error:
        raise ReviewError(f"{printable(file)}: {error}") from None
