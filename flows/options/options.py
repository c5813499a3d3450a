"""Options: those that settings, flows and the command line share, each stated once: name, type, bounds, default,
meaning and how it is written on the command line.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from corpus.languages import TARGETS, parse_tag
from corpus.limits import MOST_PLACES, SECONDS
from flows.console.output_formats import PACKET_FORMATS, PacketFormat
from flows.options.option_group import AS_TUPLE, Checked, OptionGroup, Texts, option
from flows.options.publish_targets import parse_target

if TYPE_CHECKING:
    from corpus.personal_data.mask import Mask

PROJECT = "taiyaku"  # of flows that are called without one
MINUTES = 20  # of a packet, where nothing else is said


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
    from corpus.personal_data.mask_patterns import pattern_fault  # with its tables, and for these alone

    if fault := pattern_fault(pattern):
        raise ValueError(fault)
    return pattern


File = Annotated[Path, Checked(_path, is_before=True)]
Files = Annotated[tuple[File, ...], AS_TUPLE]
WorkList = Annotated[tuple[Annotated[dict[str, str], Checked(_tags)], ...], AS_TUPLE]
if TYPE_CHECKING:
    TargetLanguage = str
else:
    TargetLanguage = Literal[tuple(TARGETS)]
PersonalKind = Literal["email", "phone", "key"]
Runner = Literal["processes", "dask"]
Severity = Literal["critical", "major", "minor", "neutral"]
AlarmLevel = Literal["off", "warn", "fail"]
OutcomeLevel = Literal["failed", "warned", "changed", "unchanged"]

GLOSSARY = "Folders of entries, or files of terms as `glossary import` reads them, laid over the built-in entries."
GLOSSARY_ONLY = "Use only these folders, without the built-in entries."
REVIEW = (
    "Folder of decisions and of a record of sent packets, to be kept under version control; builds "
    "and checks apply the decisions in it."
)


class SourceOptions(OptionGroup):
    """Where articles are and what they are versions of."""

    section: ClassVar[str] = "source"

    root: File | None = option(None, description="Folder that works and paths are relative to.")
    exclude: Texts = option((), description="Glob patterns of paths to leave out.")
    works: WorkList = option((), description="The same as `[[works]]`, as a list.")
    original: Literal["en", "zh", "ja"] | None = option(
        None,
        description="Language that the pages were written in first, if it is not English or the texts do not "
        "show it; an English page that is a translation itself is not taken for right.",
    )
    max_mib: float = option(
        16, gt=0, le=1024, allow_inf_nan=False, description="Files larger than this many MiB are quarantined."
    )
    max_seconds: float = option(
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

    text_attributes: Annotated[tuple[Annotated[str, Checked(_attribute)], ...], AS_TUPLE] = option(
        (),
        description='Attributes of the site\'s own components whose values readers see, such as `["blurb"]` for '
        '`<Widget blurb="Open the dashboard">`: they are cut, aligned and judged as text, like `title`, `label`, '
        "`caption`, `alt`, `description` and others that need not be named.",
    )


class LexiconOptions(OptionGroup):
    """What aligning may build on."""

    section: ClassVar[str] = "align"

    lexicons: Files = option(
        (),
        description="Folders of word pairs written by `taiyaku lexicon train --out`.",
        argument="--lexicon DIR",
        help="folder written by `lexicon train --out`, added to the built-in lexicons",
    )


class OriginOptions(OptionGroup):
    """What is stated of pages whose paths match a pattern."""

    path: str = option(min_length=1, description="Pattern of paths: `**` matches any folders and files, `*` a name.")
    license: str = option("", description="Licence, best as an SPDX identifier.")
    origin: str = option("", description="Address the text was taken from; `{path}` in it is the path of the page.")
    attribution: str = option("", description="Whom the licence wants named, and how.")


OriginList = Annotated[tuple[OriginOptions, ...], AS_TUPLE]


class DataOptions(OptionGroup):
    """What is left of personal data in the texts of a build."""

    section: ClassVar[str] = "data"

    mask: Annotated[tuple[PersonalKind, ...], AS_TUPLE] = option(
        (),
        description="Personal data to mask in all that a build publishes: email, phone, key. Each character becomes "
        "one █, so that offsets stay true; `documents` counts what there was.",
    )
    mask_patterns: Annotated[tuple[Annotated[str, Checked(_mask_pattern)], ...], AS_TUPLE] = option(
        (),
        description="Regular expressions (of Python's `re`) for what is to be masked besides, such as "
        "`['EMP-[0-9]{6}']`, with or without `mask`. They are refused where they match nothing at all or repeat what "
        "repeats, and see one line after the other.",
    )

    @property
    def masking(self) -> Mask:
        """The mask that is in use."""
        from corpus.personal_data.mask import Mask

        return Mask(self.mask, self.mask_patterns)


class FolderRules(OptionGroup):
    """What else is selected for some pages."""

    select: Texts = option((), description="Rules to check these pages against, instead of those of [check].")
    ignore: Texts = option((), description="Rules to skip on these pages.")


class RuleOptions(OptionGroup):
    """Which rules judge pages."""

    section: ClassVar[str] = "check"

    select: Texts = option(
        (),
        description="Rules to check, by code (T101), code prefix (T4) or name; empty: all.",
        argument="--select RULES",
        help="check only these rules, such as T101,T4,drift-across-corpus",
        overrides="",
    )
    ignore: Texts = option(
        (), description="Rules to skip.", argument="--ignore RULES", help="skip these rules", overrides=""
    )
    per_folder: dict[str, FolderRules] = option(
        {},
        description='`select` and `ignore` for pages that match a pattern: `[check.per_folder."blog/**"]`. '
        "`**` matches any folders, `*` any part of one name, a folder everything in it. Paths are relative to "
        "the folder of this file; later patterns apply on top of earlier ones; a rule ignored anywhere stays ignored.",
    )
    max_per_rule: int = option(
        MOST_PLACES,
        gt=0,
        description="Maximum number of places that are listed of one rule on one page; one neutral finding of T901 "
        "says how many more there are.",
    )


class VerdictOptions(OptionGroup):
    """Which findings make a check fail."""

    section: ClassVar[str] = "check"

    min_confidence: float = option(
        0.8,
        ge=0,
        le=1,
        description="Minimum confidence that fails the check.",
        argument="--min-confidence P",
        help="minimum confidence that fails the check (default: 0.8); where it is given, no format lists what is less "
        "sure, unless --all is given too",
        noun="a confidence",
    )
    baseline: File | None = option(
        None, description="Baseline file; only findings that are not in it fail the check.", argument="--baseline FILE"
    )


class FolderOptions(OptionGroup):
    """Where builds are."""

    section: ClassVar[str] = "build"

    out: File = option(Path("outputs"), description="Folder that builds are published in.", argument="--out DIR")


class JobOptions(OptionGroup):
    """How many processes are at work."""

    section: ClassVar[str] = "build"

    jobs: int = option(
        0,
        ge=0,
        description="Number of worker processes; 0 means one per core, if there is enough work.",
        argument="--jobs N",
        help="number of worker processes (default: one per core if there is enough work)",
        noun="a number of processes",
        least=1,
    )


class WorkOptions(JobOptions):
    """What does the work of a build."""

    section: ClassVar[str] = "build"

    runner: Runner = option(
        "processes",
        description="What analyses the shards of a build: processes of this machine, or the workers of a Dask cluster "
        "that have the same version of taiyaku and share the folder of builds.",
        argument="--runner",
    )
    scheduler: str = option(
        "",
        description="Address of the Dask scheduler, such as `tcp://HOST:8786`, for the runner `dask`.",
        argument="--scheduler ADDRESS",
    )


class OutputOptions(FolderOptions):
    """What a build publishes, and where."""

    section: ClassVar[str] = "build"

    report: Literal["always", "never"] = option(
        "always",
        description="Whether builds have the page `report/index.html`, which takes a third of the time where little "
        "changed; the summary, `report/summary.md`, each has.",
        argument="--report",
    )
    max_lost: float = option(
        0.3,
        ge=0,
        le=1,
        description="Maximum share of documents or text, overall or in one language, that a new build may lose "
        "compared with the latest one of the same sources; above it nothing is published, and the exit status is 2. 1 "
        "publishes regardless of losses, as `--allow-loss` does once.",
        argument="--allow-loss",
        const=1,
        help="publish even if the build loses far too much compared with the latest one",
    )


class RetentionBounds(OptionGroup):
    """Which builds are kept; what `latest` or a tag names always is."""

    section: ClassVar[str] = "build"

    keep_last: int = option(
        0,
        ge=0,
        description="Builds to keep; 0 keeps all. What `latest` or a tag names always stays.",
        argument="--keep-last N",
        help="with --prune: builds to keep",
        noun="a number of builds",
    )
    keep_days: float = option(
        0,
        ge=0,
        allow_inf_nan=False,
        description="Builds older than this many days are removed, but for the one before the latest; 0 keeps all.",
        argument="--keep-days DAYS",
        help="with --prune: remove older builds",
    )
    keep_gib: float = option(
        0,
        ge=0,
        allow_inf_nan=False,
        description="While the builds take more than this many GiB, the oldest are removed, but for the one before the "
        "latest; 0 keeps all.",
        argument="--keep-gib GIB",
        help="with --prune: remove the oldest above this size",
    )


class RunOptions(OptionGroup):
    """How long a run may take, and how often it is tried."""

    section: ClassVar[str] = "build"

    timeout: float = option(
        0, ge=0, allow_inf_nan=False, description="Seconds after which a build is ended as failed; 0 sets no bound."
    )
    retries: int = option(
        0,
        ge=0,
        le=20,
        description="How often a build is tried again after what may pass: a folder that another build holds, a disk "
        "or a server that does not answer, a worker process that was ended.",
    )
    retry_delay: float = option(
        60, ge=0, le=86_400, allow_inf_nan=False, description="Seconds before the first new try; doubled for each more."
    )


class AlarmOptions(OptionGroup):
    """What about a build, by itself or compared with the one before of the same sources, is a warning or fails the run.

    The build is published all the same: it is as true as its sources. Runs that find nothing changed repeat its alarms.
    """

    section: ClassVar[str] = "alarms"

    on_quarantined: AlarmLevel = option(
        "warn", description="Files of the sources that cannot be read: off, warn or fail."
    )
    on_criticals: AlarmLevel = option(
        "warn",
        description="New critical findings, as sure as `[check] min_confidence`: off, warn or fail. When the glossary "
        "was edited, new ones of `[check] fail_on` or above.",
    )
    on_drift: AlarmLevel = option("warn", description="Figures that drift beyond `max_drift`: off, warn or fail.")
    max_drift: float = option(
        0.3,
        gt=0,
        allow_inf_nan=False,
        description="Share by which a figure (documents, segments, findings of a severity …) may change from one build "
        "to the next. Figures below 20 are not judged.",
    )
    late_hours: float = option(
        0,
        ge=0,
        allow_inf_nan=False,
        description="Hours within which a run should go well; after that `doctor` says that builds are late. 0: never.",
        argument="--late HOURS",
        help="hours within which a run should go well (default: [alarms] late_hours)",
    )


class NotifyOptions(OptionGroup):
    """Who is notified how a run ended.

    Addresses may hold passwords: they stand in the environment, and here the names of its variables.
    """

    section: ClassVar[str] = "notify"

    channels: Texts = option(
        (),
        description="Environment variables with an address each: `https://…` gets the outcome as JSON; `mailto://…`, "
        "`slack://…` and whatever else Apprise knows get it as text.",
    )
    notify_on: Annotated[tuple[OutcomeLevel, ...], AS_TUPLE] = option(
        ("failed", "warned"), description="Outcomes to tell: failed, warned, changed, unchanged."
    )
    heartbeat: str = option(
        "",
        description="Environment variable with an address that is asked for after each run that did not fail, for a "
        "service that misses it when it stays away.",
    )
    metrics: File | None = option(
        None, description="File to write figures of the latest run to, for Prometheus's textfile collector."
    )

    def missing_variables(self) -> list[str]:
        """Return the variables that these settings name and the environment lacks."""
        return [name for name in (*self.channels, self.heartbeat) if name and not os.environ.get(name)]


class DeliveryOptions(OptionGroup):
    """Where builds are published beside their folder."""

    section: ClassVar[str] = "publish"

    targets: Annotated[tuple[Annotated[str, Checked(lambda text: str(parse_target(text)))], ...], AS_TUPLE] = option(
        (),
        description="Where to publish each new build: folders, addresses such as `s3://BUCKET/PREFIX`, `hf:FOLDER` (a "
        "data set to upload), `git:REPOSITORY#BRANCH` (summaries). Credentials come from the environment or from the "
        "configuration of fsspec.",
    )

    def resolved(self, folder: Path) -> Self:
        """Return the same with relative target paths resolved against a folder, too; addresses stay as they are."""
        targets = tuple(str(parse_target(text, folder)) for text in self.targets)
        return replace(super().resolved(folder), targets=targets)


class ScopeOptions(OptionGroup):
    """Further entries for some of the pages."""

    folders: Texts = option(
        min_length=1, description="Patterns of the pages that they are for, as in `[check.per_folder]`."
    )
    dirs: Files = option(
        min_length=1, description="Folders of entries, or files of terms, laid over those that hold for all pages."
    )


class ProjectTermOptions(OptionGroup):
    """What the project's own entries say beside their terms."""

    section: ClassVar[str] = "glossary"

    severity: Severity = option(
        "major",  # USUAL_SEVERITY, which `--help` does not load the glossary for
        description="Severity of findings about forms that the project's own entries call wrong or deprecated, or "
        "leave out: critical, major, minor or neutral; `severity` in an entry comes before it.",
    )
    scopes: Annotated[tuple[ScopeOptions, ...], AS_TUPLE] = option(
        (),
        description="Further entries for some of the pages, such as those of one of two products; in each "
        "`[[glossary.scopes]]`, `folders` are patterns of pages, as in `per_folder`, and `dirs` what is laid over the "
        "entries for all pages. Of several scopes that have a page the first counts; all languages of a work are of "
        "one scope in a build. Rules that compare pages (T202 to T206) compare those of one scope.",
    )

    def resolved(self, folder: Path) -> Self:
        """Return the same with relative paths resolved against a folder, including those of scopes."""
        scopes = tuple(scope.resolved(folder) for scope in self.scopes)
        return replace(super().resolved(folder), scopes=scopes)


