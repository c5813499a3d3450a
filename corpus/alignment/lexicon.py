"""The lexicon: which words of two languages were aligned with each other, and how often."""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from corpus.languages import KNOWN, pack
from corpus.text.printable import printable


@lru_cache(1 << 16)  # words; by hand
def stem(word: str) -> str:
    """Return the Snowball stem of a lower-case English word, a key; empty for words without meaning of their own."""
    return "" if word in pack("en").function_words else str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")


Partners = dict[str, list[tuple[str, float]]]  # of each word, with their counts
_Key = TypeVar("_Key")


class LexiconError(ValueError):
    """A lexicon that cannot be read; the message names file, line and remedy."""


@dataclass(frozen=True)
class Lexicon:
    """Counts of word pairs, each 0 or more. Pairs that met only by chance have been discounted away."""

    pairs: Mapping[tuple[str, str], float] = field(default_factory=dict)  # expected beads in which one gave the other
    source: Mapping[str, float] = field(default_factory=dict)  # in how many beads each source word stood
    target: Mapping[str, float] = field(default_factory=dict)  # in how many beads each target word stood

    def __add__(self, other: Lexicon) -> Lexicon:
        total = Lexicon(*(_sum_counts(a, b) for a, b in zip(self._parts(), other._parts(), strict=True)))  # type: ignore[arg-type]
        # What was worked out of a large lexicon holds for the sum, but for the few words that a page adds.
        if "by_source" in vars(self):
            vars(total)["by_source"] = _sum_partners(self.by_source, other.by_source)
        if "inverse" in vars(self):
            vars(total)["inverse"] = self.inverse + other.inverse
        return total

    def _parts(self) -> tuple[Mapping[object, float], ...]:
        return self.pairs, self.source, self.target  # type: ignore[return-value]

    @cached_property
    def inverse(self) -> Lexicon:
        """The same with source and target exchanged."""
        return Lexicon({(t, s): count for (s, t), count in self.pairs.items()}, self.target, self.source)

    @cached_property
    def by_source(self) -> Partners:
        """Each source word with its partners and their counts."""
        partners: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        for (source, target), count in self.pairs.items():
            partners[source].append((target, count))
        return dict(partners)

    @cached_property
    def partner_counts(self) -> tuple[Counter[str], Counter[str]]:
        """The expected number of beads in which each source word, and each target word, had a partner."""
        sources: Counter[str] = Counter()
        targets: Counter[str] = Counter()
        for (source, target), count in self.pairs.items():
            sources[source] += count  # type: ignore[assignment]
            targets[target] += count  # type: ignore[assignment]
        return sources, targets


def _sum_counts(counts: Mapping[_Key, float], other: Mapping[_Key, float]) -> dict[_Key, float]:
    total = dict(counts)
    for key, count in other.items():
        total[key] = total.get(key, 0.0) + count
    return total


def _sum_partners(partners: Partners, other: Partners) -> Partners:
    total = dict(partners)
    for source, counts in other.items():
        total[source] = list(_sum_counts(dict(partners.get(source, ())), dict(counts)).items())
    return total


def lexicon_text(lexicon: Lexicon, head: Iterable[str]) -> str:
    """Return a lexicon's file text: comments, then word pairs, source and target words, with counts to a decimal."""
    lines = [f"# {line}" for line in head]
    lines += [f"{s}\t{t}\t{_figure(n)}" for (s, t), n in sorted(lexicon.pairs.items())]
    partnered = {side: set(words) for side, words in zip("<>", lexicon.partner_counts, strict=True)}
    for mark, words in (("<", lexicon.source), (">", lexicon.target)):
        lines += [f"{mark}\t{word}\t{_figure(n)}" for word, n in sorted(words.items()) if word in partnered[mark]]
    return "\n".join(lines) + "\n"


def _figure(count: float) -> str:
    return f"{count:.1f}".removesuffix(".0")


def _count(figure: str) -> float:
    count = float(figure)
    if not (math.isfinite(count) and count >= 0):
        raise ValueError(f"{figure} is no count")
    return count


