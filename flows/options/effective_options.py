"""Effective options: settings and command line combined, the latter taking precedence; and the project they name."""

from __future__ import annotations

import os
import re
from dataclasses import asdict, dataclass
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from flows.options.flow_parameters import BuildOptions, CheckOptions
from flows.options.option_group import OptionGroup, declarations
from flows.options.options import PROJECT, RuleOptions
from flows.options.settings import CONFIG, Settings, SettingsError
from glossary.findings.rule_selection import RuleError, Selection, selected

OptionKind = TypeVar("OptionKind", bound=OptionGroup)
_LONGEST = 40  # characters of the folder's name


@dataclass(frozen=True, slots=True)
class Project:
    """A project on Prefect's server: its name there, and its settings file, which identifies it."""

    name: str
    file: Path


def options_of(kind: type[OptionKind], settings: Settings, **values: Any) -> OptionKind:
    """Return the options of a class from the settings, except those given as values."""
    places = {entry.name: entry.setting for entry in declarations(kind) if entry.setting}
    return kind(**{name: attrgetter(place)(settings) for name, place in places.items() if name not in values} | values)


def build_options(settings: Settings, base: Path, **arguments: Any) -> BuildOptions:
    """Return the options of a build from the settings, overridden by arguments; raises SettingsError."""
    check_rules(settings)
    return options_of(BuildOptions, settings, base=base, **arguments)


def check_options(settings: Settings, base: Path, **arguments: Any) -> CheckOptions:
    """Return the options of a check from the settings, overridden by arguments; raises SettingsError."""
    check_rules(settings)
    return options_of(CheckOptions, settings, base=base, **arguments)


def rule_selection(options: RuleOptions) -> Selection:
    """Return the rule selection that options state."""
    folders = {pattern: asdict(rules) for pattern, rules in options.per_folder.items()}
    return selected(options.select, options.ignore, folders, options.max_per_rule)


def check_rules(settings: Settings) -> None:
    """Fail if the settings select an unknown rule; raises SettingsError."""
    try:
        rule_selection(settings.check).check()
    except RuleError as error:
        raise SettingsError(f"[check] in the settings: {error}") from None


def base_of(config: Path | None) -> Path:
    """Return the base of patterns and baseline: the folder of the settings, the repository, or the current one."""
    cwd = Path.cwd()
    if config:
        return Path(os.path.abspath(config)).parent
    if (cwd / CONFIG).is_file():
        return cwd
    return next((folder for folder in (cwd, *cwd.parents) if (folder / ".git").exists()), cwd)


def project_of(config: Path | None, settings: Settings) -> Project:
    """Return the project of these settings; one without a name gets one from its folder and path."""
    file = Path(os.path.realpath(config or base_of(None) / CONFIG))
    return Project(settings.schedule.project or default_name(file), file)


def default_name(file: Path) -> str:
    """Return a name for the project of a settings file: unique to that file, in characters that Prefect accepts."""
    folder = re.sub(r"[^a-z0-9]+", "-", file.parent.name.lower())[:_LONGEST].strip("-")
    return "-".join(part for part in (PROJECT, folder, sha256(os.fsencode(file)).hexdigest()[:6]) if part)