class GlossaryOptions(ProjectTermOptions):
    """Which glossary entries count."""

    section: ClassVar[str] = "glossary"

    glossary: Files = option(
        (),
        description=GLOSSARY,
        setting="glossary.layers",
        overrides="glossary.markdown",  # the last of the layers
        argument="--glossary DIR",
        help="overlay folder of glossary entries",
    )
    glossary_only: bool = option(
        False,
        description=GLOSSARY_ONLY,
        setting="glossary.only",
        argument="--glossary-only",
        help="use only the overlay folders, without the built-in entries",
    )


class AdoptionOptions(OptionGroup):
    """From which on `glossary adopt` proposes the form that a corpus says."""

    section: ClassVar[str] = "glossary"

    adopt_uses: int = option(
        10,
        ge=1,
        description="Minimum number of uses of a term for `glossary adopt`.",
        argument="--min-uses N",
        help="minimum number of uses of a term (default: [glossary] adopt_uses)",
        noun="a number of uses",
        least=0,
    )
    adopt_share: float = option(
        0.8,
        gt=0.5,
        le=1,
        description="Minimum share of a term's uses that one form has, for `glossary adopt`.",
        argument="--min-share SHARE",
        help="minimum share of its uses that one form has, from 0 to 1 (default: [glossary] adopt_share)",
        noun="a share",
        least=0,
    )