def parse_lexicon(text: str, name: str) -> Lexicon:
    """Parse a lexicon file called `name`; raises LexiconError for a line that is not word, word and count by tabs."""
    pairs: dict[tuple[str, str], float] = {}
    sides: dict[str, dict[str, float]] = {"<": {}, ">": {}}
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line[0] == "#":
            continue
        try:
            first, second, figure = line.split("\t")
            count = _count(figure)
            if first in sides:
                sides[first][second] = count
            else:
                pairs[first, second] = count
        except ValueError:
            remedy = "a line is word, tab, word, tab, count; make the file again with `taiyaku lexicon train --out`"
            raise LexiconError(f"{name}:{number}: {line!r} is no line of a lexicon; {remedy}") from None
    return Lexicon(pairs, sides["<"], sides[">"])


_SUFFIX = ".tsv"


@dataclass(frozen=True, slots=True)
class Lexicons:
    """The lexicon files of each language pair that are known before anything is aligned."""

    texts: tuple[_LexiconText, ...]
    fingerprint: str  # of the files: the first 8 hexadecimal digits of a SHA-256

    def of(self, source: str, target: str) -> Lexicon:
        """Return the lexicon of two languages, empty where there is none."""
        lexicon = _added(tuple(text for text in self.texts if {*text.languages} == {source, target}))
        return lexicon if source < target else lexicon.inverse


def lexicons(folders: Sequence[Path] = ()) -> Lexicons:
    """Return our lexicons plus those in `folders`; raises LexiconError if a folder has none, or a file is broken."""
    texts = []
    hashed = hashlib.sha256()
    for folder in (files("corpus.alignment") / "lexicons", *folders):
        for file in _lexicon_files(folder):
            languages, data = _languages(file), _content(file)
            hashed.update(file.name.encode() + b"\0" + data)
            texts.append(_LexiconText(languages, printable(file), _text(data, file)))
            if folder in folders:
                _parsed(texts[-1])  # what is wrong with it shows now
    return Lexicons(tuple(texts), hashed.hexdigest()[:8])


class _LexiconText(NamedTuple):
    languages: tuple[str, str]
    name: str  # as messages call the file
    text: str


@lru_cache(maxsize=16)
def _parsed(text: _LexiconText) -> Lexicon:
    """Parse a lexicon file, once per process. The source is the language that comes first in the alphabet."""
    lexicon = parse_lexicon(text.text, text.name)
    return lexicon if text.languages[0] < text.languages[1] else lexicon.inverse


@lru_cache(maxsize=16)
def _added(texts: Sequence[_LexiconText]) -> Lexicon:
    """Return the summed counts of these files."""
    return sum(map(_parsed, texts), Lexicon())


def _lexicon_files(folder: Traversable) -> Iterator[Traversable]:
    """Yield the lexicon files of a folder, by name."""
    if not folder.is_dir():
        raise LexiconError(
            f"{printable(folder)}: no such folder; name one that `taiyaku lexicon train --out` has written"
        )
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(_SUFFIX))
    if not names:
        remedy = "make one with `taiyaku lexicon train --out`"
        raise LexiconError(f"{printable(folder)}: no lexicon in it, such as en-zh.tsv; {remedy}")
    return (folder / name for name in names)


def _languages(file: Traversable) -> tuple[str, str]:
    lang, _, other = file.name.removesuffix(_SUFFIX).partition("-")
    if lang not in KNOWN or other not in KNOWN or lang == other:
        raise LexiconError(f"{printable(file)}: its name should be two of {', '.join(sorted(KNOWN))}, as en-zh.tsv")
    return lang, other


def _content(file: Traversable) -> bytes:
    try:
        return file.read_bytes().replace(b"\r\n", b"\n")
    except OSError as error:
        raise LexiconError(f"{printable(file)}: cannot be read: {error.strerror}; check its permissions") from error


def _text(data: bytes, file: Traversable) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LexiconError(f"{printable(file)}: not UTF-8 at byte {error.start}; save it as UTF-8") from None
