"""Settings: `taiyaku.toml` and the command line's options as one checked value."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from corpus.languages import parse_tag
from corpus.limits import SECONDS
from corpus.text.printable import printable
from flows.output_formats import PACKET_FORMATS, PacketFormat

CONFIG = "taiyaku.toml"
MAX_LOST = 0.3  # share of a language's documents or characters that may go from one build to the next


class SettingsError(ValueError):
    """The configuration is at fault; the message names file, place and remedy."""


def _path(value: Any) -> Any:
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError("should be a path in quotes")
    try:
        return Path(value).expanduser()
    except RuntimeError:
        raise ValueError("begins with the home folder of an unknown user; write the path out") from None


def _tags(patterns: dict[str, str]) -> dict[str, str]:
    for tag in patterns:
        if parse_tag(tag) is None:
            raise ValueError(f"{tag} is not a language tag of en, ja or zh")
    return patterns


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


File = Annotated[Path, BeforeValidator(_path)]
CronText = Annotated[str, AfterValidator(_cron)]
Zone = Annotated[str, AfterValidator(_timezone)]
ProjectName = Annotated[str, AfterValidator(_project)]
Severity = Literal["critical", "major", "minor", "neutral"]
Language = Literal["en", "zh", "ja"]
Works = Annotated[dict[str, str], AfterValidator(_tags)]


_WORKS = """For layouts that folder names do not reveal: by language tag, a pattern of paths under the root.

```toml
[[works]]
en = "docs/**"
zh = "i18n/zh/**"
```

`**` matches any folders and files, `*` any part of one name. What they match identifies the work, so that
`docs/guide/intro.md` and `i18n/zh/guide/intro.md` are versions of `guide/intro`. Patterns come before folder names."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SourceSettings(_Section):
    """Where articles are and what they are versions of."""

    root: File | None = Field(None, description="Folder that works and paths are relative to.")
    exclude: list[str] = Field([], description="Glob patterns of paths to leave out.")
    works: list[Works] = Field([], description="The same as `[[works]]`, as a list.")
    max_mib: float = Field(
        16, gt=0, le=1024, allow_inf_nan=False, description="Files larger than this many MiB are quarantined."
    )
    max_seconds: float = Field(
        SECONDS,
        gt=0,
        le=86_400,
        allow_inf_nan=False,
        description="Documents that take more than this many seconds of CPU time in a build step or in a "
        "check are quarantined.",
    )


class GlossarySettings(_Section):
    """Which glossary entries count."""

    dirs: list[File] = Field([], description="Overlay folders of glossary entries, matched to the built-in ones by id.")
    only: bool = Field(False, description="Use only these folders, without the built-in entries.")


class AlignSettings(_Section):
    """What aligning may build on."""

    lexicons: list[File] = Field([], description="Folders of word pairs written by `taiyaku lexicon train`.")


class FolderSettings(_Section):
    """What else is selected for some pages."""

    select: list[str] = Field([], description="Rules to check these pages against, instead of those of [check].")
    ignore: list[str] = Field([], description="Rules to skip on these pages.")


class CheckSettings(_Section):
    """Which rules judge pages, in builds too, and what makes `check` fail."""

    select: list[str] = Field([], description="Rules to check, by code (T101), code prefix (T4) or name; empty: all.")
    ignore: list[str] = Field([], description="Rules to skip.")
    per_folder: dict[str, FolderSettings] = Field(
        {},
        description='`select` and `ignore` for pages that match a pattern: `[check.per_folder."blog/**"]`. '
        "`**` matches any folders, `*` any part of one name, a folder everything in it. Paths are relative to "
        "the folder of this file; later patterns apply on top of earlier ones; a rule ignored anywhere stays ignored.",
    )
    fail_on: Severity = Field(
        "major", description="Minimum severity that fails the check: critical, major, minor or neutral."
    )
    min_confidence: float = Field(0.8, ge=0, le=1, description="Minimum confidence that fails the check.")
    baseline: File | None = Field(None, description="Baseline file; only findings that are not in it fail the check.")
    messages: Language = Field("en", description="Language of the messages: en, zh or ja.")


class ReviewSettings(_Section):
    """Where reviewers' decisions are kept, and where their pages link to."""

    dir: File = Field(
        Path("review"),
        description="Folder of decisions and of a record of sent packets, to be kept under version control; builds "
        "and checks apply the decisions in it.",
    )
    limit: int = Field(200, gt=0, description="Maximum number of findings in a packet.")
    formats: list[PacketFormat] = Field(
        ["html", "xlsx"],
        description=f"Formats of a packet: {', '.join(PACKET_FORMATS[:-1])} and {PACKET_FORMATS[-1]}.",
    )
    packets: list[Literal["zh", "ja"]] = Field(
        [], description="Languages for which `serve` writes a packet after each build; empty: none."
    )
    inbox: File | None = Field(None, description="Folder where reviewers put their files for `serve` to import.")
    url: str = Field("", description="URL of the packets folder, for links to packets.")
    source_link: str = Field(
        "",
        description="URL template for a line of a source file, such as "
        '`"https://github.com/OWNER/REPO/blob/main/{path}#L{line}"`; the report links there.',
    )