class LinkOptions(OptionGroup):
    """Where reports and packets link to."""

    section: ClassVar[str] = "review"

    source_link: str = option(
        "",
        description="URL template for a line of a source file, such as "
        '`"https://github.com/my-org/docs/blob/main/{path}#L{line}"`; the report links there.',
    )


class BuiltSources(OptionGroup):
    """What is built, and what is known of it before."""

    sources: Files = option(
        (),
        description="Files and folders with articles; empty: the samples.",
        argument="SOURCE",
        help="source files and folders (default: the samples)",
    )
    since: File | None = option(
        None,
        description="Earlier build to compare findings with, so that new ones are marked.",
        argument="--since BUILD",
    )
    relearn: bool = option(
        False,
        description="Learn which words translate each other again from the sources, instead of going by the lexicon of "
        "earlier builds.",
        argument="--relearn",
    )


class RebuildOptions(OptionGroup):
    """What of earlier builds is used."""

    full: bool = option(
        False, description="Rebuild everything, without the results of earlier builds.", argument="--full"
    )


class JudgeOptions(OptionGroup):
    """An assistant that `taiyaku review ask` may send decisions to."""

    command: Texts = option(
        min_length=1,
        description="Program and arguments. It reads decisions as lines of JSON from standard input and writes "
        "verdicts as lines of JSON to standard output. It runs in the folder of the settings file.",
    )
    batch: int = option(10, ge=1, le=200, description="Decisions of one call.")
    parallel: int = option(2, ge=1, le=64, description="Calls at the same time.")
    timeout: float = option(300, gt=0, allow_inf_nan=False, description="Seconds after which a call is ended.")
    retries: int = option(1, ge=0, le=10, description="How often decisions that got no answer are asked again.")
    controls: float = option(
        0.1,
        ge=0,
        le=1,
        description="Hidden control questions, people's decisions, for each open decision: what measures "
        "the assistant.",
    )
    budget: int = option(
        500_000, ge=1, description="Maximum number of bytes that one run may send; what is left waits for the next."
    )


