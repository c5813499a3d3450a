"""Learns word pairs from builds, and writes those that come with taiyaku.

    python -m tests.benchmarks.term_alignment.word_pairs NAME=BUILD… [--out FOLDER]

Each BUILD is one of `taiyaku build`, such as outputs/latest, of a set of documentation in several languages called NAME.
What each teaches by itself goes to FOLDER/NAME/en-LANG.tsv, so that a set can be measured with what the others teach;
all together to `glossary/bitext/terms/word_pairs`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from corpus.alignment.lexicon import Lexicon, lexicon_text
from corpus.languages import TARGETS
from corpus.records import Segment, Span
from corpus.storage.parquet import read_table
from corpus.text.segments import is_prose
from glossary.bitext.terms import term_lexicon
from glossary.bitext.terms.term_lexicon import TextPair

HERE = Path(__file__).resolve()
OURS = HERE.parents[3] / "glossary/bitext/terms/word_pairs"
_SURE = 0.7  # of such beads about nine in ten are right
_LEAST = 1.0  # beads; a pair met less often is left out of what comes with taiyaku
_HEAD = "Word pairs of English and {lang} that were aligned, with counts."
# Where the texts are from, as the licences of their documentation ask.
_SOURCES = {
    "hf-course": "the Hugging Face course (Apache-2.0)",
    "llm-docs": "LMDeploy, ms-swift, smolagents (Apache-2.0)",
    "tf-docs": "TensorFlow (CC BY 4.0, The TensorFlow Authors)",
}


def text_pairs(build: Path, lang: str) -> Iterator[TextPair]:
    """The beads of a build between English and a language, as segments."""
    rows = read_table(build, "segments").to_pylist()
    segments = {row["segment_id"]: segment_of(row) for row in rows}
    for bead in read_table(build, "alignments").to_pylist():
        if (bead["src_lang"], bead["tgt_lang"]) == (lang, "en") and bead["relation"] == "translation":
            target = [segments[segment_id] for segment_id in bead["src_segments"]]
            source = [segments[segment_id] for segment_id in bead["tgt_segments"]]
            if bead["score"] >= _SURE and all(map(is_prose, (*source, *target))):
                yield source, target


def segment_of(row: dict[str, Any]) -> Segment:
    """A segment from its row."""
    return Segment(**{**row, "protected": [Span(**span) for span in row["protected"]]})


def _write(folder: Path, lang: str, lexicon: Lexicon, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    head = [
        _HEAD.format(lang=lang),
        f"Learned from the documentation of {', '.join(_SOURCES.get(name, name) for name in names)}.",
    ]
    (folder / f"en-{lang}.tsv").write_text(lexicon_text(lexicon, head), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("builds", nargs="+", metavar="NAME=BUILD")
    parser.add_argument("--out", type=Path, default=Path("/tmp/taiyaku-word-pairs"))
    options = parser.parse_args()
    total: defaultdict[str, Lexicon] = defaultdict(Lexicon)
    names: defaultdict[str, list[str]] = defaultdict(list)
    for name, _, build in (build.partition("=") for build in options.builds):
        for lang in TARGETS:
            lexicon = term_lexicon.learned(text_pairs(Path(build), lang), lang, Lexicon())
            if lexicon.pairs:
                _write(options.out / name, lang, lexicon, [name])
                total[lang] += lexicon
                names[lang].append(name)
    for lang, lexicon in total.items():
        common = {pair: count for pair, count in lexicon.pairs.items() if count >= _LEAST}
        _write(OURS, lang, Lexicon(common, lexicon.source, lexicon.target), names[lang])


if __name__ == "__main__":
    main()
