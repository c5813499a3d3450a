"""Options: what a build or a check can be asked, each stated once: name, type, bounds, default and meaning.

The sections of `taiyaku.toml` and the parameters of the Prefect flows are made of these classes. What the command line
says comes on top.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from corpus.languages import TARGETS, parse_tag
from corpus.limits import SECONDS
from corpus.personal_data.mask import Mask
from corpus.personal_data.mask_patterns import pattern_fault
from flows.console.output_formats import PACKET_FORMATS, PacketFormat
from flows.options.runners import Runner
from glossary.findings.place_limit import MOST_PLACES

PROJECT = "taiyaku"  # of flows that are called without one
MINUTES = 20  # of a packet, where nothing else is said
MAX_LOST = 0.3  # share of a language's documents or characters that may go from one build to the next


def _path(value: Any) -> Any:
    if isinstance(value, Path):
        return value
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


def _attribute(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z_@:][\w.:-]*", name):
        raise ValueError("should be the name of an attribute alone, such as blurb")
    return name


def _mask_pattern(pattern: str) -> str:
    if fault := pattern_fault(pattern):
        raise ValueError(fault)
    return pattern


def _target(lang: str) -> str:
    if lang not in TARGETS:
        raise ValueError(f"should be one of {', '.join(TARGETS)}")
    return lang


File = Annotated[Path, BeforeValidator(_path)]
Files = Annotated[tuple[File, ...], Field(strict=False)]  # TOML and JSON have lists
Texts = Annotated[tuple[str, ...], Field(strict=False)]
WorkList = Annotated[tuple[Annotated[dict[str, str], AfterValidator(_tags)], ...], Field(strict=False)]
TargetLanguage = Annotated[str, AfterValidator(_target), Field(json_schema_extra={"enum": list(TARGETS)})]
PersonalKind = Literal["email", "phone", "key"]
Severity = Literal["critical", "major", "minor", "neutral"]
AlarmLevel = Literal["off", "warn", "fail"]
OutcomeLevel = Literal["failed", "warned", "changed", "unchanged"]

Jobs = Annotated[
    int, Field(ge=0, description="Number of worker processes; 0 means one per core, if there is enough work.")
]
ProjectKey = Annotated[str, Field(description="What the keys of artifacts begin with.")]

RUNNER = (
    "What analyses the shards of a build: processes of this machine, or the workers of a Dask cluster "
    "that have the same version of taiyaku and share the folder of builds."
)
GLOSSARY = "Folders of entries, or files of terms as `glossary import` reads them, laid over the built-in entries."
GLOSSARY_ONLY = "Use only these folders, without the built-in entries."
REVIEW = (
    "Folder of decisions and of a record of sent packets, to be kept under version control; builds "
    "and checks apply the decisions in it."
)
REVIEW_FOLDER = "Folder of decisions and of a record of sent packets, to be kept under version control."
PACKET_LIMIT = "Maximum number of decisions in a packet, instead of minutes or besides; alike findings are one."
PACKET_MINUTES = f"Minutes that the decisions of a packet may take; unset, without a limit: {MINUTES}."
FORMATS = f"Formats of a packet: {', '.join(PACKET_FORMATS[:-1])} and {PACKET_FORMATS[-1]}."
PACKETS_URL = "URL of the packets folder, for links to packets."
SOURCE_LINK = (
    "URL template for a line of a source file, such as "
    '`"https://github.com/my-org/docs/blob/main/{path}#L{line}"`; the report links there.'
)
BASELINE = "Baseline file; only findings that are not in it fail the check."
MIN_CONFIDENCE = "Minimum confidence that fails the check."

TARGETS_MEANING = (
    "Where to publish each new build: folders, addresses such as `s3://BUCKET/PREFIX`, `hf:FOLDER` (a data set to "
    "upload), `git:REPOSITORY#BRANCH` (summaries). Credentials come from the environment or from the configuration of "
    "fsspec."
)


class OptionGroup(BaseModel):
    """Options that belong together; unknown ones are refused."""

    section: ClassVar[str] = ""  # of `taiyaku.toml`, where it is one's

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    def resolved(self, folder: Path) -> Self:
        """Return the same with paths below a folder, but for those that are absolute."""
        paths = {name: folder / value for name, value in self if isinstance(value, Path)}
        lists = {
            name: tuple(folder / path for path in value)
            for name, value in self
            if isinstance(value, tuple) and all(isinstance(path, Path) for path in value)
        }
        return self.model_copy(update={**paths, **lists})


class SourceOptions(OptionGroup):
    """Where articles are and what they are versions of."""

    section: ClassVar[str] = "source"

    root: File | None = Field(None, description="Folder that works and paths are relative to.")
    exclude: Texts = Field((), description="Glob patterns of paths to leave out.")
    works: WorkList = Field((), description="The same as `[[works]]`, as a list.")
    original: Literal["en", "ja", "zh"] | None = Field(
        None,
        description="Language that the pages were written in first, if it is not English or the texts do not "
        "show it; an English page that is a translation itself is not taken for right.",
    )
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

    @property
    def max_bytes(self) -> int:
        """The largest file that is read, in bytes."""
        return int(self.max_mib * 2**20)


class SiteOptions(OptionGroup):
    """What the site makes of its pages."""

    section: ClassVar[str] = "site"

    text_attributes: Annotated[tuple[Annotated[str, AfterValidator(_attribute)], ...], Field(strict=False)] = Field(
        (),
        description='Attributes of the site\'s own components whose values readers see, such as `["blurb"]` for '
        '`<Widget blurb="Open the dashboard">`: they are cut, aligned and judged as text, like `title`, `label`, '
        "`caption`, `alt`, `description` and others that need not be named.",
    )


class LexiconOptions(OptionGroup):
    """What aligning may build on."""

    section: ClassVar[str] = "align"

    lexicons: Files = Field((), description="Folders of word pairs written by `taiyaku lexicon train --out`.")


class OriginOptions(OptionGroup):
    """What is stated of pages whose paths match a pattern."""

    path: str = Field(min_length=1, description="Pattern of paths: `**` matches any folders and files, `*` a name.")
    license: str = Field("", description="Licence, best as an SPDX identifier.")
    origin: str = Field("", description="Address the text was taken from; `{path}` in it is the path of the page.")
    attribution: str = Field("", description="Whom the licence wants named, and how.")


OriginList = Annotated[tuple[OriginOptions, ...], Field(strict=False)]


class DataOptions(OptionGroup):
    """What is left of personal data in the texts of a build."""

    section: ClassVar[str] = "data"

    mask: Annotated[tuple[PersonalKind, ...], Field(strict=False)] = Field(
        (),
        description="Personal data to mask in all that a build publishes: email, phone, key. Each character becomes "
        "one █, so that offsets stay true; `documents` counts what there was.",
    )
    mask_patterns: Annotated[tuple[Annotated[str, AfterValidator(_mask_pattern)], ...], Field(strict=False)] = Field(
        (),
        description="Regular expressions (of Python's `re`) for what is to be masked besides, such as "
        "`['EMP-[0-9]{6}']`, with or without `mask`. They are refused where they match nothing at all or repeat what "
        "repeats, and see one line after the other.",
    )

    @property
    def masking(self) -> Mask:
        """The mask that is in use."""
        return Mask(self.mask, self.mask_patterns)


class FolderRules(OptionGroup):
    """What else is selected for some pages."""

    select: Texts = Field((), description="Rules to check these pages against, instead of those of [check].")
    ignore: Texts = Field((), description="Rules to skip on these pages.")


class RuleOptions(OptionGroup):
    """Which rules judge pages."""

    section: ClassVar[str] = "check"

    select: Texts = Field((), description="Rules to check, by code (T101), code prefix (T4) or name; empty: all.")
    ignore: Texts = Field((), description="Rules to skip.")
    per_folder: dict[str, FolderRules] = Field(
        {},
        description='`select` and `ignore` for pages that match a pattern: `[check.per_folder."blog/**"]`. '
        "`**` matches any folders, `*` any part of one name, a folder everything in it. Paths are relative to "
        "the folder of this file; later patterns apply on top of earlier ones; a rule ignored anywhere stays ignored.",
    )
    max_per_rule: int = Field(
        MOST_PLACES,
        gt=0,
        description="Maximum number of places that are listed of one rule on one page; one neutral finding of T901 "
        "says how many more there are.",
    )


class OutputOptions(OptionGroup):
    """How a build runs and where it goes."""

    section: ClassVar[str] = "build"

    out: File = Field(Path("outputs"), description="Folder to publish builds in.")
    jobs: Jobs = 0
    runner: Runner = Field("processes", description=RUNNER)
    scheduler: str = Field("", description="Address of the Dask scheduler, such as `tcp://HOST:8786`.")
    report: Literal["always", "never"] = Field(
        "always",
        description="Whether builds have the page `report/index.html`, which takes a third of the time where little "
        "changed; the summary, `report/summary.md`, each has.",
    )
    max_lost: float = Field(
        MAX_LOST,
        ge=0,
        le=1,
        description="Maximum share of documents or text, overall or in one language, that a new build may lose "
        "compared with the latest one of the same sources; above it nothing is published, and the exit status is 2. 1 "
        "publishes regardless of losses, as `--allow-loss` does once.",
    )


class RetentionBounds(OptionGroup):
    """Which builds are kept; what `latest` or a tag names always is."""

    section: ClassVar[str] = "build"

    keep_last: int = Field(
        0, ge=0, description="Builds to keep; 0 keeps all. What `latest` or a tag names always stays."
    )
    keep_days: float = Field(
        0,
        ge=0,
        allow_inf_nan=False,
        description="Builds older than this many days are removed, but for the one before the latest; 0 keeps all.",
    )
    keep_gib: float = Field(
        0,
        ge=0,
        allow_inf_nan=False,
        description="While the builds take more than this many GiB, the oldest are removed, but for the one before the "
        "latest; 0 keeps all.",
    )


class RunOptions(OptionGroup):
    """How long a run may take, and how often it is tried."""

    section: ClassVar[str] = "build"

    timeout: float = Field(
        0, ge=0, allow_inf_nan=False, description="Seconds after which a build is ended as failed; 0 sets no bound."
    )
    retries: int = Field(
        0,
        ge=0,
        le=20,
        description="How often a build is tried again after what may pass: a folder that another build holds, a disk "
        "or a server that does not answer, a worker process that was ended.",
    )
    retry_delay: float = Field(
        60, ge=0, le=86_400, allow_inf_nan=False, description="Seconds before the first new try; doubled for each more."
    )


class AlarmOptions(OptionGroup):
    """What about a build, compared with the one before of the same sources, is a warning or fails the run.

    The build is published all the same: it is as true as its sources.
    """

    section: ClassVar[str] = "alarms"

    on_quarantined: AlarmLevel = Field("warn", description="Files that the build before could read: off, warn or fail.")
    on_criticals: AlarmLevel = Field(
        "warn",
        description="New critical findings, as sure as `[check] min_confidence`: off, warn or fail. When the glossary "
        "was edited, new ones of `[check] fail_on` or above.",
    )
    on_drift: AlarmLevel = Field("warn", description="Figures that drift beyond `max_drift`: off, warn or fail.")
    max_drift: float = Field(
        0.3,
        gt=0,
        allow_inf_nan=False,
        description="Share by which a figure (documents, segments, findings of a severity …) may change from one build "
        "to the next. Figures below 20 are not judged.",
    )
    late_hours: float = Field(
        0,
        ge=0,
        allow_inf_nan=False,
        description="Hours within which a run should go well; after that `doctor` says that builds are late. 0: never.",
    )


class NotifyOptions(OptionGroup):
    """Who is notified how a run ended.

    Addresses may hold passwords: they stand in the environment, and here the names of its variables.
    """

    section: ClassVar[str] = "notify"

    channels: Texts = Field(
        (),
        description="Environment variables with an address each: `https://…` gets the outcome as JSON; `mailto://…`, "
        "`slack://…` and whatever else Apprise knows get it as text.",
    )
    notify_on: Annotated[tuple[OutcomeLevel, ...], Field(strict=False)] = Field(
        ("failed", "warned"), description="Outcomes to tell: failed, warned, changed, unchanged."
    )
    heartbeat: str = Field(
        "",
        description="Environment variable with an address that is asked for after each run that did not fail, for a "
        "service that misses it when it stays away.",
    )
    metrics: File | None = Field(
        None, description="File to write figures of the latest run to, for Prometheus's textfile collector."
    )

    def missing_variables(self) -> list[str]:
        """Return the variables that these settings name and the environment does not have."""
        return [name for name in (*self.channels, self.heartbeat) if name and not os.environ.get(name)]


class DeliveryOptions(OptionGroup):
    """Where builds are published beside their folder."""

    section: ClassVar[str] = "publish"

    targets: Texts = Field((), description=TARGETS_MEANING)


class GlossaryOptions(OptionGroup):
    """Which glossary entries count."""

    section: ClassVar[str] = "glossary"

    glossary: Files = Field((), description=GLOSSARY)
    glossary_only: bool = Field(False, description=GLOSSARY_ONLY)


class AdoptionOptions(OptionGroup):
    """From which on `glossary adopt` proposes the form that a corpus says."""

    section: ClassVar[str] = "glossary"

    adopt_uses: int = Field(10, ge=1, description="Minimum number of uses of a term for `glossary adopt`.")
    adopt_share: float = Field(
        0.8, gt=0.5, le=1, description="Minimum share of a term's uses that one form has, for `glossary adopt`."
    )


class BuildOptions(
    OutputOptions,
    RetentionBounds,
    RunOptions,
    AlarmOptions,
    NotifyOptions,
    DeliveryOptions,
    GlossaryOptions,
    LexiconOptions,
    RuleOptions,
    DataOptions,
    SiteOptions,
    SourceOptions,
):
    """All that a build can be asked."""

    sources: Files = Field((), description="Files and folders with articles; empty: the samples.")
    origins: OriginList = Field((), description="The same as `[[origins]]`, as a list.")
    base: File | None = Field(None, description="Folder that patterns of `per_folder` count from; unset: the root.")
    since: File | None = Field(None, description="Earlier build to compare findings with, so that new ones are marked.")
    review: File | None = Field(None, description=REVIEW)
    source_link: str = Field("", description=SOURCE_LINK)
    full: bool = Field(False, description="Rebuild everything, without the results of earlier builds.")
    relearn: bool = Field(
        False,
        description="Learn which words translate each other again from the sources, instead of going by the lexicon of "
        "earlier builds.",
    )
    min_confidence: float = Field(0.8, ge=0, le=1, description="Minimum confidence of critical findings to report.")
    project: ProjectKey = PROJECT


class CheckOptions(NotifyOptions, GlossaryOptions, LexiconOptions, RuleOptions, SiteOptions, SourceOptions):
    """All that a check of pages can be asked."""

    sources: Files = Field((), description="Files and folders to check; empty: the findings of `build`.")
    build: File = Field(Path("outputs/latest"), description="Build whose findings are looked at without `sources`.")
    base: File | None = Field(
        None, description="Folder that patterns of `per_folder` and the paths of the baseline count from."
    )
    out: File | None = Field(None, description="Folder of builds, which is never checked.")
    review: File | None = Field(None, description=REVIEW)
    baseline: File | None = Field(None, description=BASELINE)
    fail_on: Literal["critical", "major", "minor", "neutral", "never"] = Field(
        "never", description="Minimum severity of a new finding that fails the run; never lets every run pass."
    )
    min_confidence: float = Field(0.8, ge=0, le=1, description=MIN_CONFIDENCE)
    jobs: Jobs = 0
    project: ProjectKey = PROJECT


class GlossaryCheckOptions(CheckOptions):
    """All that a check of a changed glossary can be asked."""

    fail_on: Literal["critical", "major", "minor", "neutral", "never"] = Field(
        "never", description="Minimum severity of a finding that `on_new` is about; never: critical ones alone."
    )
    on_new: AlarmLevel = Field(
        "warn",
        description="Findings that `build` does not have, as sure as `min_confidence`: off, warn or fail.",
    )
    force: bool = Field(False, description="Check even if the glossary is the one that was checked last.")


class JudgeOptions(OptionGroup):
    """An assistant that `taiyaku review ask` may send decisions to."""

    command: Texts = Field(
        min_length=1,
        description="Program and arguments. It reads decisions as lines of JSON from standard input and writes "
        "verdicts as lines of JSON to standard output. It runs in the folder of the settings file.",
    )
    batch: int = Field(10, ge=1, le=200, description="Decisions of one call.")
    parallel: int = Field(2, ge=1, le=64, description="Calls at the same time.")
    timeout: float = Field(300, gt=0, allow_inf_nan=False, description="Seconds after which a call is ended.")
    retries: int = Field(1, ge=0, le=10, description="How often decisions that got no answer are asked again.")
    controls: float = Field(
        0.1,
        ge=0,
        le=1,
        description="Hidden control questions, people's decisions, for each open decision: what measures "
        "the assistant.",
    )
    budget: int = Field(
        500_000, ge=1, description="Maximum number of bytes that one run may send; what is left waits for the next."
    )


class SuggestionOptions(OptionGroup):
    """What assistants' suggestions do."""

    suggestions: Literal["suggest", "hide"] = Field(
        "suggest",
        description="suggest: people see suggestions beside decisions; hide: what measured assistants reject is also "
        "asked last. No setting lets an assistant decide.",
    )
    rejections: int = Field(1, ge=1, description="Assistants that must reject a decision for `hide`.")
    judge_precision: float = Field(
        0.8, ge=0, le=1, description="Precision below which an assistant's suggestions of a kind are not shown."
    )
    doubts: int = Field(
        3, ge=1, description="Doubts of meaning (T507) of a page that `--doubts` asks about, at most 5."
    )


