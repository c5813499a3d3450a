"""Volumes: what a page has no room for lies beside it, complete, and is the same for any number of shards."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from glossary.desk.report.web import FOLDER, ReportTables, page, writer
from glossary.desk.report.web.queue import COLUMNS
from tests.glossary.desk.report.built import plain, spread
from tests.glossary.desk.report.embedded import data_of, findings_of

_SCRIPT = re.compile(r'taiyaku\("3f2a9c11d0e4", "([a-z]+(?:-\d+)?)", (.*)\);\n', re.DOTALL)


def made(
    folder: Path, build: ReportTables, most: int = 5, most_documents: int = 3, room: int = 100
) -> tuple[str, dict[str, Any]]:
    """A page with little room, and its volumes by name."""
    text = page(build, most, most_documents, room, write=writer(folder / FOLDER, build.build_id))
    volumes = {}
    for file in sorted((folder / FOLDER).glob("*")):
        name, value = _SCRIPT.fullmatch(file.read_text(encoding="utf-8")).groups()  # type: ignore[union-attr]
        assert file.name == f"{name}.js"
        volumes[name] = json.loads(value)
    return text, volumes


def test_page_that_has_room_for_all_has_nothing_beside_it(tmp_path: Path):
    text, volumes = made(tmp_path, plain(), 20, 20, 5_000)
    assert not volumes
    assert data_of(text)["volumes"] is None
    assert "strict-dynamic" in text  # it may look for the history of builds
    assert "strict-dynamic" not in page(plain())
    assert data_of(text) == data_of(page(plain(), 20, 20, 5_000))


def test_every_finding_is_on_the_page_or_in_one_volume_each_with_its_rank(tmp_path: Path):
    text, volumes = made(tmp_path, spread())
    inside = [finding["id"] for finding in findings_of(text)]
    outside = {
        rank: row[COLUMNS.index("id")]
        for name, volume in volumes.items()
        if name.startswith("findings")
        for rank, row in zip(volume["ranks"], volume["findings"], strict=True)
    }
    assert [*inside, *(outside[rank] for rank in sorted(outside))] == [
        finding["id"] for finding in findings_of(page(spread()))
    ]
    assert sorted(outside) == list(range(5, 13))
    assert data_of(text)["volumes"] == {"findings": [1, 2, 3, 4], "standing": 13, "all_new": True}


def test_finding_beside_the_page_says_what_it_would_say_on_it(tmp_path: Path):
    _, volumes = made(tmp_path, spread())
    whole = page(spread())
    findings_by_id = {finding["id"]: finding for finding in findings_of(whole)}
    numbers = {row[0]: number for number, row in enumerate(data_of(whole)["documents"])}
    paths = [row[0] for row in [*data_of(made(tmp_path, spread())[0])["documents"], *volumes["documents"]["rows"]]]
    for name, volume in volumes.items():
        for row in volume["findings"] if name.startswith("findings") else []:
            values, expected = dict(zip(COLUMNS, row, strict=True)), findings_by_id[row[0]]
            originals = [volume["originals"][number] for number in values["originals"]]
            assert originals == [data_of(whole)["originals"][number] for number in expected["originals"]]
            assert [[numbers[paths[place[0]]], *place[1:]] for place in values["places"]] == expected["places"]
            for column in set(COLUMNS) - {"places", "originals", "document"}:
                assert values[column] == expected[column]


def test_place_in_a_work_of_another_shard_stands_with_its_words(tmp_path: Path):
    _, volumes = made(tmp_path, spread())
    (volume,) = [volume for volume in volumes.values() if any(row[0] == "f" * 16 for row in volume.get("findings", []))]
    (row,) = [row for row in volume["findings"] if row[0] == "f" * 16]
    places = row[COLUMNS.index("places")]
    assert len({document for document, *_ in places}) == 2
    for document, start, end, *_ in places:
        passages = volume["passages"][str(document)]
        assert "图书馆" in [_slice(text, start - offset, end - offset) for offset, _, text in passages]


def _slice(text: str, start: int, end: int) -> str:
    """A stretch of a text by offsets as JavaScript counts."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le", "replace")


def test_every_text_that_the_page_lacks_lies_beside_it_with_its_original(tmp_path: Path):
    text, volumes = made(tmp_path, spread())
    rows = [*data_of(text)["documents"], *volumes["documents"]["rows"]]
    assert sorted(row[0] for row in rows) == sorted(row[0] for row in data_of(page(spread()))["documents"])
    for number, (_, _, path, *_, volume, _) in enumerate(rows):
        on_page = number < len(data_of(text)["documents"]) and data_of(text, f"text-{number}")["whole"]
        if volume:
            text_block = volumes[f"texts-{volume}"][str(number)]
            assert text_block["whole"] and len(text_block["pieces"]) == 1
            assert (text_block["beside"] is None) == path.endswith("en.md")
            if text_block["beside"]:
                assert str(text_block["beside"]["english"]) in volumes[f"texts-{volume}"]
        else:
            assert on_page


def test_documents_that_the_table_lacks_have_their_figures_beside_it(tmp_path: Path):
    text, volumes = made(tmp_path, spread())
    figures = volumes["documents"]["figures"]
    listed = len(re.findall(r"<td><a href=\"#document", text))
    assert len(figures) + listed == 24
    zh = next(number for number, row in enumerate(data_of(text)["documents"]) if row[2].endswith("zh.md"))
    assert all(figure[0] > 0 for figure in figures.values())
    assert str(zh) not in figures or sum(figures[str(zh)][5]) >= 1


def test_number_of_shards_changes_nothing_on_the_page_but_where_texts_lie(tmp_path: Path):
    (tmp_path / "one").mkdir()
    (tmp_path / "four").mkdir()
    whole, sharded = page(spread(shards=1)), page(spread(shards=4))
    assert whole == sharded
    one_shard, four_shards = made(tmp_path / "one", spread(shards=1))[1], made(tmp_path / "four", spread(shards=4))[1]
    texts = [
        {
            number: text_data
            for name, volume in volumes.items()
            if name.startswith("texts")
            for number, text_data in volume.items()
        }
        for volumes in (one_shard, four_shards)
    ]
    assert texts[0] == texts[1]


def test_policy_lets_volumes_in_and_no_other_address(tmp_path: Path):
    text, _ = made(tmp_path, spread())
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    assert "'strict-dynamic'" in policy.replace("&#39;", "'")
    assert "trusted-types volumes" in policy


def test_nothing_that_a_source_says_ends_a_volume(tmp_path: Path):
    build = spread(works=2, shards=1)
    writer(tmp_path / FOLDER, build.build_id)("texts-1", {"0": "</script>\u2028\ud800"})
    assert (tmp_path / FOLDER / "texts-1.js").read_text(encoding="utf-8") == (
        'taiyaku("3f2a9c11d0e4", "texts-1", {"0":"\\u003c/script>\\u2028\\ud800"});\n'
    )
