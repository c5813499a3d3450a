"""Command table: what commands are for and which options each has, in the order of `taiyaku --help`."""

from __future__ import annotations

from typing import NamedTuple

from flows.command_line import arguments
from flows.command_line.arguments import Config, ReadBuild
from flows.console.error_lines import STOPPED, STOPPED_BUILD
from flows.options.options import (
    AdoptionOptions,
    AlarmOptions,
    BuiltSources,
    FolderOptions,
    GlossaryOptions,
    JobOptions,
    LexiconOptions,
    OutputOptions,
    RebuildOptions,
    RetentionBounds,
    WorkOptions,
)
from flows.options.settings import CheckSettings


class Command(NamedTuple):
    """A command: the function that runs it, and the classes whose options it offers."""

    name: str
    summary: str  # in the list of commands
    function: str  # of a module of `flows.command_line.commands`
    example: str  # call at the end of its help, without `taiyaku`
    options: tuple[type, ...]  # the first is its own, whose docstring is the description
    loads_settings: bool = False  # by itself
    stopped: str = STOPPED  # what is said when it is interrupted


FAMILIES = {
    "review": (
        "exchange findings and decisions with reviewers",
        "Send findings to reviewers and import their decisions.",
    ),
    "glossary": ("look terms up, edit and exchange the glossary", "Inspect, check, export and import the glossary."),
    "lexicon": ("train lexicons for sentence alignment", "Train lexicons of words that translate each other."),
}
_ENTRIES = (GlossaryOptions, Config)
_READING = (ReadBuild, *_ENTRIES)
_BUILDING = (BuiltSources, OutputOptions, LexiconOptions, *_ENTRIES)

# Two lines for each command.
# fmt: off
COMMANDS = {
    "Check translations": (
        Command("check", "check Chinese and Japanese pages", "check:check",
            "check docs --base origin/main", (arguments.Check, CheckSettings, JobOptions, *_ENTRIES)),
        Command("stale", "list stale pages and sentences of translations", "stale:stale",
            "stale docs --format markdown", (arguments.Stale, Config)),
        Command("rules", "list the rules", "rules:rules",
            "rules", (arguments.Rules,)),
        Command("explain", "explain a rule", "rules:explain",
            "explain T303", (arguments.Explain,)),
        Command("lsp", "show findings in an editor", "servers:serve_editor",
            "lsp --glossary terms", (arguments.ServeEditor, *_READING)),
        Command("mcp", "give an assistant terms and checks", "servers:serve_assistant",
            "mcp --glossary terms", (arguments.ServeAssistant, *_READING)),
    ),
    "Review, and keep terms": (
        Command("review packet", "write new findings for reviewers", "review:packet",
            "review packet --for zh --minutes 20 --format html,xlsx", (arguments.ReviewPacket, *_READING)),
        Command("review apply", "import reviewers' decisions", "review:apply_files",
            "review apply mei.json ken.xlsx", (arguments.ReviewApply, *_READING)),
        Command("review status", "show review progress", "review:show_status",
            "review status", (arguments.ReviewStatus, *_READING)),
        Command("review ask", "let an assistant judge decisions", "review:ask_assistant",
            "review ask --judge NAME --for zh --dry-run", (arguments.ReviewAsk, *_READING)),
        Command("review judges", "show how often assistants were right", "review:show_judges",
            "review judges", (arguments.ReviewJudges, Config)),
        Command("glossary show", "show a term and its uses", "glossary:show",
            "glossary show operator --lang zh", (arguments.GlossaryShow, *_ENTRIES)),
        Command("glossary lint", "check the entries", "glossary_checks:check_entries",
            "glossary lint --glossary terms", (arguments.GlossaryLint, *_ENTRIES)),
        Command("glossary format", "write entries in the short form", "glossary_checks:format_entries",
            "glossary format terms --check", (arguments.GlossaryFormat, *_ENTRIES)),
        Command("glossary stats", "count the entries", "glossary_checks:count_entries",
            "glossary stats", (arguments.GlossaryStats, *_ENTRIES)),
        Command("glossary export", "export the glossary", "glossary:export",
            "glossary export terms.xlsx --format xlsx", (arguments.GlossaryExport, *_ENTRIES)),
        Command("glossary import", "import entries of other tools", "glossary_import:import_entries",
            "glossary import crowdin.csv --into terms", (arguments.GlossaryImport,)),
        Command("glossary diff", "compare a build with the current entries", "glossary_diff:compare_with",
            "glossary diff outputs/latest --glossary terms", (arguments.GlossaryDiff, *_ENTRIES)),
        Command("glossary candidates", "list terms that the glossary lacks", "glossary_candidates:candidates",
            "glossary candidates --format csv --out candidates.csv", (arguments.GlossaryCandidates, *_ENTRIES)),
        Command("glossary adopt", "take the forms of a build into the glossary", "glossary_adopt:adopt",
            "glossary adopt --format csv --out adopt.csv", (arguments.GlossaryAdopt, AdoptionOptions, *_ENTRIES)),
    ),
    "Build the corpus": (
        Command("build", "build the corpus of articles", "build:run_build",
            "build docs --out outputs", (arguments.Build, WorkOptions, RebuildOptions, *_BUILDING),
            stopped=STOPPED_BUILD),
        Command("memory", "count what a build has translated of English pages", "memory:show",
            "memory docs/en/new-page.md --for zh --units", (arguments.MemoryOfPages, ReadBuild, Config)),
        Command("export", "write parallel units as training data", "export:run_export",
            "export pairs --format jsonl --langs en-zh", (arguments.Export, Config)),
        Command("align", "align the sentences of two files", "align:align",
            "align docs/zh/guide.md docs/en/guide.md --terms", (arguments.Align, LexiconOptions, *_ENTRIES)),
        Command("lexicon train", "train lexicons on works in several languages", "align:train",
            "lexicon train docs --out lexicons", (arguments.LexiconTrain, *_ENTRIES)),
        Command("compare", "compare two builds", "builds:compare_builds",
            "compare previous latest --format markdown", (arguments.Compare, Config)),
        Command("history", "show the history of builds", "history:show_history",
            "history operator --lang zh", (arguments.HistoryOfBuilds, *_ENTRIES)),
    ),
    "Operate builds": (
        Command("doctor", "check whether builds can run", "doctor:diagnose",
            "doctor", (arguments.Doctor, FolderOptions, AlarmOptions, *_ENTRIES), loads_settings=True),
        Command("builds", "list, tag, roll back and remove builds", "builds:manage_builds",
            "builds --rollback", (arguments.Builds, RetentionBounds, FolderOptions, Config)),
        Command("publish", "publish a build elsewhere", "builds:publish",
            "publish s3://corpora/docs --dry-run", (arguments.Publish, Config)),
        Command("serve", "run scheduled builds on Prefect", "serve:run_server",
            "serve --config taiyaku.toml", (arguments.Serve, *_ENTRIES)),
        Command("merge", "publish a build made in portions", "build:run_merge",
            "merge docs --out /shared/corpus", (arguments.Merge, *_BUILDING)),
        Command("deployments", "write prefect.yaml for workers", "serve:write_deployments",
            "deployments --work-pool taiyaku", (arguments.Deployments, *_ENTRIES)),
        Command("automations", "report lost runs from Prefect's server", "serve:automate",
            "automations --channel WEBHOOK", (arguments.Automations, Config)),
    ),
}
# fmt: on
