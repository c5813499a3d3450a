"""The steps of a build: how it is planned and cut into shards, and the laws that hold for what it publishes."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from corpus.records import Document
from corpus.schema import TABLES
from corpus.schema import shards as cut_shards
from corpus.tokenizers import tokenizer
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning
from flows.pipeline.lifecycle import publish
from glossary.bitext.translation_units import split_of
from tests.flows.command import ROOT, environment, python
from tests.flows.plain import rows_of, write

pytestmark = pytest.mark.slow

PROSE = ("heading", "paragraph", "list_item", "table_cell")
LANGUAGES = ("en", "zh", "ja")


def document(work: str, locale: str, chars: int = 1) -> Document:
    return Document(
        doc_id=f"{work}-{locale}",
        work=work,
        lang=locale[:2],
        locale=locale,
        title=None,
        path=f"{work}/{locale}.md",
        media_type="text/markdown",
        text="字" * chars,
        sha256="",
        chars=chars,
        status="ok",
        reason=None,
        origin=None,
        license=None,
    )


# --- shards


@pytest.mark.parametrize(
    ("works", "chars", "shards"),
    [
        (["a"], 1, ["a"]),
        (["a", "b", "c"], 1, ["a b c"]),
        (["a", "b", "c"], 400_000, ["a", "b", "c"]),  # three languages of a work make a shard of this size
        (["a", "b", "c", "d"], 200_000, ["a b", "c d"]),
        (["a"], 5_000_000, ["a"]),  # never cut within a work, however large
    ],
)
def test_shards_hold_whole_works(works: list[str], chars: int, shards: list[str]):
    documents = [document(work, locale, chars) for work in works for locale in ("en", "ja", "zh")]
    cut = [list(dict.fromkeys(page.work for page in shard)) for shard in cut_shards(documents)]
    assert [" ".join(works) for works in cut] == shards


def test_shards_are_cut_by_number_of_documents_too():
    documents = [document(f"work-{number:05d}", locale) for number in range(700) for locale in ("en", "zh")]
    portions = list(cut_shards(documents))
    assert [len(shard) for shard in portions] == [500, 500, 400]
    assert [page for shard in portions for page in shard] == documents


# --- the plan


PAGES: dict[str, str | bytes] = {
    "a/zh.md": "# 张量\n\n张量是多维数组。\n",
    "a/ja.md": "# テンソル\n\nテンソルは多次元配列です。\n",
    "b/zh.md": "算子在 GPU 上运行。\n",
}
ENTRY = """
[[concept]]
id = "kettle"
domain = "kitchen"
definition = "It boils water."
en.preferred = "kettle"
zh.preferred = "水壶"
ja.preferred = "やかん"
"""


def build_id(*sources: Path, **more: Any) -> str:
    return planning.plan(BuildOptions(sources=sources, out=Path("out"), **more)).build_id


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    return write(tmp_path / "articles", PAGES)


def test_build_id_is_twelve_hex_digits(articles: Path):
    digest = build_id(articles)
    assert len(digest) == 12 and int(digest, 16) >= 0


def test_build_id_does_not_depend_on_the_order_of_sources(articles: Path):
    id_of_both = build_id(articles / "a", articles / "b")
    assert id_of_both == build_id(articles / "b", articles / "a") == build_id(articles)
    assert id_of_both == build_id(articles / "b", articles / "a", articles / "a" / "zh.md")


def test_build_id_does_not_depend_on_where_articles_and_output_lie(articles: Path, tmp_path: Path):
    elsewhere = shutil.copytree(articles, tmp_path / "deep" / "below" / "articles")
    assert build_id(elsewhere) == build_id(articles)
    assert planning.plan(BuildOptions(sources=(articles,), out=tmp_path / "other")).build_id == build_id(articles)


def test_build_id_does_not_depend_on_times_of_files(articles: Path):
    before = build_id(articles)
    for path in articles.rglob("*.md"):
        path.touch()
    assert build_id(articles) == before


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("a/zh.md", "# 张量\n\n张量是多维数组！\n"),
        ("c/zh.md", "又一篇。\n"),
        ("c/zh.md", b"\xff\xfe\xfd"),  # a file that cannot be read is an input too
    ],
)
def test_build_id_changes_with_the_text(path: str, content: str | bytes, articles: Path):
    before = build_id(articles)
    write(articles, {path: content})
    assert build_id(articles) != before


def test_build_id_changes_with_a_file_that_is_gone_or_excluded(articles: Path):
    assert len({build_id(articles), build_id(articles, exclude=("b/*",)), build_id(articles / "a")}) == 3 - 1


def test_build_id_changes_with_the_glossary(articles: Path, tmp_path: Path):
    terms = write(tmp_path / "terms", {"kitchen.toml": ENTRY})
    before, with_kettle = build_id(articles), build_id(articles, glossary=(terms,))
    alone = build_id(articles, glossary=(terms,), glossary_only=True)
    reworded = write(tmp_path / "reworded", {"kitchen.toml": ENTRY.replace("水壶", "茶壶")})
    assert len({before, with_kettle, alone, build_id(articles, glossary=(reworded,))}) == 4


def test_build_id_does_not_change_with_the_layout_of_an_entry(articles: Path, tmp_path: Path):
    folder = write(tmp_path / "one", {"kitchen.toml": ENTRY})
    relaid_folder = write(tmp_path / "other", {"any-name.toml": "# a comment\n" + ENTRY.replace("\n", "\r\n")})
    assert build_id(articles, glossary=(folder,)) == build_id(articles, glossary=(relaid_folder,))


@pytest.mark.parametrize(
    "changed",
    ["corpus/text/sentences.py", "corpus/formats/plaintext/boilerplate.toml", "glossary/annotation/annotate.py"],
)
def test_build_id_changes_with_every_file_of_taiyaku_that_decides_what_a_build_holds(
    changed: str, tmp_path: Path, prefect_home: Path
):
    copy = tmp_path / "checkout"
    for package in ("corpus", "glossary", "flows"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    ask = "from corpus.storage.code_hash import code; import corpus; print(corpus.__file__, code())"
    env = environment(prefect_home, PYTHONPATH=str(copy))
    before = python("-c", ask, env=env, cwd=copy).out
    with (copy / changed).open("a", encoding="utf-8") as file:
        file.write("\n# edited\n")
    after = python("-c", ask, env=env, cwd=copy).out
    assert before.startswith(str(copy)), "the copy is what was asked"
    assert after != before


def test_plan_counts_what_it_leaves_out_by_reason(articles: Path):
    write(
        articles, {"a/figure.png": b"\x89PNG", "a/fr/page.md": "Bonjour", "a/zh/page.md": "你好。", "c/draft.md": "x"}
    )
    planned = planning.plan(BuildOptions(sources=(articles,), out=Path("out"), exclude=("c/*",)))
    assert planned.left_out == {"excluded": 1, "format .png": 1, "language fr": 1}


# --- laws of what is published


@pytest.fixture
def documents(any_build: Path) -> dict[str, dict[str, Any]]:
    return {row["doc_id"]: row for row in rows_of(any_build, "documents")}


@pytest.fixture
def segments(any_build: Path) -> dict[str, dict[str, Any]]:
    return {row["segment_id"]: row for row in rows_of(any_build, "segments")}


@pytest.fixture
def mentions(any_build: Path) -> list[dict[str, Any]]:
    return rows_of(any_build, "mentions")


@pytest.fixture
def parallel(any_build: Path) -> list[dict[str, Any]]:
    return rows_of(any_build, "parallel")


Rows = dict[str, dict[str, Any]]


def tokens_of(segment: dict[str, Any]) -> list[tuple[int, int]]:
    """The published tokens as spans of the document."""
    return [
        (start, start + len(token)) for start, token in zip(segment["token_starts"], segment["tokens"], strict=True)
    ]


def longest(mentions: list[dict[str, Any]]) -> Iterator[tuple[str, int, int]]:
    """The longest mention at each place: its segment and span."""
    yield from dict.fromkeys(
        (mention["segment_id"], mention["start"], mention["end"]) for mention in mentions if not mention["nested"]
    )


def test_ids_are_unique(any_build: Path):
    keys = {
        "documents": "doc_id",
        "segments": "segment_id",
        "mentions": "mention_id",
        "parallel": "unit_id",
        "concepts": "concept_id",
        "findings": "finding_id",
    }
    for table, key in keys.items():
        ids = [row[key] for row in rows_of(any_build, table)]
        assert len(ids) > 0 and len(ids) == len(set(ids)), table


def test_tables_are_sorted_by_work_locale_and_ordinal(any_build: Path, documents: Rows, segments: Rows):
    order = [(row["work"], row["locale"], row["path"]) for row in documents.values()]
    assert order == sorted(order)
    place = {doc_id: number for number, doc_id in enumerate(documents)}
    keys = [(place[row["doc_id"]], row["ordinal"]) for row in segments.values()]
    assert keys == sorted(keys)


def test_segments_are_true_ordered_disjoint_and_cover_all_but_space(documents: Rows, segments: Rows):
    for doc_id, row in documents.items():
        page_segments = [segment for segment in segments.values() if segment["doc_id"] == doc_id]
        assert [segment["ordinal"] for segment in page_segments] == list(range(len(page_segments)))
        assert all(segment["text"] == row["text"][segment["start"] : segment["end"]] for segment in page_segments)
        assert all(a["end"] <= b["start"] for a, b in pairwise(page_segments)), row["path"]
        covered = {number for segment in page_segments for number in range(segment["start"], segment["end"])}
        missed = [offset for offset, char in enumerate(row["text"]) if not char.isspace() and offset not in covered]
        assert not missed, f"{row['path']}: {missed[:5]}"


def test_every_mention_lies_in_its_segment_and_is_true_to_the_text(
    documents: Rows, segments: Rows, mentions: list[dict[str, Any]]
):
    assert mentions
    for mention in mentions:
        segment = segments[mention["segment_id"]]
        assert segment["start"] <= mention["start"] < mention["end"] <= segment["end"], mention
        assert documents[mention["doc_id"]]["text"][mention["start"] : mention["end"]] == mention["surface"], mention
        assert [mention[key] for key in ("doc_id", "work", "lang")] == [
            segment[key] for key in ("doc_id", "work", "lang")
        ]


def test_mentions_speak_of_concepts_and_statuses_that_exist(any_build: Path, mentions: list[dict[str, Any]]):
    concept_ids = {row["concept_id"] for row in rows_of(any_build, "concepts")}
    statuses = {"preferred", "admitted", "abbreviation", "deprecated", "wrong", "source", "variant"}
    zones = {"prose", "heading", "gloss", "code", "identifier", "url"}
    for mention in mentions:
        assert mention["concept_id"] in concept_ids and mention["status"] in statuses and mention["zone"] in zones, (
            mention
        )
        assert 0 <= mention["confidence"] <= 1, mention


def test_no_span_is_listed_twice_for_one_concept(mentions: list[dict[str, Any]]):
    places = Counter(
        (mention["doc_id"], mention["start"], mention["end"], mention["concept_id"]) for mention in mentions
    )
    assert [place for place, count in places.items() if count > 1] == []


def test_nested_says_whether_a_mention_lies_in_a_longer_one(mentions: list[dict[str, Any]]):
    spans: dict[str, set[tuple[int, int]]] = {}
    for mention in mentions:
        spans.setdefault(mention["segment_id"], set()).add((mention["start"], mention["end"]))
    for mention in mentions:
        span = (mention["start"], mention["end"])
        inside = any(
            start <= span[0] and span[1] <= end and (start, end) != span for start, end in spans[mention["segment_id"]]
        )
        assert mention["nested"] == inside, mention


def test_tokens_are_ordered_disjoint_and_true_to_the_text(documents: Rows, segments: Rows):
    for segment in segments.values():
        tokens = tokens_of(segment)
        text = documents[segment["doc_id"]]["text"]
        assert [text[start:end] for start, end in tokens] == segment["tokens"], segment["segment_id"]
        assert all(a[1] <= b[0] for a, b in pairwise(tokens)), segment["segment_id"]
        assert all(segment["start"] <= start < end <= segment["end"] for start, end in tokens), segment["segment_id"]


def test_tokens_leave_nothing_but_space_between_them(segments: Rows):
    for segment in segments.values():
        if segment["kind"] not in ("code", "markup"):
            covered = {number for start, end in tokens_of(segment) for number in range(start, end)}
            left = "".join(
                char for offset, char in enumerate(segment["text"], segment["start"]) if offset not in covered
            )
            assert not left.strip(), f"{segment['segment_id']}: {left!r}"


def test_code_and_markup_have_no_tokens(segments: Rows):
    assert not [
        segment["segment_id"]
        for segment in segments.values()
        if segment["kind"] in ("code", "markup") and segment["tokens"]
    ]


def test_longest_mention_is_one_token(segments: Rows, mentions: list[dict[str, Any]]):
    for segment_id, start, end in longest(mentions):
        segment = segments[segment_id]
        if segment["kind"] not in ("code", "markup"):
            assert (start, end) in tokens_of(segment), f"{segment_id}: {start}-{end}"


@pytest.mark.parametrize("kind", ["identifier", "url"])
def test_protected_span_is_one_token(kind: str, nasty_build: Path):
    spans = [
        (segment, (span["start"], span["end"]))
        for segment in rows_of(nasty_build, "segments")
        for span in segment["protected"]
        if span["kind"] == kind and segment["kind"] not in ("code", "markup")
    ]
    assert len(spans) > 5
    inside = {
        (mention["segment_id"], mention["start"]) for mention in rows_of(nasty_build, "mentions")
    }  # names that ran together
    cut = {
        segment["text"][start - segment["start"] : end - segment["start"]]
        for segment, (start, end) in spans
        if (start, end) not in tokens_of(segment)
        and not any((segment["segment_id"], place) in inside for place in range(start + 1, end))
    }
    assert cut == set()


def test_outside_mentions_and_protected_spans_tokens_are_those_of_the_tokenizer(
    segments: Rows, mentions: list[dict[str, Any]]
):
    whole: dict[str, list[tuple[int, int]]] = {}
    for segment_id, start, end in longest(mentions):
        whole.setdefault(segment_id, []).append((start, end))
    for segment in segments.values():
        if segment["kind"] in ("code", "markup"):
            continue
        spans = whole.get(segment["segment_id"], []) + [(span["start"], span["end"]) for span in segment["protected"]]
        inside = {number for start, end in spans for number in range(start, end + 1)}
        base = tokenizer(segment["text_lang"])(segment["text"])
        expected = {segment["start"] + place for word in base for place in word} - inside
        published = {place for token in tokens_of(segment) for place in token} - inside
        assert published == expected, segment["segment_id"]


def test_every_prose_segment_stands_in_exactly_one_parallel_row(segments: Rows, parallel: list[dict[str, Any]]):
    prose = {
        segment["segment_id"]
        for segment in segments.values()
        if segment["kind"] in PROSE and any(char.isalpha() for char in segment["text"])
    }
    stands = Counter(segment_id for row in parallel for lang in LANGUAGES for segment_id in row[f"{lang}_segments"])
    assert set(stands) == prose
    assert set(stands.values()) == {1}


def test_parallel_row_says_in_which_languages_it_speaks(segments: Rows, parallel: list[dict[str, Any]]):
    for row in parallel:
        counts = [len(row[f"{lang}_segments"]) for lang in LANGUAGES]
        assert row["kind"] == "-".join(map(str, counts))
        for lang, count in zip(LANGUAGES, counts, strict=True):
            assert (row[lang] is not None) == (count > 0), row["unit_id"]
            assert row[lang] is None or row[lang].strip(), f"{row['unit_id']} is blank"
            assert {segments[segment_id]["lang"] for segment_id in row[f"{lang}_segments"]} <= {lang}
            assert {segments[segment_id]["work"] for segment_id in row[f"{lang}_segments"]} <= {row["work"]}


def test_terms_of_a_parallel_row_are_the_mentions_of_its_segments(
    any_build: Path, mentions: list[dict[str, Any]], parallel: list[dict[str, Any]]
):
    preferred = {row["concept_id"]: tuple(row[lang] for lang in LANGUAGES) for row in rows_of(any_build, "concepts")}
    terms_by_segment: dict[str, set[tuple[str, str]]] = {}
    for mention in mentions:
        terms_by_segment.setdefault(mention["segment_id"], set()).add((mention["concept_id"], mention["surface"]))
    for row in parallel:
        for lang in LANGUAGES:
            used = {(term["concept_id"], surface) for term in row["terms"] for surface in term[f"{lang}_used"]}
            assert used == set().union(
                *(terms_by_segment.get(segment_id, set()) for segment_id in row[f"{lang}_segments"])
            ), row["unit_id"]
        assert all(tuple(t[lang] for lang in LANGUAGES) == preferred[t["concept_id"]] for t in row["terms"])


def test_split_never_separates_what_belongs_to_one_work(parallel: list[dict[str, Any]]):
    splits: dict[str, set[str]] = {}
    for row in parallel:
        splits.setdefault(row["work"], set()).add(row["split"])
    assert splits and all(len(split) == 1 for split in splits.values())


def test_split_is_a_function_of_the_work_alone(tmp_path: Path):
    first = publish(
        BuildOptions(
            sources=(write(tmp_path / "one", {"a/zh.md": "你好。", "b/zh.md": "再见。"}),), out=tmp_path / "out"
        )
    )
    second = publish(
        BuildOptions(
            sources=(write(tmp_path / "two", {"a/ja.md": "テンソルです。", "z/ja.md": "終わり。"}),),
            out=tmp_path / "out",
        )
    )
    split = [{row["work"]: row["split"] for row in rows_of(build, "parallel")} for build in (first, second)]
    assert split[0]["a"] == split[1]["a"] == split_of("a")


def test_a_tenth_of_many_works_is_kept_for_development_and_tests():
    count = Counter(split_of(f"work-{number}") for number in range(10_000))
    assert count["train"] > 8_800 and count["dev"] > 400 and count["test"] > 400
    assert set(count) == {"train", "dev", "test"}


def test_concepts_count_their_mentions(any_build: Path, mentions: list[dict[str, Any]]):
    uses = Counter((mention["concept_id"], mention["lang"]) for mention in mentions)
    pages = Counter({(mention["concept_id"], mention["lang"], mention["doc_id"]) for mention in mentions})
    in_documents = Counter((concept, lang) for concept, lang, _ in pages)
    for row in rows_of(any_build, "concepts"):
        for lang in LANGUAGES:
            key = (row["concept_id"], lang)
            assert (row[f"{lang}_mentions"], row[f"{lang}_documents"]) == (uses[key], in_documents[key])
            assert (row[f"{lang}_success"] is None) == (uses[key] == 0)


def test_concepts_list_each_form_of_the_entry_once(any_build: Path):
    for row in rows_of(any_build, "concepts"):
        forms = Counter((form["lang"], form["form"], form["status"]) for form in row["forms"])
        assert set(forms.values()) == {1}, row["concept_id"]
        assert {form["lang"] for form in row["forms"]} == set(LANGUAGES)


def test_rows_that_the_manifest_counts_are_there(any_build: Path):
    manifest = json.loads((any_build / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["rows"] == {table: len(rows_of(any_build, table)) for table in TABLES}
    assert len(manifest["inputs"]) == manifest["rows"]["documents"]


# --- pages that are hard to read


def test_nasty_pages_are_quarantined_with_a_reason_or_published(nasty_build: Path):
    rows = {row["path"]: (row["status"], row["reason"]) for row in rows_of(nasty_build, "documents")}
    quarantined = {path: reason for path, (status, reason) in rows.items() if status == "quarantined"}
    assert quarantined == {
        "binary/ja.md": "not UTF-8: 0x80 at byte 128 (invalid start byte), and no other encoding taiyaku reads fits; save it as UTF-8",
        "empty/zh.md": "empty file",
        "white/zh.md": "nothing but white space",
        "same/zh.txt": "duplicate: same/zh.md is already the zh version of same",
    }
    assert rows["nul/zh.txt"] == ("ok", "replaced 1 NUL or lone surrogate characters")
    assert rows["alone.txt"] == ("ok", None)


def test_quarantined_document_has_neither_text_nor_segments(nasty_build: Path):
    bad = [row for row in rows_of(nasty_build, "documents") if row["status"] == "quarantined"]
    assert {(row["text"], row["chars"]) for row in bad} == {("", 0)}
    assert {row["doc_id"] for row in bad}.isdisjoint(row["doc_id"] for row in rows_of(nasty_build, "segments"))


def test_summary_names_every_quarantined_file_and_what_was_not_read(nasty_build: Path):
    summary = (nasty_build / "report" / "summary.md").read_text(encoding="utf-8")
    assert "| empty/zh.md | empty file |" in summary
    assert "| same/zh.txt | duplicate: same/zh.md is already the zh version of same |" in summary
    assert "Not read: format .png (1)." in summary


def test_title_is_the_front_matter_else_the_first_heading(tmp_path: Path):
    pages: dict[str, str | bytes] = {
        "a/zh.md": "---\ntitle: 前言\nauthor: 某人\n---\n\n# 标题\n\n正文。\n",
        "b/zh.md": "# **张量** 与 `torch.linalg`\n\n正文。\n",
        "c/zh.md": "没有标题。\n",
    }
    build = publish(BuildOptions(sources=(write(tmp_path / "in", pages),), out=tmp_path / "out"))
    rows = rows_of(build, "documents")
    assert [row["title"] for row in rows] == ["前言", "张量 与 torch.linalg", None]
    assert rows[0]["metadata"] == [{"key": "author", "value": "某人"}]


def test_nothing_readable_is_an_error_that_names_the_first_reason(tmp_path: Path):
    write(tmp_path, {"a/zh.md": "", "a/ja.md": ""})
    with pytest.raises(ValueError) as raised:
        planning.plan(BuildOptions(sources=(tmp_path / "a",), out=tmp_path / "out"))
    assert str(raised.value) == f"{tmp_path}/a: nothing could be read, 2 files quarantined; a/ja.md: empty file"
