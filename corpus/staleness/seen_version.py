"""The version of its original that a translation has seen, and the sentences that have changed since.

Contents decide: for each changed sentence, the versions whose names, numbers, code and links the translation has.
If they leave it open, the original at the translation's last change counts as seen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.alignment.aligner import PairModel, align_documents
from corpus.alignment.lengths import initial_ratio
from corpus.alignment.lexicon import Lexicons
from corpus.alignment.to_rows import alignments
from corpus.formats.markdown import frontmatter
from corpus.staleness.page_versions import PageVersion, SegmentNumbers, SentenceCourse, courses, states

_COMMENTS = {".mdx": ("{/* ", " */}"), ".rst": (".. ", "")}  # how a page of an extension holds a comment
_COMMENTS |= dict.fromkeys((".md", ".markdown", ".html", ".htm"), ("<!-- ", " -->"))
_COMMENT = re.compile(r"<!--[^>]{0,400}?-->|\{/\*[^}]{0,400}?\*/\}|^\.\.[ \t][^\n]{0,400}$", re.MULTILINE)
_COMMIT = re.compile(r"(\bsource[_-]?commit[\"']?[ \t]*[:=][ \t]*[\"']?)([\w./-]*)", re.IGNORECASE)
_SHA256 = re.compile(r"(\bsource[_-]?sha256[\"']?[ \t]*[:=][ \t]*[\"']?)([\w./-]*)", re.IGNORECASE)
_HASH = re.compile(r"[0-9a-f]{7,64}")
_OUTDATED = re.compile(  # on the line of `translation`, or below it: indented, or in its table
    r"(^\[?translation\b[^\n]*?(?:\n(?:[ \t]+|(?=\w+[ \t]*=))[^\n]*?){0,20}?"
    r"\boutdated[\"']?[ \t]*[:=][ \t]*)(true|false)\b",
    re.MULTILINE | re.IGNORECASE,
)
_TRANSLATION = re.compile(r"^(?:translation:|\[translation\])[ \t]*$", re.MULTILINE)


class MarkError(ValueError):
    """A page without a place for a mark; the message says why."""


@dataclass(frozen=True, slots=True)
class SourceMark:
    """The version of its original that a translation says it was made from; empty if it says nothing."""

    commit: str = ""
    sha256: str = ""
    outdated: bool = False


def read_mark(text: str) -> SourceMark:
    """Return the mark in the text of a file."""
    matter = frontmatter.find(text)
    head = matter["body"] if matter else ""
    places = [head, *(match[0] for match in _COMMENT.finditer(text))]
    commit, sha256 = (
        next(filter(_HASH.fullmatch, (match[2].lower() for place in places for match in pattern.finditer(place))), "")
        for pattern in (_COMMIT, _SHA256)
    )
    flag = _OUTDATED.search(head)
    return SourceMark(commit, sha256, flag is not None and flag[2].lower() == "true")


def with_mark(text: str, mark: SourceMark, extension: str) -> str:
    """Return the text of a page with this mark instead of its own; raises MarkError if it has no place for one."""
    newline = "\r\n" if "\r\n" in text else "\n"
    matter = frontmatter.find(text)
    if matter and matter["fence"] != "{":
        start, end = matter.span("body")
        return text[:start] + _with_entries(text[start:end], mark, matter["fence"] == "+++", newline) + text[end:]
    for match in _COMMENT.finditer(text):
        if _COMMIT.search(match[0]):
            return text[: match.start()] + _with_hashes(match[0], mark) + text[match.end() :]
    if extension not in _COMMENTS:
        raise MarkError(f"pages of the format {extension} have no place for a mark")
    opened, closed = _COMMENTS[extension]
    comment = f"{opened}source_commit: {mark.commit}, source_sha256: {mark.sha256}{closed}"
    return f"{text.rstrip()}{newline}{newline}{comment}{newline}"


def _with_hashes(place: str, mark: SourceMark) -> str:
    place = _COMMIT.sub(rf"\g<1>{mark.commit}", place, count=1)
    return _SHA256.sub(rf"\g<1>{mark.sha256}", place, count=1)


def _with_entries(body: str, mark: SourceMark, is_toml: bool, newline: str) -> str:
    """Return the body of front matter with a mark; existing entries stay where they are."""
    values = {"source_commit": (_COMMIT, mark.commit), "source_sha256": (_SHA256, mark.sha256)}
    missing = {name: value for name, (pattern, value) in values.items() if not pattern.search(body)}
    lines = [f'{name} = "{value}"' if is_toml else f"{name}: {value}" for name, value in missing.items()]
    body, flag = _with_hashes(body, mark), "true" if mark.outdated else "false"
    if _OUTDATED.search(body):
        body = _OUTDATED.sub(rf"\g<1>{flag}", body, count=1)
    elif match := _TRANSLATION.search(body):
        entry = f"outdated = {flag}" if is_toml else f"  outdated: {flag}"
        body = f"{body[: match.end()]}{newline}{entry}{body[match.end() :]}"
    else:
        lines += [f"translation.outdated = {flag}"] if is_toml else ["translation:", f"  outdated: {flag}"]
    added = "".join(line + newline for line in lines)
    return added + body if is_toml else body + added


# Probabilities of the aligner, by hand: that a sentence has no translation, and that one which is left over is it.
_SURE_ALONE, _SURE_SPARE = 0.5, 0.7


@dataclass(frozen=True, slots=True)
class StaleSentence:
    """A sentence of the original that differs from what the translation has seen."""

    kind: str  # changed, added, removed
    version: int  # that changed it, from the newest
    old: str  # what the translation has seen; empty where it was added
    new: str  # empty where it was removed
    line: int  # of the original, or of the version before where it was removed
    words: int  # of the new text
    is_prose: bool
    translation: str  # what stands for the old text; empty where nothing does
    translation_line: int | None


@dataclass(frozen=True, slots=True)
class SeenVersion:
    """The version of its original that a translation has seen, and the sentences that changed since."""

    version: int  # the newest whose changes are all in the translation
    sentences: Sequence[StaleSentence] = ()


class _Partner(NamedTuple):
    """The counterpart of a sentence in the translation."""

    numbers: SegmentNumbers = ()
    is_spare: bool = False  # it stands for nothing in the version that the translation was aligned with
    is_sure: bool = True  # where there is none: that there is none


def seen_version(
    versions: Sequence[PageVersion],
    translation: PageVersion,
    latest: int,
    lexicons: Lexicons,
    *,
    is_marked: bool = False,
) -> SeenVersion:
    """Return what a translation has seen, given the versions of its original, the newest first. `latest` is the number
    of the version that its last change could see, or that it was made from if a mark says so (`is_marked`).
    """
    changed = courses(versions)
    if not changed or (latest == 0 and all(_is_current(versions, course, translation) for course in changed)):
        return SeenVersion(0)
    sections = _sections(versions, translation, changed, latest)
    translation = translation if sections is None else translation.sections(sections)
    partners = _partners(versions, translation, changed, latest, lexicons, sections)
    fits = [_fitting(versions, course, translation, partner) for course, partner in zip(changed, partners, strict=True)]
    base = latest
    if not is_marked:
        # It has seen what it has, and nothing newer than the oldest version that one of its sentences must come from,
        # unless it has newer ones too: then that sentence was passed over.
        telling = [fit for fit in fits if len(fit) < len(versions)]
        floor = min((max(fit) for fit in telling), default=len(versions) - 1)
        base = max(min(latest, floor), *(min(fit) for fit in telling if min(fit) <= floor), 0)
    sentences: list[StaleSentence] = []
    whole = 0
    for course, partner, fit in zip(changed, partners, fits, strict=True):
        number = min(fit, key=lambda version: abs(version - base))
        texts = states(versions, course)
        if texts[number] == texts[0] or not (course[0] or partner.numbers):  # or the translation has nothing to remove
            continue
        whole = max(whole, base, number)
        page, numbers = (versions[0], course[0]) if course[0] else (versions[number], course[number])
        replaced = partner.numbers if course[number] else ()
        sentences.append(
            StaleSentence(
                kind="added" if not course[number] else "changed" if course[0] else "removed",
                version=next(i for i in range(number - 1, -1, -1) if texts[i] != texts[number]),
                old=versions[number].text(course[number]),
                new=versions[0].text(course[0]),
                line=page.line(numbers[0]),
                words=versions[0].words(course[0]),
                is_prose=any(i in page.prose for i in numbers),
                translation=translation.text(replaced),
                translation_line=translation.line(replaced[0]) if replaced else None,
            )
        )
    return SeenVersion(whole, sorted(sentences, key=lambda sentence: sentence.line))


def _is_current(versions: Sequence[PageVersion], course: SentenceCourse, translation: PageVersion) -> bool:
    """Return whether a translation has the marks that tell a sentence's newest version apart, in any place."""
    if not all(course):
        return False
    telling = _telling(version.marks(numbers) for version, numbers in zip(versions, course, strict=True))
    return all(translation.count(mark) == versions[0].count(mark) for mark in telling)


