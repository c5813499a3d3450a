"""`python -m flows.docs.site` makes the site in build/site, without network; anything that MkDocs warns of fails it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from flows.docs.site.assembling import ROOT, assemble
from flows.options import samples
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import lifecycle


def main(folder: Path = ROOT / "build", build: Path | None = None) -> int:
    """Assemble the pages in `site-pages` and the site in `site` of the folder; returns the exit status.

    The report to try is that of `build`, or of a build of the samples in `samples`.
    """
    options = BuildOptions(sources=(samples.folder(),), out=folder / "samples")
    report = (build or lifecycle.publish(options)) / "report/index.html"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    for configuration in assemble(folder / "site-pages", folder / "site", report):
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", str(configuration)]
        if status := subprocess.run(command, env=environment, check=False).returncode:
            return status
    print(f"the site is in {folder / 'site'}: open index.html there")
    return 0


if __name__ == "__main__":
    sys.exit(main())
