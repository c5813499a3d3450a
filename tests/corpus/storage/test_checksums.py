"""Checksums of published builds: what is damaged is told, file by file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.storage import store
from corpus.storage.store import ManifestError, fsck, stored_files


@pytest.fixture
def build(tmp_path: Path) -> Path:
    folder = store.begin(tmp_path / "out")
    store.write_bytes(folder / "documents" / "part-00000.parquet", b"documents" * 1000)
    store.write_bytes(folder / "report" / "summary.md", b"# Summary\n")
    return store.publish(folder, tmp_path / "out", "0123456789ab", {"build_id": "0123456789ab"})


def test_whole_build_has_no_damage(build: Path):
    assert fsck(build) == []


def become_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


DAMAGES: list[tuple[Callable[[Path], object], list[str]]] = [
    (lambda file: file.unlink(), ["report/summary.md: missing"]),
    (lambda file: file.write_bytes(b"# Summ"), ["report/summary.md: 6 bytes instead of 10"]),
    (lambda file: file.write_bytes(b"# SUMMARY\n"), ["report/summary.md: another checksum than the manifest says"]),
    (become_folder, ["report/summary.md: cannot be read: Is a directory"]),
    (lambda file: (file.parent / "a.md").touch(), ["report/a.md: not in the manifest"]),
]


@pytest.mark.parametrize(("harm", "damages"), DAMAGES)
def test_damage_is_reported_with_its_file(build: Path, harm: Callable[[Path], object], damages: list[str]):
    harm(build / "report" / "summary.md")
    assert list(map(str, fsck(build))) == damages


def test_other_files_are_no_damage_where_strangers_may_be(build: Path):
    (build / ".git").mkdir()
    (build / ".git" / "config").touch()
    assert fsck(build, strangers=False) == []


@pytest.mark.parametrize(
    "files",
    [None, [], "all", [{"path": "a"}], [{"path": "../a", "bytes": 1, "sha256": ""}],
     [{"path": "/etc/passwd", "bytes": 1, "sha256": ""}], [{"path": "a", "bytes": "1", "sha256": ""}],
     [{"path": "a\0", "bytes": 1, "sha256": ""}], [{"path": "", "bytes": 1, "sha256": ""}]],
)  # fmt: skip
def test_manifest_that_lists_no_files_properly_is_refused(build: Path, files: object):
    (build / store.MANIFEST).write_text(json.dumps({"files": files}), encoding="utf-8")
    with pytest.raises(ManifestError, match=r"manifest\.json is damaged; publish the build again"):
        fsck(build)


def test_folder_without_manifest_is_no_build(tmp_path: Path):
    with pytest.raises(ManifestError, match=r"no manifest\.json that can be read there"):
        stored_files(store.read_manifest(tmp_path), tmp_path)
