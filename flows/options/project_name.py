"""The project: the name that its deployments, runs and artifacts have on a Prefect server, which others may use too."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from flows.options.effective_options import base_of
from flows.options.options import PROJECT
from flows.options.settings import CONFIG, Settings

_LONGEST = 40  # characters of the folder's name


@dataclass(frozen=True, slots=True)
class Project:
    """A project on Prefect's server: its name there, and the file of its settings, by which it is known."""

    name: str
    file: Path


def project_of(config: Path | None, settings: Settings) -> Project:
    """Return the project of these settings; what they do not name goes by its folder, and by its path where folders
    agree.
    """
    file = Path(os.path.realpath(config or base_of(None) / CONFIG))
    return Project(settings.schedule.project or default_name(file), file)


def default_name(file: Path) -> str:
    """Return a name for the project of a settings file in letters that Prefect takes: no other file's."""
    folder = re.sub(r"[^a-z0-9]+", "-", file.parent.name.lower())[:_LONGEST].strip("-")
    return "-".join(part for part in (PROJECT, folder, sha256(os.fsencode(file)).hexdigest()[:6]) if part)
