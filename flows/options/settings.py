"""Settings: `taiyaku.toml` and the command line's options as one checked value."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from zoneinfo import available_timezones

from pydantic import AfterValidator, Field, ValidationError

from corpus.languages import TARGETS
from corpus.text.printable import printable
from flows.console.output_formats import PacketFormat
from flows.console.redaction import without_secrets
from flows.options.options import (
    BASELINE,
    FORMATS,
    GLOSSARY,
    GLOSSARY_ONLY,
    MIN_CONFIDENCE,
    PACKET_LIMIT,
    PACKET_MINUTES,
    PACKETS_URL,
    REVIEW,
    SOURCE_LINK,
    TARGETS_MEANING,
    AdoptionOptions,
    AlarmOptions,
    DataOptions,
    File,
    Files,
    FolderRules,
    JudgeOptions,
    LexiconOptions,
    NotifyOptions,
    OptionGroup,
    OriginList,
    OriginOptions,
    OutputOptions,
    RetentionBounds,
    RuleOptions,
    RunOptions,
    Severity,
    SiteOptions,
    SourceOptions,
    SuggestionOptions,
    TargetLanguage,
    WorkList,
)
from flows.options.publish_targets import parse_target

CONFIG = "taiyaku.toml"


class SettingsError(ValueError):
    """The configuration is at fault; the message names file, place and remedy."""


def _cron(text: str) -> str:
    if len(text.split()) != 5 or not re.fullmatch(r"[\d*/,A-Za-z#?\s-]+", text) or not re.search(r"[\d*]", text):
        raise ValueError("should have five fields: minute, hour, day, month, weekday")
    return text


def _project(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text) or len(text) > 80:
        raise ValueError("should consist of lowercase letters a to z, digits and single hyphens, at most 80 characters")
    return text


def _timezone(text: str) -> str:
    if text not in available_timezones():
        near = difflib.get_close_matches(text, sorted(available_timezones()), 1)
        raise ValueError(
            "is not a time zone" + (f"; did you mean {near[0]}?" if near else "; use one such as Asia/Tokyo")
        )
    return text


def _target(text: str) -> str:
    return str(parse_target(text))


PublishTargetText = Annotated[str, AfterValidator(_target)]
CronText = Annotated[str, AfterValidator(_cron)]
Zone = Annotated[str, AfterValidator(_timezone)]
ProjectName = Annotated[str, AfterValidator(_project)]
JudgeName = Annotated[str, AfterValidator(_project)]
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


class GlossarySettings(AdoptionOptions):
    """Which glossary entries count."""

    dirs: Files = Field((), description=GLOSSARY)
    markdown: Files = Field(
        (), description="Markdown pages with tables of terms, laid over the built-in entries; findings name the line."
    )
    only: bool = Field(False, description=GLOSSARY_ONLY)

    @property
    def layers(self) -> tuple[Path, ...]:
        """All folders and files of the project's entries, in the order in which they are laid over each other."""
        return (*self.dirs, *self.markdown)


class CheckSettings(RuleOptions):
    """Which rules judge pages, in builds too, and what makes `check` fail."""

    fail_on: Severity = Field(
        "major", description="Minimum severity that fails the check: critical, major, minor or neutral."
    )
    min_confidence: float = Field(0.8, ge=0, le=1, description=MIN_CONFIDENCE)
    baseline: File | None = Field(None, description=BASELINE)
    messages: MessageLanguage = Field("en", description="Language of the messages: en, zh or ja.")


class ReviewSettings(SuggestionOptions):
    """Where reviewers' decisions are kept, and where their pages link to."""

    dir: File = Field(Path("review"), description=REVIEW)
    minutes: float | None = Field(None, gt=0, allow_inf_nan=False, description=PACKET_MINUTES)
    limit: int | None = Field(None, gt=0, description=PACKET_LIMIT)
    formats: list[PacketFormat] = Field(["html", "xlsx"], description=FORMATS)
    packets: list[TargetLanguage] = Field(
        [], description=f"Languages ({', '.join(TARGETS)}) for which `serve` writes a packet after each build."
    )
    inbox: File | None = Field(None, description="Folder where reviewers put their files for `serve` to import.")
    url: str = Field("", description=PACKETS_URL)
    source_link: str = Field("", description=SOURCE_LINK)


