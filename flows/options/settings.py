"""Settings: `taiyaku.toml` and the command line's options as one checked value."""

from __future__ import annotations

import re
import tomllib
from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from corpus.languages import TARGETS
from corpus.text.printable import printable
from flows.console.redaction import without_secrets
from flows.options.option_group import AS_TUPLE, Checked, OptionGroup, given, option
from flows.options.options import (
    GLOSSARY,
    GLOSSARY_ONLY,
    REVIEW,
    AdoptionOptions,
    AlarmOptions,
    DataOptions,
    DeliveryOptions,
    File,
    Files,
    FolderRules,
    JudgeOptions,
    LexiconOptions,
    NotifyOptions,
    OriginList,
    OriginOptions,
    OutputOptions,
    PacketBounds,
    ProjectTermOptions,
    RetentionBounds,
    RuleOptions,
    RunOptions,
    ScopeOptions,
    Severity,
    SiteOptions,
    SourceOptions,
    SuggestionOptions,
    TargetLanguage,
    VerdictOptions,
    WorkList,
    WorkOptions,
)

CONFIG = "taiyaku.toml"


class SettingsError(ValueError):
    """The configuration is invalid; the message names file, place and remedy."""


def _nearest(word: str, known: Sequence[str]) -> list[str]:
    import difflib  # not before something is at fault

    return difflib.get_close_matches(word, known, 1)


def _cron(text: str) -> str:
    if len(text.split()) != 5 or not re.fullmatch(r"[\d*/,A-Za-z#?\s-]+", text) or not re.search(r"[\d*]", text):
        raise ValueError("should have five fields: minute, hour, day, month, weekday")
    return text


def _project(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text) or len(text) > 80:
        raise ValueError("should consist of lowercase letters a to z, digits and single hyphens, at most 80 characters")
    return text


def _timezone(text: str) -> str:
    from zoneinfo import available_timezones

    if text not in available_timezones():
        near = _nearest(text, sorted(available_timezones()))
        raise ValueError(
            "is not a time zone" + (f"; did you mean {near[0]}?" if near else "; use one such as Asia/Tokyo")
        )
    return text


CronText = Annotated[str, Checked(_cron)]
Zone = Annotated[str, Checked(_timezone)]
ProjectName = Annotated[str, Checked(_project)]
JudgeName = Annotated[str, Checked(_project)]
MessageLanguage = Literal["en", "zh", "ja"]
_WORKS = """For layouts that folder names do not reveal: by language tag, a pattern of paths under the root.

```toml
[[works]]
en = "docs/**"
zh = "i18n/zh/**"
```

`**` matches any folders and files, `*` any part of one name. What they match identifies the work, so that
`docs/guide/intro.md` and `i18n/zh/guide/intro.md` are versions of `guide/intro`. Patterns come before folder names."""
_ORIGINS = """Licence and origin of sets of pages, for pages that do not state them in their front matter.

```toml
[[origins]]
path = "docs/**"
license = "CC-BY-4.0"
origin = "https://github.com/my-org/docs/blob/main/{path}"
attribution = "The authors of the guide"
```

`path` is a pattern of paths under the root: `**` matches any folders and files, `*` any part of one name. Of several
entries that match, the first that states a licence, an origin or an attribution counts for it. They fill `license` and
`origin` of the table `documents`; `attribution` becomes an entry of its `metadata`. `{path}` in an origin is the page's
path."""


_JUDGES = """Assistants that `taiyaku review ask` may send decisions to. Nothing is sent to any other program.

```toml
[judges.local]
command = ["python", "judges/local.py"]
```"""


class GlossarySettings(AdoptionOptions, ProjectTermOptions):
    """Which glossary entries count."""

    dirs: Files = option((), description=GLOSSARY)
    markdown: Files = option(
        (), description="Markdown pages with tables of terms, laid over the built-in entries; findings name the line."
    )
    only: bool = option(False, description=GLOSSARY_ONLY)

    @property
    def layers(self) -> tuple[Path, ...]:
        """All folders and files of the project's entries, in the order in which they are layered."""
        return (*self.dirs, *self.markdown)


class CheckSettings(VerdictOptions, RuleOptions):
    """Which rules judge pages, in builds too, and what makes `check` fail."""

    section: ClassVar[str] = "check"

    fail_on: Severity = option(
        "major",
        description="Minimum severity that fails the check: critical, major, minor or neutral.",
        argument="--fail-on",
        help="minimum severity that fails the check",
    )
    messages: MessageLanguage = option(
        "en",
        description="Language of the messages: en, zh or ja.",
        argument="--messages",
        help="language of the messages",
    )


class ReviewSettings(SuggestionOptions, PacketBounds):
    """Where reviewers' decisions are kept, and where their pages link to."""

    dir: File = option(Path("review"), description=REVIEW)
    packets: Annotated[tuple[TargetLanguage, ...], AS_TUPLE] = option(
        (), description=f"Languages ({', '.join(TARGETS)}) for which `serve` writes a packet after each build."
    )
    inbox: File | None = option(None, description="Folder where reviewers put their files for `serve` to import.")