def _partners(
    versions: Sequence[PageVersion],
    translation: PageVersion,
    changed: Sequence[SentenceCourse],
    latest: int,
    lexicons: Lexicons,
    sections: Sequence[int] | None,
) -> list[_Partner]:
    """Return the counterpart of each course: in the version `latest`, or else among unaligned segments."""
    borders = versions[latest].borders
    held = range(len(borders) - 1) if sections is None else sections
    numbers = [i for section in held for i in range(borders[section], borders[section + 1])]
    langs = translation.document.lang, versions[0].document.lang
    model = PairModel(lexicons.of(*langs), initial_ratio(*langs))
    partners: dict[int, SegmentNumbers] = {}
    spare: list[int] = []
    unsure: set[int] = set()
    for row in alignments(translation.side(range(len(translation.segments))), versions[latest].side(numbers), model):
        targets, sources = tuple(map(int, row.src_segments)), tuple(map(int, row.tgt_segments))
        partners |= dict.fromkeys(sources, targets)
        spare += targets if not sources else ()
        unsure.update(sources if not targets and row.score < _SURE_ALONE else ())
    result = [
        _Partner(
            tuple(sorted({j for i in course[latest] for j in partners.get(i, ())})),
            is_sure=unsure.isdisjoint(course[latest]),
        )
        for course in changed
    ]
    absent = [number for number, course in enumerate(changed) if not course[latest]]
    if spare and absent:
        absent_features = [
            next(page.features(i) for page, places in zip(versions, changed[number], strict=True) for i in places)
            for number in absent
        ]
        evidence = [translation.features(i) for i in spare], absent_features
        for bead in align_documents(*evidence, langs, model):
            for i in bead.target if bead.source and bead.score >= _SURE_SPARE else ():
                result[absent[i]] = _Partner(tuple(spare[j] for j in bead.source), is_spare=True)
    return result


