"""The store: the same bytes for the same rows, and builds that are published whole or not at all."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from corpus.schema import to_table
from corpus.storage import build_folders, build_lock, parquet, store
from tests.corpus.small import document
from tests.drills.killing import kill_often
from tests.hostile import common_folder, one_of_a_group


def rows(count: int = 3):
    return to_table("documents", [document(f"张量 {number}") for number in range(count)])


def finished(out: Path) -> Path:
    """A folder with one table, not yet published."""
    folder = store.begin(out)
    parquet.write_part(folder, "documents", 0, rows(), "sig")
    return folder


def published(out: Path, build_id: str) -> Path:
    return store.publish(finished(out), out, build_id, {"signature": "sig"})


# --- parts


def test_same_rows_give_the_same_bytes(tmp_path):
    first = parquet.write_part(tmp_path / "a", "documents", 0, rows(), "sig")
    second = parquet.write_part(tmp_path / "b", "documents", 0, rows(), "sig")
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_same_rows_give_the_same_bytes_in_another_process(tmp_path):
    written = parquet.write_part(tmp_path / "a", "documents", 0, rows(), "sig")
    program = (
        "import sys; from pathlib import Path; from corpus.storage import parquet, store; from tests.corpus.storage.test_store import rows;"
        "parquet.write_part(Path(sys.argv[1]), 'documents', 0, rows(), 'sig')"
    )
    root = Path(__file__).parents[3]
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(root)}
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "b")], check=True, cwd=root, env=environment)
    assert written.read_bytes() == (tmp_path / "b/documents/part-00000.parquet").read_bytes()


def test_part_carries_the_signature_and_no_pandas(tmp_path):
    path = parquet.write_part(tmp_path, "documents", 7, rows(), "taiyaku:0|zh:jieba")
    assert path.relative_to(tmp_path).as_posix() == "documents/part-00007.parquet"
    metadata = pq.read_schema(path).metadata
    assert metadata == {b"taiyaku": b"taiyaku:0|zh:jieba"}


def test_part_is_compressed_with_zstd(tmp_path):
    path = parquet.write_part(tmp_path, "documents", 0, rows(), "sig")
    assert pq.ParquetFile(path).metadata.row_group(0).column(0).compression == "ZSTD"


def test_table_is_read_back_in_the_order_of_its_parts(tmp_path):
    for number in (10, 2, 0):
        part = to_table("documents", [document(f"第 {number} 部分")])
        parquet.write_part(tmp_path, "documents", number, part, "sig")
    assert parquet.read_table(tmp_path, "documents", ["text"]).to_pydict() == {
        "text": ["第 0 部分", "第 2 部分", "第 10 部分"]
    }


def test_columns_come_in_the_order_asked_for_and_one_that_is_not_there_is_an_error(tmp_path):
    parquet.write_part(tmp_path, "documents", 0, rows(), "sig")
    assert parquet.read_table(tmp_path, "documents", ["text", "doc_id"]).column_names == ["text", "doc_id"]
    with pytest.raises(KeyError, match="words"):
        parquet.read_table(tmp_path, "documents", ["text", "words"])


def test_empty_table_keeps_its_schema(tmp_path):
    parquet.write_part(tmp_path, "segments", 0, to_table("segments", []), "sig")
    table = parquet.read_table(tmp_path, "segments")
    assert table.num_rows == 0 and "token_starts" in table.column_names


# --- publishing


def test_published_build_is_whole_and_latest(tmp_path):
    folder = published(tmp_path, "abc")
    assert folder == tmp_path / "builds/abc" == store.complete(tmp_path, "abc")
    assert os.readlink(tmp_path / "latest") == os.path.join("builds", "abc")
    assert (tmp_path / "latest/documents/part-00000.parquet").is_file()


def test_nothing_is_seen_before_it_is_published(tmp_path):
    finished(tmp_path)
    assert not (tmp_path / "latest").exists()
    assert [path.name[:5] for path in (tmp_path / "builds").iterdir()] == [".tmp-"]


def test_manifest_names_every_file_with_size_and_hash(tmp_path):
    folder = published(tmp_path, "abc")
    manifest = store.read_manifest(folder)
    data = (folder / "documents/part-00000.parquet").read_bytes()
    assert manifest == {
        "signature": "sig",
        "files": [
            {"path": "documents/part-00000.parquet", "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        ],
    }


def test_later_build_becomes_latest_and_the_earlier_one_stays(tmp_path):
    published(tmp_path, "abc")
    published(tmp_path, "def")
    assert os.path.realpath(tmp_path / "latest") == os.path.realpath(tmp_path / "builds/def")
    assert store.complete(tmp_path, "abc") is not None


def test_same_build_again_takes_the_place_of_the_first(tmp_path):
    first = published(tmp_path, "abc")
    (first / "documents/part-00000.parquet").write_bytes(b"damaged")
    published(tmp_path, "abc")
    assert store.complete(tmp_path, "abc") is not None
    assert sorted(path.name for path in (tmp_path / "builds").iterdir()) == ["abc"]


def test_build_that_stops_before_the_end_leaves_latest_where_it_was(tmp_path, monkeypatch):
    published(tmp_path, "abc")
    folder = finished(tmp_path)

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(store, "_sync", fail)
    with pytest.raises(OSError, match="disk full"):
        store.publish(folder, tmp_path, "def", {})
    assert os.path.realpath(tmp_path / "latest") == os.path.realpath(tmp_path / "builds/abc")
    assert store.complete(tmp_path, "def") is None


def test_leftovers_of_killed_builds_are_removed(tmp_path):
    killed = tmp_path / "builds/.tmp-1"
    killed.mkdir(parents=True)
    (killed / "part").write_bytes(b"")
    store.discard(store.begin(tmp_path))
    assert list((tmp_path / "builds").iterdir()) == []


def test_leftovers_are_removed_by_whoever_holds_the_folder(tmp_path):
    (tmp_path / "builds/.tmp-1").mkdir(parents=True)
    (tmp_path / ".latest-1").symlink_to("builds/gone")
    with build_lock.lock(tmp_path):
        assert sorted(path.name for path in tmp_path.rglob("*")) == [".holder.json", ".lease", ".lock", "builds"]


def test_same_build_killed_between_its_two_renames_can_be_published_again(tmp_path):
    """Publishing a build again moves the old one aside first; that folder must not stand in the way for ever."""
    published(tmp_path, "abc")
    os.rename(tmp_path / "builds/abc", tmp_path / "builds/.tmp-old-abc")
    published(tmp_path, "abc")
    assert store.complete(tmp_path, "abc") is not None


def test_latest_is_never_missing_while_it_is_switched(tmp_path, monkeypatch):
    published(tmp_path, "abc")
    targets = []
    replace = os.replace

    def watching(source, target):
        targets.append(os.path.realpath(tmp_path / "latest"))
        replace(source, target)
        targets.append(os.path.realpath(tmp_path / "latest"))

    monkeypatch.setattr(os, "replace", watching)
    published(tmp_path, "def")
    assert [os.path.basename(path) for path in targets] == ["abc", "def"]


# --- what counts as complete


def damage_missing(folder: Path) -> None:
    (folder / "documents/part-00000.parquet").unlink()


def damage_cut(folder: Path) -> None:
    path = folder / "documents/part-00000.parquet"
    path.write_bytes(path.read_bytes()[:-1])


def damage_manifest(folder: Path) -> None:
    (folder / store.MANIFEST).write_text("{")


def damage_no_manifest(folder: Path) -> None:
    (folder / store.MANIFEST).unlink()


def damage_manifest_of_a_list(folder: Path) -> None:
    (folder / store.MANIFEST).write_text("[]")


def damage_manifest_without_files(folder: Path) -> None:
    (folder / store.MANIFEST).write_text(json.dumps({"signature": "sig"}))


@pytest.mark.parametrize(
    "damage",
    [
        damage_missing,
        damage_cut,
        damage_manifest,
        damage_no_manifest,
        damage_manifest_of_a_list,
        damage_manifest_without_files,
    ],
    ids=lambda damage: damage.__name__[7:],
)
def test_damaged_build_is_not_complete(tmp_path, damage):
    damage(published(tmp_path, "abc"))
    assert store.complete(tmp_path, "abc") is None


def test_build_that_never_was_is_not_complete(tmp_path):
    assert store.complete(tmp_path, "abc") is None


# --- several users


def names(out: Path) -> list[str]:
    return sorted(path.name for path in (out / "builds").iterdir())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two other users")
@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_users_of_a_group_build_in_one_folder(umask: int):
    with common_folder() as folder:
        out = folder / "out"
        out.mkdir()
        os.chown(out, 40001, 40000)
        out.chmod(0o770)
        for user, name, removed in ((40001, "a", []), (40002, "b", []), (40001, "c", ["a"])):
            with one_of_a_group(user, 40000, umask), build_lock.lock(out):
                published(out, name)
                old_builds = [build.build_id for build in build_folders.stored_builds(out)][1:]
                assert build_folders.remove(out, old_builds) == removed
        assert os.readlink(out / "latest") == "builds/c" and names(out) == ["b", "c"]


def test_builds_under_a_private_umask_are_private(tmp_path: Path):
    before = os.umask(0o077)
    try:
        with build_lock.lock(tmp_path / "out"):
            published(tmp_path / "out", "a")
    finally:
        os.umask(before)
    places = [path for path in tmp_path.rglob("*") if not path.is_symlink()]
    assert [place for place in places if place.stat().st_mode & 0o077] == []


# --- kills


@pytest.mark.slow
def test_publishing_killed_at_any_moment_leaves_latest_whole(tmp_path):
    kill_often(tmp_path / "out", 5)