class ScheduleSettings(OptionGroup):
    """When builds and what belongs to them run, by `taiyaku serve` or by the workers of `taiyaku deployments`."""

    cron: CronText = option(
        "0 3 * * *", description="Cron schedule of builds, in five fields: minute, hour, day, month, weekday."
    )
    timezone: Zone = option("UTC", description="Time zone of the schedule, such as Asia/Tokyo.")
    check: CronText | None = option(
        None, description="Cron schedule for checking the glossary and the latest build; unset: on request only."
    )
    glossary: CronText | None = option(
        None,
        description="Cron schedule for checking the glossary and the sources where entries changed since the last such "
        'check, such as `"*/15 * * * *"`: a run that finds none changed ends at once; unset: on request only.',
    )
    decisions: CronText | None = option(
        None, description="Cron schedule for importing decisions; unset: on request only."
    )
    retention: CronText | None = option(
        None, description="Cron schedule for removing old builds; unset: on request, and after each build."
    )
    catch_up: bool = option(
        True,
        description="Whether `taiyaku serve`, when it starts, catches up with one run of each flow that came due while "
        "it was stopped; the others, or all of them without this, are shown as missed.",
    )
    sources: Files = option((), description="Files and folders to build; empty: the samples.")
    project: ProjectName | None = option(
        None, description="Name of deployments, runs and artifacts on the Prefect server; unset: from the folder name."
    )


class BuildSettings(RunOptions, RetentionBounds, WorkOptions, OutputOptions):
    """How a build runs, where it goes, and what is kept."""

    @property
    def latest(self) -> Path:
        """The latest build, the default of commands that read one."""
        return self.out / "latest"

    @property
    def packets(self) -> Path:
        """The folder of packets for reviewers."""
        return self.out / "packets"


class Settings(OptionGroup):
    """Everything that `taiyaku.toml` may say."""

    source: SourceOptions = SourceOptions()
    works: WorkList = option((), description=_WORKS)
    origins: OriginList = option((), description=_ORIGINS)
    site: SiteOptions = SiteOptions()
    data: DataOptions = DataOptions()
    glossary: GlossarySettings = GlossarySettings()
    align: LexiconOptions = LexiconOptions()
    check: CheckSettings = CheckSettings()
    review: ReviewSettings = ReviewSettings()
    judges: dict[JudgeName, JudgeOptions] = option({}, description=_JUDGES)
    build: BuildSettings = BuildSettings()
    alarms: AlarmOptions = AlarmOptions()
    notify: NotifyOptions = NotifyOptions()
    publish: DeliveryOptions = DeliveryOptions()
    schedule: ScheduleSettings = ScheduleSettings()


def load(path: Path | None = None) -> Settings:
    """Return the settings in `path`, or in the current folder's taiyaku.toml if there is one; raises SettingsError.
    Relative paths in the file are relative to its folder.
    """
    file = path or Path(CONFIG)
    name = printable(file)
    try:
        data = file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        if path:
            raise SettingsError(f"{name}: no such file; give an existing one with --config") from None
        return Settings()
    except OSError as error:
        raise SettingsError(f"{name}: cannot be read: {error.strerror}") from None
    try:
        content = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{name}: not UTF-8 (byte {error.start}, line {line}); save it as UTF-8") from None
    except RecursionError:
        raise SettingsError(f"{name}: not TOML: nested too deeply; fix that line") from None
    except ValueError as error:  # a number of thousands of digits is no TOMLDecodeError
        raise SettingsError(f"{name}: not TOML: {error}; fix that line") from None
    from pydantic import ValidationError

    try:
        return _resolve_paths(Settings.checked(content), file.parent)
    except ValidationError as error:
        raise SettingsError("\n".join(f"{name}: {_sentence(problem)}" for problem in error.errors())) from None


def _resolve_paths(settings: Settings, folder: Path) -> Settings:
    """Return the settings with paths resolved against their file's folder, and all works in one place."""
    sections: dict[str, Any] = {
        name: section.resolved(folder) for name, section in vars(settings).items() if isinstance(section, OptionGroup)
    }
    source = replace(sections["source"], works=(*settings.source.works, *settings.works))
    return replace(settings, **{**sections, "source": source})


def overridden(settings: Settings, kinds: Iterable[type], arguments: Namespace) -> Settings:
    """Return the settings overridden by the given arguments of these option classes; lists are appended."""
    for entry, value in given(kinds, arguments):
        if place := entry.metadata.get("overrides", entry.setting):
            name, key = place.split(".")
            section = getattr(settings, name)
            value = (*getattr(section, key), *value) if isinstance(value, tuple) else value
            settings = replace(settings, **{name: replace(section, **{key: value})})
    return settings


_TYPES = {
    "dataclass_type": "should be a table",
    "dict_type": "should be a table",
    "list_type": "should be a list in [ ]",
    "tuple_type": "should be a list in [ ]",
    "string_type": "should be text in quotes",
    "bool_type": "should be true or false",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
}


def _sentence(error: Any) -> str:
    """Return one of pydantic's errors as a readable sentence."""
    place = [str(part) for part in error["loc"]]
    if error["type"] == "unexpected_keyword_argument":
        known_keys = _keys(place[:-1])
        near = _nearest(place[-1], known_keys)
        remedy = f"did you mean {near[0]}?" if near else f"known keys are {', '.join(known_keys)}"
        return f"unknown key {'.'.join(place)}; {remedy}"
    message = _TYPES.get(error["type"]) or error["msg"].removeprefix("Value error, ").removeprefix("Input ")
    value = without_secrets(repr(error["input"]))
    return f"{'.'.join(place)}: {message} (got {value if len(value) <= 80 else f'{value[:80]}…'})"


def _keys(place: list[str]) -> list[str]:
    kind: type[OptionGroup] = Settings
    if place and isinstance(section := getattr(Settings(), place[0], None), OptionGroup):
        kind = type(section)
    if place[:2] == ["check", "per_folder"]:
        kind = FolderRules
    if place[:1] == ["judges"]:
        kind = JudgeOptions
    if place[:1] == ["origins"]:
        kind = OriginOptions
    if place[:2] == ["glossary", "scopes"]:
        kind = ScopeOptions
    return [field.name for field in fields(kind)]