def _sections(
    versions: Sequence[PageVersion], translation: PageVersion, changed: Sequence[SentenceCourse], latest: int
) -> Sequence[int] | None:
    """Return the sections of both pages that the courses run through; None if the pages do not correspond."""
    original = versions[latest]
    if len(original.headings) != len(translation.headings):
        return None
    titles = {key: section for section, i in enumerate(original.borders[1:-1], 1) for key in original.keys[i : i + 1]}
    sections: set[int] = set()
    for course in changed:
        number = latest if course[latest] else next(i for i, numbers in enumerate(course) if numbers)
        page = versions[number]
        for i in course[number]:
            section = bisect_right(page.borders, i, hi=len(page.borders) - 1) - 1
            if page is not original and section:
                section = titles.get(page.keys[page.borders[section]], -1)
            sections.add(section)
    return sorted(sections) if -1 not in sections else None


def _fitting(
    versions: Sequence[PageVersion], course: SentenceCourse, translation: PageVersion, partner: _Partner
) -> Sequence[int]:
    """Return the versions that the translation of a sentence fits best; all if it cannot tell them apart."""
    everywhere = range(len(versions))
    present, absent = [i for i in everywhere if course[i]], [i for i in everywhere if not course[i]]
    if not partner.numbers:
        # What the original has had as long as is known may never have been translated.
        return absent if partner.is_sure and absent and absent[-1] == everywhere[-1] else everywhere
    translated = translation.marks(partner.numbers)
    marks = [versions[i].marks(course[i]) for i in present]
    if absent and not partner.is_spare:
        written = set[str]().union(*marks)
        if not any(map(_is_firm, written & translated)):
            return absent if any(map(_is_firm, written)) and not written & translated else everywhere
    telling = _telling(marks, translated)
    costs = [len((version_marks ^ translated) & telling) for version_marks in marks]
    return [i for i, cost in zip(present, costs, strict=True) if cost == min(costs)]


def _telling(marks: Iterable[set[str]], translated: AbstractSet[str] = frozenset()) -> set[str]:
    """Return the marks that tell versions of a sentence apart: firm ones, and words found in its translation."""
    first, *others = marks
    differing = first.union(*others) - first.intersection(*others)
    return {mark for mark in differing if mark in translated or _is_firm(mark)}


def _is_firm(mark: str) -> bool:
    """Return whether a mark is more than words, so that translations should keep it."""
    return not mark.replace("-", "").isalpha()