class PacketOptions(NotifyOptions, GlossaryOptions, SuggestionOptions):
    """What reviewers are to be sent."""

    langs: Annotated[tuple[TargetLanguage, ...], Field(strict=False)] = Field(
        tuple(TARGETS), description="Languages whose findings are to be reviewed."
    )
    build: File = Field(Path("outputs/latest"), description="Folder of the build.")
    review: File = Field(Path("review"), description=REVIEW_FOLDER)
    out: File = Field(Path("outputs/packets"), description="Folder in which each packet gets one of its own.")
    formats: Annotated[tuple[PacketFormat, ...], Field(strict=False)] = Field(("html", "xlsx"), description=FORMATS)
    minutes: float | None = Field(None, gt=0, allow_inf_nan=False, description=PACKET_MINUTES)
    limit: int | None = Field(None, gt=0, description=PACKET_LIMIT)
    source_link: str = Field("", description=SOURCE_LINK)
    url: str = Field("", description=PACKETS_URL)
    project: ProjectKey = PROJECT


class DecisionOptions(NotifyOptions, GlossaryOptions):
    """Where reviewers hand their decisions in, and what these apply to."""

    inbox: File = Field(Path("inbox"), description="Folder that reviewers put their files into.")
    review: File = Field(Path("review"), description=REVIEW_FOLDER)
    out: File = Field(Path("outputs"), description="Folder that builds are published in.")
    root: File = Field(Path(), description="Folder in which patches are to be applied.")
    roots: Files = Field((), description="Folders that the paths of builds may count from, such as the sources.")
    project: ProjectKey = PROJECT


class RetentionOptions(RetentionBounds, NotifyOptions):
    """Which builds are to be removed."""

    out: File = Field(Path("outputs"), description="Folder that builds are published in.")
    dry_run: bool = Field(False, description="Only list what would be removed.")
    project: ProjectKey = PROJECT
