"""Selection: the rules that the settings and the command line select, and what the paths of both count from."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from flows.settings import CONFIG, Settings, SettingsError
from glossary.findings.rule_selection import RuleError, Selection, selected


def selection_of(settings: Settings, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> Selection:
    """What is selected; of the call, `select` comes instead of the settings' and `ignore` on top. Raises on no rule."""
    check = settings.check
    folders = {pattern: section.model_dump() for pattern, section in check.per_folder.items()}
    chosen = selected(check.select, check.ignore, folders)
    try:
        chosen.check()
    except RuleError as error:
        raise SettingsError(f"[check] in the settings: {error}") from None
    called = Selection(tuple(select) or chosen.select, (*chosen.ignore, *ignore), chosen.folders)
    called.check()
    return called


def base_of(config: Path | None) -> Path:
    """What the paths of patterns and of a baseline count from, so that they hold wherever a command is called from:
    the folder of the settings, else that of the repository, else this one."""
    cwd = Path.cwd()
    if config:
        return Path(os.path.abspath(config)).parent
    if (cwd / CONFIG).is_file():
        return cwd
    return next((folder for folder in (cwd, *cwd.parents) if (folder / ".git").exists()), cwd)
