"""The builds of a folder: which there are, what names them, and how they go."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from corpus.storage import build_folders, store
from corpus.storage.build_folders import BuildNameError, find, remove, remove_tag, set_tag, stored_builds


def publish(out: Path, name: str, day: int = 0) -> Path:
    """Publish a build that was made on a day of November."""
    folder = store.begin(out)
    (folder / "documents").mkdir()
    (folder / "documents/part-00000.parquet").write_bytes(b"rows")
    created = f"2026-11-{day or 'abcde'.index(name) + 1:02d}T03:00:00Z"
    return store.publish(folder, out, name, {"build_id": name, "created": created, "rows": {"documents": 3}})


def five_builds(out: Path) -> None:
    """Builds a to e, e the newest and the latest."""
    for name in "abcde":
        publish(out, name)


def ids(out: Path) -> str:
    return "".join(build.build_id for build in stored_builds(out))


def test_builds_are_listed_the_newest_first_with_size_rows_and_names(tmp_path: Path):
    five_builds(tmp_path)
    set_tag(tmp_path, "release-1", "b")
    builds = stored_builds(tmp_path)
    assert [build.build_id for build in builds] == list("edcba")
    assert (builds[0].is_latest, builds[0].is_named, builds[0].size, builds[0].rows) == (
        True,
        True,
        4,
        {"documents": 3},
    )
    assert (builds[3].tags, builds[3].is_latest, builds[3].is_named) == (("release-1",), False, True)
    assert builds[4].created == "2026-11-01T03:00:00Z" and not builds[4].is_named


def test_order_is_that_of_the_manifests_and_not_of_what_was_touched_last(tmp_path: Path):
    five_builds(tmp_path)
    os.utime(tmp_path / "builds/a")
    assert ids(tmp_path) == "edcba"


def test_build_whose_manifest_is_damaged_is_listed_as_the_oldest(tmp_path: Path):
    five_builds(tmp_path)
    (tmp_path / "builds/d/manifest.json").write_text("{")
    assert ids(tmp_path) == "ecbad" and stored_builds(tmp_path)[-1].created == ""


def test_folder_without_builds_has_none(tmp_path: Path):
    assert stored_builds(tmp_path / "none") == [] and build_folders.latest_id(tmp_path) is None


@pytest.mark.parametrize(("name", "build_id"), [("latest", "e"), ("c", "c"), ("release", "b")], ids=str)
def test_build_is_found_by_what_people_call_it(tmp_path: Path, name: str, build_id: str):
    five_builds(tmp_path)
    set_tag(tmp_path, "release", "b")
    assert find(tmp_path, name) == build_id


def test_build_is_found_by_the_beginning_of_its_id(tmp_path: Path):
    publish(tmp_path, "0123456789ab", 1)
    publish(tmp_path, "0123ffffffff", 2)
    assert find(tmp_path, "01234") == "0123456789ab"
    with pytest.raises(BuildNameError, match="0123: 2 builds begin so; there are 0123ffffffff, 0123456789ab"):
        find(tmp_path, "0123")


def test_name_that_no_build_has_is_reported_with_those_that_there_are(tmp_path: Path):
    five_builds(tmp_path)
    with pytest.raises(BuildNameError, match="zzz: no such build or tag; there are e, d, c, b, a"):
        find(tmp_path, "zzz")
    with pytest.raises(BuildNameError, match="there are none; run `taiyaku build` first"):
        find(tmp_path / "none", "latest")


# --- tags


def test_tag_is_a_link_that_readers_can_use_and_can_be_moved(tmp_path: Path):
    five_builds(tmp_path)
    set_tag(tmp_path, "good", "a")
    assert (tmp_path / "tags/good/documents/part-00000.parquet").read_bytes() == b"rows"
    set_tag(tmp_path, "good", "b")
    assert build_folders.tags_in(tmp_path) == {"good": "b"}
    remove_tag(tmp_path, "good")
    assert build_folders.tags_in(tmp_path) == {} and ids(tmp_path) == "edcba"


@pytest.mark.parametrize("tag", ["", "..", "a/b", "-x", "latest", "previous", "表", ".hidden", "a" * 101])
def test_name_that_cannot_be_a_tag_is_refused(tmp_path: Path, tag: str):
    five_builds(tmp_path)
    with pytest.raises(BuildNameError, match="no name for a tag"):
        set_tag(tmp_path, tag, "a")


def test_tag_that_is_not_there_cannot_be_removed(tmp_path: Path):
    five_builds(tmp_path)
    with pytest.raises(BuildNameError, match="good: no such tag; there are none"):
        remove_tag(tmp_path, "good")


def test_link_that_leads_out_of_the_builds_is_no_tag(tmp_path: Path):
    five_builds(tmp_path)
    (tmp_path / "tags").mkdir()
    (tmp_path / "tags/away").symlink_to("/")
    (tmp_path / "tags/gone").symlink_to("../builds/zzz")
    assert build_folders.tags_in(tmp_path) == {}


# --- removing


def test_what_latest_or_a_tag_names_is_not_removed_whatever_is_asked(tmp_path: Path):
    five_builds(tmp_path)
    set_tag(tmp_path, "kept", "b")
    assert remove(tmp_path, list("abcde")) == ["a", "c", "d"]
    assert ids(tmp_path) == "eb"


def test_build_that_is_not_there_is_not_removed(tmp_path: Path):
    five_builds(tmp_path)
    assert remove(tmp_path, ["zzz"]) == []


def test_build_whose_removal_was_interrupted_is_no_build_and_goes_with_the_next(tmp_path: Path):
    five_builds(tmp_path)
    os.rename(tmp_path / "builds/a", tmp_path / "builds/.tmp-removed-a")
    assert ids(tmp_path) == "edcb"
    store.remove_leftovers(tmp_path)
    assert not (tmp_path / "builds/.tmp-removed-a").exists()


def test_removing_leaves_a_build_in_progress_alone(tmp_path: Path):
    five_builds(tmp_path)
    folder = store.begin(tmp_path)
    remove(tmp_path, list("abcd"))
    assert folder.is_dir()
