"""`python -m flows.docs.site` builds the site in build/site offline; any MkDocs warning fails it."""

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
    """Assemble the pages in the folder's `site-pages` and the site in its `site`; returns the exit status. The sample
    report is that of `build`, or of a build of the samples in `samples`.
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
