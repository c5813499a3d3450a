"""OmegaT without its window: a project that it translates, and what its readers make of glossaries."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

_JAR = Path("/usr/share/omegat/OmegaT.jar")  # of the Debian package; with it come Java and Groovy
_GROOVY = Path("/usr/share/java/groovy-all.jar")
_SCRIPT = Path(__file__).with_name("omegat.groovy")
_FOLDERS = ("source", "target", "tm/auto", "glossary", "dictionary", "omegat")
_PROJECT = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<omegat>
  <project version="1.0">
    <source_dir>__DEFAULT__</source_dir>
    <target_dir>__DEFAULT__</target_dir>
    <tm_dir>__DEFAULT__</tm_dir>
    <glossary_dir>__DEFAULT__</glossary_dir>
    <glossary_file>__DEFAULT__</glossary_file>
    <dictionary_dir>__DEFAULT__</dictionary_dir>
    <source_lang>en</source_lang>
    <target_lang>{target}</target_lang>
    <sentence_seg>true</sentence_seg>
    <support_default_translations>true</support_default_translations>
    <remove_tags>false</remove_tags>
  </project>
</omegat>
"""


def project(folder: Path, target: str) -> Path:
    """A new project in a folder, from English; skips the test where there is no OmegaT."""
    if not _JAR.exists() or shutil.which("java") is None:
        pytest.skip("no OmegaT: apt-get install omegat")
    for name in _FOLDERS:
        (folder / name).mkdir(parents=True)
    (folder / "omegat.project").write_text(_PROJECT.format(target=target), encoding="utf-8")
    return folder


def translated(folder: Path) -> Path:
    """The folder of translated files: OmegaT puts in what it finds in tm/auto."""
    _java("-jar", _JAR, folder, "--mode=console-translate", f"--config-dir={folder / 'config'}", home=folder)
    return folder / "target"


def glossaries(folder: Path, target: str, files: Sequence[Path]) -> dict[str, Any]:
    """By file name the entries that OmegaT reads, each English, rendering and comment; or that it refuses the file."""
    if not _GROOVY.exists():
        pytest.skip("no Groovy: apt-get install groovy")
    run = ("-cp", f"{_JAR}:{_GROOVY}", "groovy.ui.GroovyMain", _SCRIPT, folder, target, *files)
    read: dict[str, Any] = json.loads(_java(*run, home=folder).splitlines()[-1])
    return read


def _java(*arguments: object, home: Path) -> str:
    # Its settings and logs go where the test goes; -Dfile.encoding, as a plain locale has another on old versions.
    command = ["java", "-Djava.awt.headless=true", f"-Duser.home={home}", "-Dfile.encoding=UTF-8", *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