class SuggestionOptions(OptionGroup):
    """What assistants' suggestions do."""

    section: ClassVar[str] = "review"

    suggestions: Literal["suggest", "hide"] = option(
        "suggest",
        description="suggest: people see suggestions beside decisions; hide: what measured assistants reject is also "
        "asked last. No setting lets an assistant decide.",
    )
    rejections: int = option(1, ge=1, description="Assistants that must reject a decision for `hide`.")
    judge_precision: float = option(
        0.8, ge=0, le=1, description="Precision below which an assistant's suggestions of a kind are not shown."
    )
    doubts: int = option(
        3, ge=1, description="Doubts of meaning (T507) of a page that `--doubts` asks about, at most 5."
    )


class PacketBounds(LinkOptions):
    """What a packet holds, and in which formats."""

    section: ClassVar[str] = "review"

    minutes: float | None = option(
        None,
        gt=0,
        allow_inf_nan=False,
        description=f"Minutes that the decisions of a packet may take; unset, without a limit: {MINUTES}.",
    )
    limit: int | None = option(
        None,
        gt=0,
        description="Maximum number of decisions in a packet, instead of minutes or besides; alike findings are one.",
    )
    formats: Annotated[tuple[PacketFormat, ...], AS_TUPLE] = option(
        ("html", "xlsx"), description=f"Formats of a packet: {', '.join(PACKET_FORMATS[:-1])} and {PACKET_FORMATS[-1]}."
    )
    url: str = option("", description="URL of the packets folder, for links to packets.")
