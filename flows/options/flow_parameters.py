"""Flow parameters: all options of a build, a check or another flow, shared with the settings or not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from corpus.languages import TARGETS
from flows.options.option_group import AS_TUPLE, OptionGroup, option
from flows.options.options import (
    PROJECT,
    REVIEW,
    AlarmLevel,
    AlarmOptions,
    BuiltSources,
    DataOptions,
    DeliveryOptions,
    File,
    Files,
    FolderOptions,
    GlossaryOptions,
    JobOptions,
    LexiconOptions,
    LinkOptions,
    NotifyOptions,
    OriginList,
    OutputOptions,
    PacketBounds,
    RebuildOptions,
    RetentionBounds,
    RuleOptions,
    RunOptions,
    Severity,
    SiteOptions,
    SourceOptions,
    SuggestionOptions,
    TargetLanguage,
    VerdictOptions,
    WorkOptions,
)


class FlowOptions(OptionGroup):
    """What all flows are asked."""

    project: str = option(PROJECT, description="What the keys of artifacts begin with.")


class ReviewedOptions(FlowOptions):
    """Where decisions are kept that a flow adds to."""

    review: File = option(
        Path("review"),
        description="Folder of decisions and of a record of sent packets, to be kept under version control.",
        setting="review.dir",
    )


class BuildOptions(
    OutputOptions,
    WorkOptions,
    RetentionBounds,
    RunOptions,
    AlarmOptions,
    NotifyOptions,
    DeliveryOptions,
    GlossaryOptions,
    LexiconOptions,
    LinkOptions,
    RuleOptions,
    DataOptions,
    SiteOptions,
    SourceOptions,
    RebuildOptions,
    BuiltSources,
    FlowOptions,
):
    """All that a build can be asked."""

    origins: OriginList = option((), description="The same as `[[origins]]`, as a list.", setting="origins")
    base: File | None = option(None, description="Folder that patterns of `per_folder` count from; unset: the root.")
    review: File | None = option(None, description=REVIEW, setting="review.dir")
    min_confidence: float = option(
        0.8,
        ge=0,
        le=1,
        description="Minimum confidence of critical findings to report.",
        setting="check.min_confidence",
    )


class CheckOptions(
    NotifyOptions,
    GlossaryOptions,
    LexiconOptions,
    VerdictOptions,
    RuleOptions,
    JobOptions,
    SiteOptions,
    SourceOptions,
    FlowOptions,
):
    """All that a check of pages can be asked."""

    sources: Files = option((), description="Files and folders to check; empty: the findings of `build`.")
    build: File = option(
        Path("outputs/latest"),
        description="Build whose findings are looked at without `sources`.",
        setting="build.latest",
    )
    base: File | None = option(
        None, description="Folder that patterns of `per_folder` and the paths of the baseline count from."
    )
    out: File | None = option(None, description="Folder of builds, which is never checked.", setting="build.out")
    review: File | None = option(None, description=REVIEW, setting="review.dir")
    fail_on: Severity | Literal["never"] = option(
        "never",
        description="Minimum severity of a new finding that fails the run; never lets every run pass.",
        setting="check.fail_on",
    )


class GlossaryCheckOptions(CheckOptions):
    """All that a check of a changed glossary can be asked."""

    fail_on: Severity | Literal["never"] = option(
        "never",
        description="Minimum severity of a finding that `on_new` is about; never: critical ones alone.",
        setting="check.fail_on",
    )
    on_new: AlarmLevel = option(
        "warn", description="Findings that `build` does not have, as sure as `min_confidence`: off, warn or fail."
    )
    force: bool = option(False, description="Check even if the glossary is the one that was checked last.")


class PacketOptions(NotifyOptions, GlossaryOptions, SuggestionOptions, PacketBounds, ReviewedOptions):
    """What reviewers are to be sent."""

    langs: Annotated[tuple[TargetLanguage, ...], AS_TUPLE] = option(
        tuple(TARGETS), description="Languages whose findings are to be reviewed.", setting="review.packets"
    )
    build: File = option(Path("outputs/latest"), description="Folder of the build.", setting="build.latest")
    out: File = option(
        Path("outputs/packets"), description="Folder in which each packet gets one of its own.", setting="build.packets"
    )


class DecisionOptions(NotifyOptions, GlossaryOptions, ReviewedOptions):
    """Where reviewers hand their decisions in, and what these apply to."""

    inbox: File = option(
        Path("inbox"), description="Folder that reviewers put their files into.", setting="review.inbox"
    )
    out: File = option(Path("outputs"), description="Folder that builds are published in.", setting="build.out")
    root: File = option(Path(), description="Folder in which patches are to be applied.")
    roots: Files = option(
        (),
        description="Folders that the paths of builds may count from, such as the sources.",
        setting="schedule.sources",
    )


class RetentionOptions(RetentionBounds, NotifyOptions, FolderOptions, FlowOptions):
    """Which builds are to be removed."""

    dry_run: bool = option(False, description="Only list what would be removed.")
