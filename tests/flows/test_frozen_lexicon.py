"""The frozen lexicon: learned by the first build, read by the next ones, learned again when much is new or asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corpus.sources.discovery import SourceError
from corpus.storage import parquet, store
from corpus.storage.signature import read_signature
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import frozen_lexicon, steps
from flows.pipeline.frozen_lexicon import FOLDER, LATEST, FrozenLexiconError
from flows.pipeline.lifecycle import UNTAUGHT, publish, train
from glossary.bitext import works
from tests.flows.plain import numbered_works, write

PAGES = numbered_works(12, "en", "zh")


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildOptions:
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    return BuildOptions(sources=(write(tmp_path / "articles", PAGES),), out=tmp_path / "out")


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many works taught each lexicon that was learned."""
    numbers: list[int] = []
    learn = works.taught

    def noted(teachers, *arguments):
        teaching = list(teachers)
        numbers.append(len(teaching))
        return learn(teaching, *arguments)

    monkeypatch.setattr(steps, "taught", noted)
    return numbers


def lexicon_id(build: Path) -> str:
    return read_signature((store.read_manifest(build) or {})["signature"]).learned


def edit(options: BuildOptions, work: str, text: str) -> None:
    page = options.sources[0] / work / "zh.md"
    page.write_text(page.read_text(encoding="utf-8") + f"\n{text}\n", encoding="utf-8")


def test_build_reads_the_lexicon_of_the_first_one(options: BuildOptions, lessons: list[int]):
    first = publish(options)
    edit(options, "work-03", "内核更快。")
    second = publish(options)
    assert lessons == [12] and first != second
    assert lexicon_id(first) == lexicon_id(second)
    assert (options.out / FOLDER / LATEST).resolve().stem == lexicon_id(first)


def test_edit_leaves_the_beads_of_other_pages_as_they_are(options: BuildOptions):
    def rows(build: Path) -> list[dict[str, object]]:
        tables = [parquet.read_table(build, name).to_pylist() for name in ("alignments", "parallel")]
        return [row for table in tables for row in table if row["work"] != "work-03"]

    first = publish(options)
    edit(options, "work-03", "内核更快，吞吐量因此提高。")
    assert rows(publish(options)) == rows(first)


def test_much_new_text_is_learned_from(options: BuildOptions, lessons: list[int]):
    first = publish(options)
    for number in range(4):
        edit(options, f"work-{number:02d}", f"第{number}个内核更快，吞吐量因此提高。" * 20)
    second = publish(options)
    assert len(lessons) == 2 and lexicon_id(first) != lexicon_id(second)
    files = {file.stem for file in (options.out / FOLDER).glob("*.zst")}
    assert files == {lexicon_id(first), lexicon_id(second)}, "earlier builds keep theirs"


def test_language_that_is_new_is_learned(options: BuildOptions, lessons: list[int]):
    publish(options)
    write(options.sources[0], {"work-00/ja.md": "# テンソル\n\nテンソルを使います。\n"})
    publish(options)
    assert len(lessons) == 2


def test_relearning_is_asked_for(options: BuildOptions, lessons: list[int]):
    first = publish(options)
    edit(options, "work-03", "内核更快。")
    second = publish(replace(options, relearn=True))
    assert lessons == [12, 12] and lexicon_id(first) != lexicon_id(second)


def test_full_build_goes_by_the_lexicon_that_is_there(options: BuildOptions, lessons: list[int]):
    first = publish(options)
    edit(options, "work-03", "内核更快。")
    second = publish(replace(options, full=True))
    assert lessons == [12] and lexicon_id(first) == lexicon_id(second)


def test_lexicon_is_trained_for_the_next_builds(options: BuildOptions, lessons: list[int]):
    first = publish(options)
    edit(options, "work-03", "内核更快。")
    file, knowledge = train(options)
    assert lessons == [12, 12] and file.stem != lexicon_id(first) and ("zh", "en") in knowledge.pairs
    assert lexicon_id(publish(options)) == file.stem and len(lessons) == 2


def test_nothing_is_trained_from_one_language(options: BuildOptions, tmp_path: Path):
    alone = write(tmp_path / "alone", numbered_works(2, "zh"))
    with pytest.raises(SourceError, match=UNTAUGHT):
        train(replace(options, sources=(alone,)))


def test_damaged_lexicon_is_named(options: BuildOptions):
    publish(options)
    file = options.out / FOLDER / LATEST
    file.resolve().write_bytes(b"12\nnothing")
    with pytest.raises(FrozenLexiconError, match=r"lexicon/latest: damaged, .* run `taiyaku lexicon train`"):
        publish(options)


def test_corpus_of_one_language_has_no_lexicon(options: BuildOptions, tmp_path: Path):
    alone = write(tmp_path / "alone", numbered_works(2, "zh"))
    build = publish(replace(options, sources=(alone,)))
    assert lexicon_id(build) == "" and not (options.out / FOLDER).exists()


def test_file_holds_what_was_learned():
    head = frozen_lexicon.Head(1, "ab", "code:1", ["zh-en"], {"zh": [1]})
    assert frozen_lexicon.knowledge_of(frozen_lexicon.with_head(head, b'{"pairs":[]}')) == b'{"pairs":[]}'
