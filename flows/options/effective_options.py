"""Options as settings and command line say them together, the command line first; and the project that they name."""

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
    """A project on Prefect's server: its name there, and the file of its settings, by which it is known."""

    name: str
    file: Path


def options_of(kind: type[OptionKind], settings: Settings, **values: Any) -> OptionKind:
    """Return the options of a class as the settings say them, but for those that have these values."""
    places = {entry.name: entry.setting for entry in declarations(kind) if entry.setting}
    return kind(**{name: attrgetter(place)(settings) for name, place in places.items() if name not in values} | values)


def build_options(settings: Settings, base: Path, **arguments: Any) -> BuildOptions:
    """Return what the settings ask of a build and, instead of these, arguments; raises SettingsError."""
    check_rules(settings)
    return options_of(BuildOptions, settings, base=base, **arguments)


def check_options(settings: Settings, base: Path, **arguments: Any) -> CheckOptions:
    """Return what the settings ask of a check and, instead of these, arguments; raises SettingsError."""
    check_rules(settings)
    return options_of(CheckOptions, settings, base=base, **arguments)


def rule_selection(options: RuleOptions) -> Selection:
    """Return the selection of rules that options state."""
    folders = {pattern: asdict(rules) for pattern, rules in options.per_folder.items()}
    return selected(options.select, options.ignore, folders, options.max_per_rule)


def check_rules(settings: Settings) -> None:
    """Fail where the settings select what is no rule; raises SettingsError."""
    try:
        rule_selection(settings.check).check()
    except RuleError as error:
        raise SettingsError(f"[check] in the settings: {error}") from None


def base_of(config: Path | None) -> Path:
    """Return the folder that patterns and a baseline count from: that of the settings, of the repository, or this."""
    cwd = Path.cwd()
    if config:
        return Path(os.path.abspath(config)).parent
    if (cwd / CONFIG).is_file():
        return cwd
    return next((folder for folder in (cwd, *cwd.parents) if (folder / ".git").exists()), cwd)


def project_of(config: Path | None, settings: Settings) -> Project:
    """Return the project of these settings; one that they do not name goes by its folder and path."""
    file = Path(os.path.realpath(config or base_of(None) / CONFIG))
    return Project(settings.schedule.project or default_name(file), file)


def default_name(file: Path) -> str:
    """Return a name for the project of a settings file in letters that Prefect takes: no other file's."""
    folder = re.sub(r"[^a-z0-9]+", "-", file.parent.name.lower())[:_LONGEST].strip("-")
    return "-".join(part for part in (PROJECT, folder, sha256(os.fsencode(file)).hexdigest()[:6]) if part)