class ScheduleSettings(OptionGroup):
    """When builds and what belongs to them run, by `taiyaku serve` or by the workers of `taiyaku deployments`."""

    cron: CronText = Field(
        "0 3 * * *", description="Cron schedule of builds, in five fields: minute, hour, day, month, weekday."
    )
    timezone: Zone = Field("UTC", description="Time zone of the schedule, such as Asia/Tokyo.")
    check: CronText | None = Field(
        None, description="Cron schedule for checking the glossary and the latest build; unset: on request only."
    )
    glossary: CronText | None = Field(
        None,
        description="Cron schedule for checking the glossary and the sources where entries changed since the last such "
        'check, such as `"*/15 * * * *"`: a run that finds none changed ends at once; unset: on request only.',
    )
    decisions: CronText | None = Field(
        None, description="Cron schedule for importing decisions; unset: on request only."
    )
    retention: CronText | None = Field(
        None, description="Cron schedule for removing old builds; unset: on request, and after each build."
    )
    catch_up: bool = Field(
        True,
        description="Whether `taiyaku serve`, when it starts, catches up with one run of each flow that came due while "
        "it was stopped; the others, or all of them without this, are shown as missed.",
    )
    sources: Files = Field((), description="Files and folders to build; empty: the samples.")
    project: ProjectName | None = Field(
        None,
        description="Name of deployments, runs and artifacts on the Prefect server; unset: from the folder name.",
    )


class BuildSettings(RunOptions, RetentionBounds, OutputOptions):
    """How a build runs, where it goes, and what is kept."""


class PublishSettings(OptionGroup):
    """Where each new build is published beside its folder."""

    targets: Annotated[tuple[PublishTargetText, ...], Field(strict=False)] = Field((), description=TARGETS_MEANING)

    def resolved(self, folder: Path) -> Self:
        """Return the same with targets below a folder, but for addresses and absolute paths."""
        return self.model_copy(update={"targets": tuple(str(parse_target(text, folder)) for text in self.targets)})


class Settings(OptionGroup):
    """Everything that `taiyaku.toml` may say."""

    source: SourceOptions = SourceOptions()
    works: WorkList = Field((), description=_WORKS)
    origins: OriginList = Field((), description=_ORIGINS)
    site: SiteOptions = SiteOptions()
    data: DataOptions = DataOptions()
    glossary: GlossarySettings = GlossarySettings()
    align: LexiconOptions = LexiconOptions()
    check: CheckSettings = CheckSettings()
    review: ReviewSettings = ReviewSettings()
    judges: dict[JudgeName, JudgeOptions] = Field({}, description=_JUDGES)
    build: BuildSettings = BuildSettings()
    alarms: AlarmOptions = AlarmOptions()
    notify: NotifyOptions = NotifyOptions()
    publish: PublishSettings = PublishSettings()
    schedule: ScheduleSettings = ScheduleSettings()


def load(path: Path | None = None) -> Settings:
    """Return the settings in `path`, or in taiyaku.toml of this folder if it is there; raises SettingsError.

    Relative paths in the file count from the folder it stands in.
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
    try:
        return _resolve_paths(Settings.model_validate(content), file.parent)
    except ValidationError as error:
        raise SettingsError("\n".join(f"{name}: {_sentence(problem)}" for problem in error.errors())) from None


def _resolve_paths(settings: Settings, folder: Path) -> Settings:
    """Return the settings with paths that count from the folder of their file, and all works in one place."""
    sections = {name: section.resolved(folder) for name, section in settings if isinstance(section, OptionGroup)}
    works = {"works": (*settings.source.works, *settings.works)}
    return settings.model_copy(update={**sections, "source": sections["source"].model_copy(update=works)})


_TYPES = {
    "model_type": "should be a table",
    "dict_type": "should be a table",
    "list_type": "should be a list in [ ]",
    "tuple_type": "should be a list in [ ]",
    "string_type": "should be text in quotes",
    "bool_type": "should be true or false",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
}


def _sentence(error: Any) -> str:
    """Return one error of pydantic's as a person would say it."""
    place = [str(part) for part in error["loc"]]
    if error["type"] == "extra_forbidden":
        known_keys = _keys(place[:-1])
        near = difflib.get_close_matches(place[-1], known_keys, 1)
        remedy = f"did you mean {near[0]}?" if near else f"known keys are {', '.join(known_keys)}"
        return f"unknown key {'.'.join(place)}; {remedy}"
    message = _TYPES.get(error["type"]) or error["msg"].removeprefix("Value error, ").removeprefix("Input ")
    value = without_secrets(repr(error["input"]))
    return f"{'.'.join(place)}: {message} (got {value if len(value) <= 80 else f'{value[:80]}…'})"


def _keys(place: list[str]) -> list[str]:
    fields = Settings.model_fields
    if place and (section := fields.get(place[0])) and isinstance(section.default, OptionGroup):
        fields = type(section.default).model_fields
    if place[:2] == ["check", "per_folder"]:
        fields = FolderRules.model_fields
    if place[:1] == ["judges"]:
        fields = JudgeOptions.model_fields
    if place[:1] == ["origins"]:
        fields = OriginOptions.model_fields
    return list(fields)
