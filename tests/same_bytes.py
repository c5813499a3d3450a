"""Whether another Python makes the same bytes of the samples as this one: `python -m tests.same_bytes PYTHON`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from corpus.storage import store

_BUILD = "import sys; from flows import publish; from flows.options import samples; print(publish(samples.folder(), sys.argv[1]))"


def files(python: str, folder: Path) -> dict[str, str]:
    """The files of a build of the samples by this Python, with their hashes."""
    subprocess.run([python, "-P", "-c", _BUILD, str(folder)], check=True, stdout=subprocess.DEVNULL)
    manifest = store.read_manifest(folder / "latest") or {}
    return {file["path"]: file["sha256"] for file in manifest["files"]}


def main(python: str) -> int:
    """Say what differs; returns 1 where anything does."""
    with tempfile.TemporaryDirectory(prefix="taiyaku-") as folder:
        ours, theirs = files(sys.executable, Path(folder, "own")), files(python, Path(folder, "other"))
    differing = sorted(path for path in ours.keys() | theirs.keys() if ours.get(path) != theirs.get(path))
    print(f"{python}: {len(ours) - len(differing)} of {len(ours)} files of the samples' build are the same", *differing)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