class BuildSettings(_Section):
    """How a build runs and where it goes."""

    out: File = Field(Path("outputs"), description="Folder to publish builds in.")
    jobs: int = Field(0, ge=0, description="Number of worker processes; 0 means one per core, if there is enough work.")
    keep_last: int = Field(0, ge=0, description="Builds to keep; 0 keeps all.")
    max_lost: float = Field(
        MAX_LOST,
        ge=0,
        le=1,
        description="Maximum share of documents or text, overall or in one language, that a new build may lose "
        "compared with the latest one of the same sources; above it nothing is published, and the exit status is 2. 1 "
        "publishes regardless of losses, as `--allow-loss` does once.",
    )


class ScheduleSettings(_Section):
    """When `taiyaku serve` runs a build."""

    cron: CronText = Field(
        "0 3 * * *", description="Cron schedule of builds, in five fields: minute, hour, day, month, weekday."
    )
    timezone: Zone = Field("UTC", description="Time zone of the schedule, such as Asia/Tokyo.")
    check: CronText | None = Field(
        None, description="Cron schedule for checking the glossary and the latest build; unset: on request only."
    )
    decisions: CronText | None = Field(
        None, description="Cron schedule for importing decisions; unset: on request only."
    )
    sources: list[File] = Field([], description="Files and folders to build; empty: the samples.")
    project: ProjectName | None = Field(
        None,
        description="Name of deployments, runs and artifacts on the Prefect server; unset: from the folder name.",
    )


class Settings(_Section):
    """Everything that `taiyaku.toml` may say."""

    source: SourceSettings = SourceSettings()
    works: list[Works] = Field([], description=_WORKS)
    glossary: GlossarySettings = GlossarySettings()
    align: AlignSettings = AlignSettings()
    check: CheckSettings = CheckSettings()
    review: ReviewSettings = ReviewSettings()
    build: BuildSettings = BuildSettings()
    schedule: ScheduleSettings = ScheduleSettings()


def load(path: Path | None = None) -> Settings:
    """The settings in `path`, or in taiyaku.toml of this folder if it is there; raises SettingsError.

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
    """The settings with paths that count from the folder of their file, and all works in one place."""
    source, glossary = settings.source, settings.glossary
    align, check, build, schedule = settings.align, settings.check, settings.build, settings.schedule
    review = settings.review
    return settings.model_copy(
        update={
            "source": source.model_copy(
                update={"root": folder / source.root if source.root else None, "works": source.works + settings.works}
            ),
            "glossary": glossary.model_copy(update={"dirs": [folder / path for path in glossary.dirs]}),
            "align": align.model_copy(update={"lexicons": [folder / path for path in align.lexicons]}),
            "check": check.model_copy(update={"baseline": folder / check.baseline if check.baseline else None}),
            "review": review.model_copy(
                update={"dir": folder / review.dir, "inbox": folder / review.inbox if review.inbox else None}
            ),
            "build": build.model_copy(update={"out": folder / build.out}),
            "schedule": schedule.model_copy(update={"sources": [folder / path for path in schedule.sources]}),
        }
    )


_TYPES = {
    "model_type": "should be a table",
    "dict_type": "should be a table",
    "list_type": "should be a list in [ ]",
    "string_type": "should be text in quotes",
    "bool_type": "should be true or false",
    "int_type": "should be a whole number",
    "float_type": "should be a number",
}


def _sentence(error: Any) -> str:
    """One error of pydantic's as a person would say it."""
    place = [str(part) for part in error["loc"]]
    if error["type"] == "extra_forbidden":
        known_keys = _keys(place[:-1])
        near = difflib.get_close_matches(place[-1], known_keys, 1)
        remedy = f"did you mean {near[0]}?" if near else f"known keys are {', '.join(known_keys)}"
        return f"unknown key {'.'.join(place)}; {remedy}"
    message = _TYPES.get(error["type"]) or error["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return f"{'.'.join(place)}: {message} (got {_shortened_value(error['input'])})"


def _shortened_value(value: Any, most: int = 80) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}…"


def _keys(place: list[str]) -> list[str]:
    fields = Settings.model_fields
    if place and (section := fields.get(place[0])) and isinstance(section.default, _Section):
        fields = type(section.default).model_fields
    if place[:2] == ["check", "per_folder"]:
        fields = FolderSettings.model_fields
    return list(fields)
