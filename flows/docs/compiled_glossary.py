"""The build hook of wheels: adds jieba's dictionary and the built-in glossary, both compiled, to the wheel.

The glossary needs the libraries that checking needs. Where they are not installed, as in an isolated build, the
wheel goes without it, and each user's first check compiles the glossary as a checkout does.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zlib
from importlib.metadata import version as installed_version
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PLACE = "glossary/loading/compiled_glossary"
_WORDS = "corpus/languages/jieba_words.zlib"
# Pages of both languages ask for all that follows from the glossary, with their originals.
_COMPILE = """
import sys
from pathlib import Path
from flows.command_line.cli import main
from glossary.loading import built_in_folder
from glossary.loading.cache import write_compiled
main(["check", "corpus/samples", "--quiet", "--jobs", "1"])
(shelf,) = (Path(sys.argv[1]) / "glossaries").iterdir()
write_compiled(shelf, [built_in_folder()], Path(sys.argv[2]))
"""


class CompiledGlossary(BuildHookInterface[Any]):
    """Puts the compiled glossary into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the glossary with the code that is being packaged. An editable installation has none, and reads
        jieba's own dictionary.
        """
        if version == "editable":
            build_data["dependencies"].append(f"jieba=={installed_version('jieba')}")
            return
        self._folder = tempfile.TemporaryDirectory(prefix="taiyaku-glossary-")
        words = Path(self._folder.name) / "words"
        words.write_bytes(zlib.compress((files("jieba") / "dict.txt").read_bytes(), 9))
        build_data["force_include"][str(words)] = _WORDS
        cache, place = Path(self._folder.name) / "cache", Path(self._folder.name) / "compiled"
        env = {**os.environ, "TAIYAKU_CACHE": str(cache), "PYTHONPATH": self.root, "PYTHONSAFEPATH": "1"}
        command = [sys.executable, "-c", _COMPILE, str(cache), str(place)]
        ran = subprocess.run(command, cwd=self.root, env=env, capture_output=True, text=True, check=False)
        if ran.returncode:
            reason = ran.stderr.strip().splitlines()[-1:] or ["no reason given"]
            self.app.display_warning(f"the wheel has no compiled glossary: {reason[0]}")
            return
        build_data["force_include"][str(place)] = _PLACE

    def finalize(self, version: str, *_: object) -> None:
        """Remove the files compiled for the wheel."""
        if version != "editable":
            self._folder.cleanup()
