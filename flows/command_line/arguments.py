"""Arguments: a class for each command, which declares its arguments other than settings; its docstring is the
description that --help shows.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from corpus.languages import KNOWN, TARGETS, enumeration
from corpus.vocabularies import FINDING_SEVERITY, UNIT_FLAG
from flows.console.output_formats import (
    EXPORT_FORMATS,
    PACKET_FORMATS,
    REPORT_FORMATS,
    TERMINAL_FORMAT,
    TRAINING_FORMATS,
    help_of,
)
from flows.options.option_group import REQUIRED, option

if TYPE_CHECKING:
    Lang: TypeAlias = str
    Target: TypeAlias = str
    FoundSeverity: TypeAlias = str
    ExportFormat: TypeAlias = str
    ReportFormat: TypeAlias = str
    TrainingFormat: TypeAlias = str
else:
    Lang, Target, FoundSeverity = (Literal[tuple(names)] for names in (KNOWN, TARGETS, FINDING_SEVERITY))
    ExportFormat, ReportFormat, TrainingFormat = (
        Literal[tuple(formats)] for formats in (EXPORT_FORMATS, REPORT_FORMATS, TRAINING_FORMATS)
    )
_TARGETS = enumeration([*TARGETS], "or")


def portion(text: str) -> tuple[int, int]:
    """Parse a portion of a build: its number and the number of portions."""
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a portion; give its number and how many there are, as in 2/8"
        )
    return int(number), int(count)


def report_output(text: str) -> tuple[str, Path]:
    """Parse a report format for programs, and the file that the report goes to."""
    name, _, file = text.partition("=")
    names = [name for name in REPORT_FORMATS if name != TERMINAL_FORMAT]
    if name not in names or not file:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a format with a file; give one of {', '.join(names)}, as in sarif=taiyaku.sarif"
        )
    return name, Path(file)


def language_pairs(text: str) -> list[tuple[str, str]]:
    """Parse comma-separated language pairs, each of source and target."""
    from corpus.records import LANGUAGE_COLUMNS  # with all tables, and for this alone

    pairs = []
    for name in text.split(","):
        source, _, target = name.strip().partition("-")
        if not {source, target} <= set(LANGUAGE_COLUMNS) or source == target:
            raise argparse.ArgumentTypeError(
                f"{name.strip()!r} is not a pair of {enumeration([*LANGUAGE_COLUMNS], 'and')}; give one such as zh-en"
            )
        pairs.append((source, target))
    return list(dict.fromkeys(pairs))


def unit_flags(text: str) -> list[str]:
    """Parse comma-separated unit flags; "none" gives an empty list."""
    flags = [flag.strip() for flag in text.split(",")] if text.strip() != "none" else []
    unknown = [flag for flag in flags if flag not in UNIT_FLAG]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"{unknown[0]!r} is no flag of units; give some of {', '.join(UNIT_FLAG)}, or none"
        )
    return flags


def _limit(default: int, meaning: str) -> Any:
    return option(default, meaning, "--limit N", ge=0, noun="a number of lines")


class Config:
    """Which settings a command goes by."""

    config: Path | None = option(None, "settings file (default: taiyaku.toml, if present)", "--config FILE")


class ReadBuild:
    """Which build a command reads."""

    build: Path | None = option(None, "build to use (default: latest under [build] out)", "--build DIR")


class Output:
    """Whether a person or a program reads what a command prints."""

    format: Literal["text", "json"] = option("text", "output format: text (default) or json", "--format")


class Queue:
    """Which decisions are asked for."""

    langs: tuple[Target, ...] = option((), f"target language, {_TARGETS} (default: all)", "--for LANG")
    minutes: float | None = option(
        None,
        "minutes that the decisions may take a reviewer (default: [review] minutes, or 20)",
        "--minutes N",
        gt=0,
        noun="a number of minutes",
    )
    doubts: bool = option(
        False,
        "ask only about sentences that may not say what their original says (T507), [review] doubts of a page",
        "--doubts",
    )


class Quiet:
    """Whether a command speaks of its progress."""

    quiet: bool = option(False, "suppress progress and summary", "--quiet")


class Check(Quiet):
    """Check Chinese and Japanese pages: terms, consistency, spelling and, beside their English original, numbers, code
    and missing text; exit status 1 on failure.
    """

    sources: tuple[Path, ...] = option(
        (), "source files and folders, or - for standard input (default: the current folder)", "SOURCE"
    )
    as_lang: str | None = option(
        None,
        "language of the files that are named, and of pages found in folders whose path, front matter and text say no "
        "other; such as zh, ja or zh-TW",
        "--as LANG",
    )
    name: str | None = option(
        None, "path to report for standard input; determines its format and language", "--name PATH"
    )
    changed: bool = option(False, "check only files that git reports as changed or added", "--changed")
    base: str = option("", "check only files changed since the branch diverged from REF", "--base REF")
    format: ReportFormat = option("text", help_of(REPORT_FORMATS), "--format")
    outputs: tuple[object, ...] = option(
        (),
        "also write the report to FILE in this format, such as sarif=taiyaku.sarif",
        "--output FORMAT=FILE",
        parse=report_output,
    )
    all: bool = option(
        False,
        "report all findings, neutral and low-confidence ones too "
        f"({' and '.join(name for name, entry in REPORT_FORMATS.items() if entry.is_complete)} does so without "
        "--min-confidence)",
        "--all",
    )
    update_baseline: bool = option(False, "write the current findings to the baseline", "--update-baseline")
    fix: bool = option(False, "fix what is marked fixable in the files, and report the remaining findings", "--fix")
    diff: bool = option(
        False, "print what --fix would change as a patch, without writing; exit status 1 if there are changes", "--diff"
    )


class Rules:
    """List the rules that pages are checked against."""


class Explain:
    """Explain what a rule finds and why, with bad and good examples."""

    rule: str = option(REQUIRED, "rule code (T101) or name (brand-casing)", "RULE")


class Stale:
    """List the pages and sentences of translations that are stale, by git: what of the original changed since the
    version that a translation has seen, and what was never translated. Contents decide which version that is.
    """

    sources: tuple[Path, ...] = option(
        (), "translations, originals or folders of them, in one clone (default: the current folder)", "SOURCE"
    )
    since: str = option("", "list only what changed in the original after this commit, tag or branch", "--since REV")
    mark: bool = option(
        False,
        "write into each translation which version of its original it has seen: source_commit, source_sha256 and "
        "translation.outdated in its front matter, or the first two in a comment",
        "--mark",
    )
    format: Literal["text", "json", "markdown"] = option(
        "text", "output format: text (default), json (everything) or markdown (for an issue)", "--format"
    )
    limit: int = _limit(
        10, "maximum number of pages of a language that text and markdown list, those with most words to do"
    )
    badge: Path | None = option(
        None, "also write a badge with the share of sentences that is up to date (SVG)", "--badge FILE"
    )
    fail: bool = option(False, "exit with status 1 if a translation is stale", "--fail")
    quiet: bool = option(False, "suppress progress and remarks", "--quiet")


class ServeEditor:
    """Serve an editor over the Language Server Protocol, on standard input and output; the editor starts it. Findings
    come as one types, hovering shows what a term means; fixes, completions, the way to the original's sentence.
    """

    all: bool = option(False, "mark neutral and low-confidence findings too", "--all")


class ServeAssistant:
    """Serve glossary, check and translation memory to an assistant over the Model Context Protocol, on standard input
    and output; an assistant starts it. Only proposals of entries and suggestions on decisions are written, into the
    review folder.
    """


class ReviewPacket(Queue):
    """Write what is new for the reviewers of a language, in the formats of their tools: the decisions that repair most
    in their minutes, and passages in English to translate.
    """

    limit: int | None = option(
        None,
        "maximum number of decisions, instead of minutes or besides (default: [review] limit)",
        "--limit N",
        ge=1,
        noun="a number of decisions",
    )
    findings: Path | None = option(
        None,
        "ask only about the findings of a list: a table with the column finding_id, or an id on each line (default: "
        "what repairs most); all of them, where neither --minutes nor --limit is given",
        "--findings FILE",
    )
    format: str = option(
        "", f"comma-separated formats: {', '.join(PACKET_FORMATS)} (default: [review] formats)", "--format FORMATS"
    )
    out: Path | None = option(None, "output folder for packets (default: packets under [build] out)", "--out DIR")


class ReviewApply:
    """Import decisions from files that reviewers return (the page's JSON, XLSX, XLIFF), and propose the changes: a
    patch for glossary entries and one for texts. Exit status 2 if any part of a file cannot be interpreted.
    """

    files: tuple[Path, ...] = option((), "decision files; none: regenerate the proposals", "FILE")
    by: str = option("", "reviewer's name, for files that do not state one", "--by NAME")
    root: Path | None = option(None, "folder that the build's paths are relative to, for patches", "--root DIR")
    final: bool = option(False, "treat the decisions as final where reviewers disagree", "--final")


class ReviewStatus:
    """Show the decisions, where reviewers disagree, and the rule confidences measured from the decisions."""


class ReviewAsk(Queue):
    """Let an assistant that [judges.NAME] configures judge the decisions that reviewers would get next. It gets them as
    lines of JSON and suggests; people decide. Nothing is sent to a program that is not configured. What it has
    answered is not asked again. Exit status 1 if a decision got no answer.
    """

    judge: str = option(REQUIRED, "the assistant, as [judges.NAME] calls it", "--judge NAME")
    packet: str | None = option(
        None, "ask about a packet that was sent (its id or a file of it), not about the next", "--packet FILE"
    )
    trial: int | None = option(
        None,
        "ask only about N decisions that people made, to measure it",
        "--trial N",
        ge=1,
        noun="a number of decisions",
    )
    drafts: bool = option(
        False,
        "ask for texts instead: of what pages have in English, lack (as reviewers accepted), or have of an older "
        "original; they are checked, and written as a catalogue of fuzzy entries, into no page",
        "--drafts",
    )
    dry_run: bool = option(False, "print exactly what would be sent, and its size", "--dry-run")


class ReviewJudges:
    """Show how often the suggestions of assistants were right: those on what people had decided before. `review ask`
    mixes such control questions with the open decisions, and the assistant cannot tell which they are.
    """


class GlossaryShow:
    """Show a term's glossary entry and its uses in a build: each rendering with counts, in context."""

    term: str = option(REQUIRED, "concept id, or any of its forms in any language", "TERM")
    build: Path | None = option(None, "build to search (default: latest under [build] out)", "--build DIR")
    lang: Lang | None = option(None, "show only uses in this language", "--lang")
    limit: int = _limit(10, "maximum number of uses per language")


class GlossaryLint:
    """Check the entries: load errors, forms that are too general and, with --build, unused preferred forms."""

    build: Path | None = option(None, "also check the entries against their usage in this build", "--build DIR")


class GlossaryFormat:
    """Write entries of TOML files in the short form, with all remarks; what they say stays the same. What is derived
    goes: the domain where the file has its name, and English that is the words of the id. Exit status 1 with --check if
    a file is written otherwise, 2 if a file cannot be formatted.
    """

    places: tuple[Path, ...] = option(
        (), "files of entries, or folders of them (default: [glossary] dirs and --glossary)", "FILE"
    )
    check: bool = option(False, "write nothing; print the files that would change", "--check")


class GlossaryStats:
    """Count concepts and forms by domain and language."""


class GlossaryExport:
    """Export the whole glossary as a searchable web page, or in a format for other tools."""

    file: Path = option(REQUIRED, "output file", "FILE")
    format: ExportFormat = option("html", help_of(EXPORT_FORMATS), "--format")
    lang: Target | None = option(None, f"export only English and this language: {_TARGETS}", "--for LANG")
    build: Path | None = option(
        None, "say in html, csv and tbx how often this build uses each form, and in html where", "--build DIR"
    )


class GlossaryImport:
    """Read entries from a table (CSV, TSV, XLSX, Markdown), from TBX, from a tab-separated glossary or from the texts
    of an interface (JSON, ARB, YAML, .properties, .strings, PO, XLIFF), and write them as TOML, a file per domain. Of
    several files, later ones go before earlier ones. What is not read is listed with its place and reason. Exit status
    1 if entries were written and others rejected, 2 if nothing can be read.
    """

    files: tuple[Path, ...] = option(
        REQUIRED, "table, TBX, tab-separated glossary, or the files of an interface: en.json zh.json ja.json", "FILE"
    )
    into: Path = option(Path("glossary-import"), "folder to write entries to", "--into DIR")
    lang: Target | None = option(
        None, f"language beside English of a file that does not say its own: {_TARGETS}", "--for LANG"
    )
    force: bool = option(False, "overwrite files of a folder that holds entries", "--force")


class GlossaryDiff:
    """Print the mentions that a build would gain and lose with the current entries."""

    build_dir: Path = option(REQUIRED, "build folder, such as outputs/latest", "BUILD")
    limit: int = _limit(40, "maximum number of changes to print")


class GlossaryCandidates:
    """List the terms of a build's English that the glossary lacks, by kind, the likeliest first: new terms, phrases of
    known words that a product uses as terms, known terms that the translations say otherwise, and names. Each has its
    uses, three contexts, and the renderings found in the aligned translations with counts.
    """

    build_dir: Path | None = option(None, "build to search (default: latest under [build] out)", "BUILD")
    limit: int = _limit(100, "maximum number of candidates of each kind")
    min_uses: int = option(3, "minimum number of uses in English", "--min-uses N", ge=0, noun="a number of uses")
    format: Literal["text", "csv", "html", "toml"] = option(
        "text",
        "output format: text (default), csv (a table to decide in), html (a page to decide on) or toml (entries)",
        "--format",
    )
    out: Path | None = option(None, "output file (default: standard output)", "--out FILE")
    decided: tuple[Path, ...] = option(
        (), "table with accept or reject in its column `decision`: left out, and they teach the order", "--decided FILE"
    )


class GlossaryAdopt:
    """List what a build says in one form nearly always, and the glossary does not prefer or have: other forms of
    built-in entries, terms and labels without an entry, names and acronyms that stay English. Strike out in the table
    (csv) what you do not want; --from writes the rest to DIR/adopted.toml, as far as the glossary loads with it. Exit
    status 2 where a row is left out.
    """

    build_dir: Path | None = option(None, "build to read (default: latest under [build] out)", "BUILD")
    format: Literal["text", "csv", "toml"] = option(
        "text",
        "output format: text (default), csv (a table to strike out) or toml (what is likely, as entries)",
        "--format",
    )
    out: Path | None = option(None, "output file (default: standard output)", "--out FILE")
    table: Path | None = option(None, "table whose accepted rows are to be written as entries", "--from FILE")
    into: Path | None = option(
        None,
        "folder of entries for --from (default: the last of [glossary] dirs and --glossary, or terms)",
        "--into DIR",
    )


class Build(Quiet, Output):
    """Build the corpus and publish its tables under OUT/builds; OUT/latest points to the last complete build."""

    shard: tuple[int, int] | None = option(
        None,
        "do the I-th of N portions of the build and publish nothing; twice for each portion, then merge",
        "--shard I/N",
        parse=portion,
    )
    format: Literal["text", "json"] = option(
        "text",
        "json prints the outcome on standard output: status, figures, what changed, alarms (default: text, none)",
        "--format",
    )
    log_format: Literal["text", "json"] = option(
        "text",
        "form of progress and messages: text (default) or json, a line each with time, build, step and document",
        "--log-format",
    )
    detailed_status: bool = option(
        False, "exit with status 4 instead of 0 if a build was published", "--detailed-status"
    )
    prefect: bool = option(
        False, "run as a Prefect flow even if no server is configured: one is started for this build", "--prefect"
    )


class Merge(Quiet):
    """Publish the build whose portions were all made with build --shard: the same, byte for byte, that one process
    makes of the same sources.
    """


class MemoryOfPages(Output):
    """Say how much of English pages a build has already translated: sentences that it has word for word, those that are
    like one that it has, and those that are new. With --units each sentence is shown with the nearest one and its
    translation. With --pretranslate FILE are catalogues (PO), whose untranslated units are filled in from the build
    and from files of translations, as they stand there, and marked fuzzy; what goes against the glossary is left out.
    """

    files: tuple[Path, ...] = option(REQUIRED, "English pages to translate, or catalogues", "FILE")
    pretranslate: bool = option(False, "fill in catalogues from exact matches, marked fuzzy", "--pretranslate")
    memories: tuple[Path, ...] = option(
        (), "with --pretranslate, read translations from this file: TMX, XLIFF, an old catalogue", "--from FILE"
    )
    langs: tuple[Target, ...] = option((), f"target language, {_TARGETS} (default: all)", "--for LANG")
    units: bool = option(False, "show each sentence with the nearest unit, too", "--units")


class Export:
    """Write the aligned units of a build as training data, a file for each language pair and split. What is left out is
    counted by reason on standard error; TARGET/export.json says it too, with the licences.
    """

    target: Path = option(REQUIRED, "folder to write; an earlier export is replaced", "TARGET")
    format: TrainingFormat = option(
        "jsonl",
        "output format: " + enumeration([f"{name} ({note})" for name, note in TRAINING_FORMATS.items()], "or"),
        "--format",
    )
    langs: list[tuple[str, str]] | None = option(
        None,
        "language pairs, source and target, such as zh-en,ja-en (default: en-zh,en-ja,zh-ja)",
        "--langs PAIRS",
        parse=language_pairs,
    )
    splits: tuple[Literal["train", "dev", "test"], ...] = option((), "only this split", "--split")
    min_quality: float | None = option(
        None, "minimum quality of a unit, 0 to 1 (default: 0.5)", "--min-quality Q", ge=0, le=1, noun="a quality"
    )
    exclude_flags: list[str] | None = option(
        None,
        "leave out units with one of these flags, or none (default: "
        "unaligned,other-language,untranslated,repeated,duplicate,personal-data)",
        "--exclude-flags FLAGS",
        parse=unit_flags,
    )
    licences: tuple[str, ...] = option(
        (), "only pairs whose documents have this licence, or 'not stated' (default: any)", "--license NAME"
    )
    build: Path | None = option(None, "build to export (default: latest under [build] out)", "--build DIR")


class Align:
    """Print the aligned sentences of two files: translations of each other, or versions of the same text."""

    files: tuple[Path, Path] = option(REQUIRED, "two files; the language is detected from path or text", "FILE FILE")
    format: Literal["text", "tsv", "tmx"] = option(
        "text", "output format: text (default), tsv or tmx (TMX 1.4b)", "--format"
    )
    terms: bool = option(
        False, "show which words stand for each English term, too; tsv then has a line for each term", "--terms"
    )


class LexiconTrain:
    """Align works in several languages and keep which words translate each other as the lexicon that the next builds go
    by, in place of the one they have. With --out, write the word pairs instead, one file per language pair, to be added
    to the built-in lexicons.
    """

    sources: tuple[Path, ...] = option((), "source files and folders (default: the samples)", "SOURCE")
    out: Path | None = option(None, "folder to write word pairs to (default: none, the lexicon of builds)", "--out DIR")
    note: tuple[str, ...] = option((), "note on the origin of the texts", "--note TEXT")


class Compare:
    """Compare two builds: findings fixed and new, renderings that spread or give way, documents that slipped or
    improved. A build is a folder, an id under [build] out, `latest`, or `previous`, which was published before the
    latest one.
    """

    before: str = option("previous", "earlier build", "A")
    after: str = option("latest", "later build", "B")
    format: Literal["text", "markdown", "json"] = option(
        "text", "output format: text (default), markdown (for a pull request) or json (all differences)", "--format"
    )
    limit: int = _limit(10, "maximum length of each list in text and markdown")
    fail_on_new: FoundSeverity | None = option(
        None,
        f"exit with status 1 if a new finding has at least this severity ({', '.join(FINDING_SEVERITY)}) and the "
        "confidence of [check] min_confidence",
        "--fail-on-new SEVERITY",
    )


class HistoryOfBuilds:
    """Show how figures developed over the builds under [build] out, or the renderings of a concept, the findings of a
    rule or the figures of a document set. Builds that were removed are in it too.
    """

    subject: str | None = option(
        None,
        "concept id, or any of its forms in any language; also a rule, such as T101, or the folder of a document set "
        "(default: the figures of the builds)",
        "CONCEPT",
    )
    lang: Lang | None = option(None, "show only this language", "--lang")
    limit: int = _limit(20, "maximum number of builds to list, the latest ones; sparklines have all")
    format: Literal["text", "json", "csv"] = option(
        "text", "output format: text (default), json or csv, which have all builds", "--format"
    )


class Doctor(Output):
    """Check installation, settings, glossary, review folder, published builds, locks, disk, runs and Prefect's server,
    and say what to do. Exit status 1 where something keeps builds from running or readers from reading.
    """

    full: bool = option(False, "read every file of all builds, not of the latest alone", "--full")


class Builds(Output):
    """List the published builds with dates, sizes and tags, the newest first; or tag one, make one the latest, remove
    old ones. A BUILD is an id, the beginning of one, a tag, latest or previous.
    """

    tag: tuple[str, str] | None = option(
        None, "let OUT/tags/NAME name a build, which is then kept", "--tag NAME BUILD", instead_of="action"
    )
    untag: str | None = option(None, "remove a tag", "--untag NAME", instead_of="action")
    rollback: str | None = option(
        None,
        "make a build the latest (default: previous); the one that was stays away from latest until it is named here "
        "or the sources change",
        "--rollback [BUILD]",
        const="previous",
        instead_of="action",
    )
    prune: bool = option(
        False, "remove the builds that [build] keep_last, keep_days and keep_gib let go", "--prune", instead_of="action"
    )
    dry_run: bool = option(False, "with --prune: only say what would be removed", "--dry-run")


class Publish:
    """Bring a build to where people read it: a folder, an object store, a data set folder for Hugging Face, a git
    branch of summaries. Nothing is there before all of it is, and no build that is there is overwritten.
    """

    targets: tuple[str, ...] = option(
        (),
        "folder, s3://BUCKET/PREFIX or another address of fsspec's, hf:FOLDER, or git:REPOSITORY#BRANCH (default: "
        "[publish] targets)",
        "TARGET",
    )
    build: Path | None = option(None, "build to publish (default: latest under [build] out)", "--build DIR")
    dry_run: bool = option(False, "show what would be sent, and write nothing", "--dry-run", instead_of="action")
    verify: bool = option(
        False,
        "publish nothing; read the latest build of each target whole and compare it with its checksums",
        "--verify",
        instead_of="action",
    )
    rollback: bool = option(
        False,
        "make the build the latest one of the targets even where a newer one is",
        "--rollback",
        instead_of="action",
    )


class Serve:
    """Run scheduled builds until stopped; [schedule] in taiyaku.toml sets the times and the sources."""


class Deployments:
    """Write the deployments of `serve` as a file for `prefect deploy --all`, so that workers run them, on any number of
    machines or in containers.
    """

    out: Path = option(Path("prefect.yaml"), "file to write, or - for standard output", "--out FILE")
    work_pool: str = option("taiyaku", "work pool whose workers run the deployments", "--work-pool NAME")
    image: str | None = option(None, "image with taiyaku in it, for a work pool of type docker", "--image IMAGE")


class Automations:
    """Make automations on Prefect's server that post to a channel when a run crashes, is never begun, or no build went
    well within [alarms] late_hours: what no run can tell of itself. Calling it again replaces them.
    """

    channel: str | None = option(
        None,
        "environment variable with the http(s) address (default: the first such of [notify] channels)",
        "--channel VARIABLE",
    )
