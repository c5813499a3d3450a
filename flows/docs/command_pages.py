"""The command line and its settings: `flows/README.md`."""

from __future__ import annotations

import argparse
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from flows.command_line.argument_parser import parser
from flows.console.exit_status import MEANINGS
from flows.files.markdown_table import table
from flows.options.option_group import REQUIRED, OptionGroup, declarations
from flows.options.settings import CONFIG, Settings
from glossary.exchange.entry_tables.entry_columns import CELL_RULES, COLUMNS
from glossary.exchange.training.translation_pair import FIELDS
from glossary.rules.registry import RULES

_HEAD = f"""# Commands and settings

*Generated from `flows/command_line/arguments.py` and `flows/options/` by `make docs`: edit the words there.*

What the command line says comes before what `{CONFIG}` says. Progress and talk go to standard error, what a command
prints to standard output. `--help` after any command tells the same, `taiyaku --version` the version.
"""

_CHECKING = """
## Checking in CI

Without a source, `check` reads the current folder, or `[source] root` where that lies in it. It never enters hidden
folders, `node_modules`, Python environments, `_build` or builds of taiyaku; without a source, it also skips what git
ignores. If it finds no Chinese or Japanese page, it says so and ends with status 2. `--as` is the language of the files
that you name. For pages found in a folder, it applies only where path, front matter and text do not show the language;
the text alone does not show which variety of Chinese it is.

`check` prints a line for each place; neutral and doubtful findings (below 0.5) are left out unless `--all` is given or
`--select` names the rule. It ends with status 1 if a finding is new, at least as severe as `--fail-on` and as sure as
`--min-confidence` (0.8, or what `[check] min_confidence` says); with 2 if there was nothing to check, a file that you
named could not be read, or support for a page's language is not installed. With `--changed` or `--base` all pages are
checked if a file of the glossary, `taiyaku.toml`, the baseline or decisions have changed. If `--min-confidence` is
given, no format lists places that are less sure: `--min-confidence 0.5 --format json` is for a person to read; `--all`
lists everything, whatever else is given. Findings less sure than 0.3 are minor at most. For a page in `zh/` or `ja/`,
the English version beside it is read too: a slip that it has as well is `inherited`, and counts one severity lower.

- **json** is one object: `summary` with counts, `findings` with all columns of the table `findings`
  ([outputs/README.md](../outputs/README.md)) and, for each place, path, line and column, counted in code points from 1.
  A baseline names no neutral findings, so in JSON they are always `new`.
- **sarif** is SARIF 2.1.0 for code scanning: new findings, with `--all` also known and silenced ones; a suppression is
  `inSource` by a comment in the page, `external` by the decision of a reviewer. **github** writes annotations into a
  workflow's log, **gitlab** is a Code Quality report, **junit** has a case for each rule and page, **markdown** is a
  heading and a list for the summary of a job, **rdjsonl** is for reviewdog: new findings alone, with suggestions.
- **`--output FORMAT=FILE`** writes the same report to a file too, in as many formats as are asked for, so that a job
  checks once. The file is also written if nothing has changed or nothing could be read.
- **A baseline** is a file under version control with the findings that a project lives with. `--update-baseline` writes
  it; pages and rules that were not checked keep theirs. A place is known by rule, words and a few characters either
  side on its line, so edits elsewhere change nothing; where the words around it were edited too, it counts as known as
  long as the page has no more of its kind than before. Paths count from the folder of `taiyaku.toml`, else from that of
  the repository; the findings of a page that was renamed are new.
- **`--fix`** fixes in the files what can be fixed without a reader, and then reports what is left. It knows the
  remedies of these rules:
{fixable}
  It changes what `check` shows: findings that are new, not silenced, not the original's too, and as sure as
  `--min-confidence`; neutral and doubtful ones only of rules that `--select` names (T405, not T4), or with `--all`. It
  goes on until nothing more is found; a second run changes nothing. Code, addresses, link targets, tags, placeholders,
  mathematics, front matter but the texts that readers see (title, description) and all markup but what T310, T311 and
  T312 repair stay as they are, and so do headings that the page itself links to. Encoding, byte order mark, line ends,
  mode and links stay too; a file for which that is not possible is left alone, with a line that says why, and so are
  HTML, notebooks and tutorials in Python. With `check - --fix`, the fixed page goes to standard output and the report
  to standard error. In text, markdown and junit a finding is marked `fixable` if `--fix` would fix it, and `by hand` if
  its remedy is as sure but `--fix` leaves it. The last line of a report in a terminal suggests the next command, on
  standard error; `--quiet` omits it.
- **`--diff`** prints what `--fix` would change as a patch for `git apply` or `patch -p1`, writes nothing, and ends with
  status 1 if there is anything.
- **One finding** is silenced by a comment in the page: see [glossary/rules/README.md](../glossary/rules/README.md).
- **Other repositories** take an action for GitHub, a job for GitLab or a hook for pre-commit: see
  [operating/ci.md](operating/ci.md).
"""

_EXCHANGE = """
## The glossary in spreadsheets and other tools

`glossary export --format csv` and `xlsx` write a table for those who edit entries in a spreadsheet, and `glossary
import` makes entries of it: a TOML file for each domain, checked as entries are when they are loaded. Nothing is lost
but drafts, remarks (`#`) and the layout of the files. Of CSV, UTF-8 and UTF-16 are read, with commas, semicolons or
tabs; columns may stand in any order, and others may be added.

{rules}

{columns}
For other tools, `glossary export` writes these formats. They have no place for what is named as missing.

- **Crowdin** (`--format crowdin`): CSV with a row for each rendering. Deprecated forms are *obsolete* there, wrong ones
  *not recommended* with the note *do not use*, abbreviations a type. Each row repeats the English name; another English
  name has a row of its own. Context, dates, examples and English forms to avoid are missing. The columns and statuses
  are those of Crowdin's own files; `glossary import` reads it back. Crowdin itself was not tried.
- **Weblate** (`--format weblate --for LANG`): TBX with an entry for each rendering; wrong forms are *forbidden*,
  deprecated ones *obsolete*, both forbidden translations there; names that stay English are read-only. Forms of one
  region stand in notes; reference, context, dates and examples are missing. `--format tbx --for LANG` has one entry for
  each concept, with forms to avoid in notes. Both are read by translate-toolkit, on which Weblate builds.
- **OmegaT** (`--format tab --for LANG`): a line for each rendering. OmegaT knows no statuses and offers each line, so
  forms to avoid stand in the comment of the preferred one.
- **MultiTerm** and other termbases: `--format tbx`, version 3 in all languages with all forms and statuses, or version
  2 with `--for LANG`. MultiTerm itself was not tried.

`glossary import` reads files of other tools too, and says on standard error what it had to leave open. Ids are made
from English names.

- **Tables** (CSV, TSV, XLSX) with a row for each concept and columns named by language: `en`, `zh_CN`, `ja-JP`,
  `English`, `Simplified Chinese`, `Term [zh-CN]`, `translation_ja`, or `source` and `target` with `--for LANG`. Status,
  type, part of speech, note, definition and domain may stand beside, as Crowdin, Weblate and Google have them. Several
  forms in a cell are separated by `;`, `|` or a line end, the preferred one first. `zh-TW` beside `zh-CN` is a form of
  that region.
- **Markdown**: each table with a column of English and others of languages; the heading above is the domain.
- **Notes** are understood where they say that the English name stays (`do not translate`, `keep English in Japanese`,
  `read-only`), that the rendering is one to avoid (`forbidden`), or which forms are (`not X`, `avoid “X”`).
- **TBX** in versions 2 and 3, of translate-toolkit and MultiTerm too, with their statuses. A DOCTYPE is passed over
  unless it holds declarations; nothing outside is read. Our own TBX holds forms with status, region, part of
  speech and reason, definition, domain and reference in version 3; in version 2 English and one language without the
  forms to avoid.
- **Tab-separated** glossaries (`--for LANG`) hold forms to use, definition and domain.
- **Texts of an interface**: `glossary import en.json zh.json ja.json`, or ARB, YAML, `.properties`, `.strings`, PO and
  XLIFF, or a map of English labels to translations. The language is that of the file, its name or its folder, else that
  of `--for`. Labels of at most four words without punctuation and placeholders become terms; the translation that most
  places have is preferred, the others are admitted. A file that is given later goes before an earlier one.
- Where an entry has no form to use in a language, it keeps the English name there; where two entries of a domain share
  a form, it counts for the second near its English name alone.
- What is no entry is listed by row and column with the reason, and the others are written: exit status 1. If nothing
  can be read, nothing is written: exit status 2.
"""

_PUBLISHING = """
## Publishing elsewhere

`publish` brings a build to targets, and each new build goes to those of `[publish]`. A failure at one target does not
stop the others; for each, one line says how it ended. The files of a build are compared with its checksums before
anything is sent. What readers follow changes only when the whole build is there, and an existing build is never
overwritten: if there is another build with the same id, or a damaged one, a line says so. `--verify` reads the latest
build of each target whole and compares it with its checksums (exit status 1 if anything differs).

- **A folder** has the layout of `outputs`: `builds/ID`, and `latest`, which is switched in one step. It must not stand
  inside a folder of builds.
- **An object store**, `s3://BUCKET/PREFIX` or what else fsspec writes to, gets the files below `builds/ID/`, then their
  `manifest.json`, then `latest.json`, which names the build, its manifest and the checksum of that. Readers follow
  `latest.json`. What an interrupted run sent is not sent again. On S3, the manifest is created and `latest.json`
  swapped by conditional writes, so that any number of publishers may write at once; the object `.conditional-writes`
  is there to find out whether a store honours them. Where it does not, and everywhere but on S3, a line says that no
  two publishers must write at once. Publishing to S3 needs `taiyaku[s3]`, and the rights to list, read and write.
- **`hf:FOLDER`** is a data set for Hugging Face: the tables that have rows, the card, `croissant.json`, and
  `manifest.json` with checksums. Upload it with `hf upload`. Anything else in the folder, such as `.git`, stays.
- **`git:REPOSITORY#BRANCH`** gets a commit for each build with `summary.md` and `figures.md`, without the work tree or
  the index of the repository. A branch that is checked out is refused. Push it yourself. BRANCH is any name that git
  takes as it is, such as `corpus/nightly`.

The latest build of a target goes forward only: a build counts from the moment when it became `latest` where it was
made, or was made if it is not the latest there. Where a target has a newer one, a folder or a store keeps the build
that comes late and points to it only with `--rollback`; a data set and a branch stay as they are. Roll back the folder
of builds too, or the next run publishes its latest build again. Temporary failures (a store that is busy or does not
answer, another publisher) are retried for half a minute or more. Credentials come from the environment or from fsspec's
configuration: a target that holds some is refused, and messages leave them out.
"""

_REVIEWING = """
## Reviewing

The review folder (`[review] dir`, by default `review` beside `taiyaku.toml`) belongs under version control:

- **`decisions/NAME.jsonl`** has a line for each decision of a reviewer: what was asked, what was decided, when and why.
  Builds and checks read all of them. A decision is about places, known by rule, concept, words and a few characters
  either side in their document; where those change, it no longer holds, but for changes that reviewers accepted.
- **`packets/zh-0001.jsonl`** is what a packet asked. A finding goes into the next packet if it has a place that no
  packet had and that are undecided. To send a packet again, take its file out. `--findings FILE` asks about those of a
  list alone: a CSV table with the column `finding_id`, or an id on each line. A packet asks for as many decisions as
  there are minutes for (`[review] minutes`); the page and the command say how many it leaves for later. How long one
  takes is estimated from the characters to read and the places to look at. In the spreadsheet, findings that are one
  decision are rows folded below the first: a row that is left empty is decided like the first; a decision about words
  applies to it only if its words are the same. In XLIFF each text is edited by itself. `zh-0001.translate.xlf` has what
  was left in English, to be translated; what is filled in there corrects the texts.
- **`suggestions/NAME.jsonl`** is what the assistant NAME suggests (`review ask`, [judges.NAME]): what was asked, its
  verdict, words and reason, and how sure it is of itself. No command reads it as decisions. Packets that are made later
  show it beside the decision, as long as the places are the same.
- **`proposals/`** is rewritten by each `apply`: `glossary.patch` for entries in your folders (with a `[[change]]` in
  `terms/reviewed.toml` for those that come with taiyaku), `built-in-glossary.patch` for those who work in taiyaku's
  repository, `texts.patch` for the sources, `by-hand.txt` for what no patch can do.

`apply` looks findings up in the packet or the build that a file names. Times and names in a file take precedence over
`--by`. `accept` without other words takes what the finding suggests. If reviewers disagree, nothing is decided until
one of them changes the decision, or a file is handed in with `--final`.

`ask` sends an assistant the decisions of the next packet that it has not judged, or those of a packet that was sent
(`--packet`). Its program runs without a shell, reads one decision a line and writes one answer a line,
`{"id", "verdict", "words", "reason", "confidence"}`, in any order. Each line says what is asked; texts of pages stand
under `data` alone. Answers on what was not asked, with other verdicts, or that contradict each other are counted and
not taken. A call that takes longer than `timeout` or writes too much is ended, and what it answered until then is kept.
After three calls in a row without an answer, no more are made. Hidden control questions are mixed in with the open
decisions: decisions that people made before (`controls`). `judges` counts how often the assistant agreed with them, by
language, rule and kind of verdict; `--trial N` asks about N of them alone. Where such verdicts were right less often
than `[review] judge_precision`, people do not see them. What people decide after the assistant measures nothing: they
may have seen what it said. With `[review] suggestions = "hide"` decisions that measured assistants reject are asked
last. `--doubts` asks about doubts of meaning alone (T507), at most `[review] doubts` of a page; so does
`packet --doubts`. `--drafts` asks for texts, `{"id", "draft"}`, of what pages have in English, lack although a reviewer
accepted that, or have of an older original: drafts that the project's rules have nothing against are kept in
`drafts/NAME.jsonl` and written as fuzzy entries to `packets/drafts-LANG.po`, into no page. `--dry-run` prints the lines
of the first attempt, byte for byte, and starts nothing.

`serve` makes a packet for each language of `[review] packets` after each build, with a link and the head of the queue
among the run's artifacts, and takes in what lies in `[review] inbox`, when `[schedule] decisions` says or when asked:
files that were taken in whole are moved to `taken` there, others stay and fail the run with the line that says why.

## Serving

`serve` makes the deployments `build/NAME` and `check/NAME` (with packets and an inbox, `review packets/NAME` and
`review decisions/NAME`), and the keys of artifacts begin with NAME, so that projects share a server: `[schedule]
project`, or `taiyaku-`, the folder's name and a few characters of its path. A NAME that another project has is refused.
`glossary check/NAME` and `retention/NAME` are there too, see the next section.

Without `PREFECT_API_URL`, `serve` starts a server of its own on loopback and says where its pages are. It asks for a
login, which is made once, in `taiyaku-login` in PREFECT_HOME, where its owner alone can read it. A run that is asked
for on the pages or over the API may name the folders of `taiyaku.toml` and what is in them, no others: `[schedule]
sources`, `[build] out`, `[glossary] dirs`, `[align] lexicons`, `[review] dir` and `inbox`.

How to run builds unattended, with cron, systemd, containers, Prefect or GitHub Actions, is explained in
[operating/README.md](operating/README.md).

Several users of a group can build in one folder: whoever may write to it may lock it, and old builds are removed by the
user who made them. The permissions of builds follow the umask.
"""

_TRAINING = """
## Data to build on

Each build says about its documents and units what people who train models need to know:

- **Licence and origin** are columns of `documents`, from front matter or, where a page has none, from `[[origins]]`.
- **Near copies**: `duplicate_of` names the first document of the same language that shares four fifths of its text,
  measured on stretches of eight characters without regard to spaces, width, case and figures. Units whose texts stand
  in an earlier unit of the build are flagged `duplicate`.
- **Personal data**: `emails`, `phones` and `keys` count in the text of each document what may be an e-mail address, a
  telephone number or a secret key; units in which one stands are flagged `personal-data`. Examples (`you@example.com`,
  `sk-xxxx`), users of machines (`git@github.com:…`), versions, hashes and figures of code are none. `[data] mask` masks
  what may be personal when a source is read, more than is counted: every address that mail could reach, numbers of any
  plan, whatever is random or stands after *password*; `mask_patterns` whatever you say. No table, report or manifest
  contains it; what reviewers and settings write stays as it is, and so do names of files. The how-to page "Mask
  personal data" on the documentation site says what is not found. A build that masks can be compared (`--since`) with
  one that masked as much.

`export` writes pairs of languages with their splits, in which no work is twice: `train.zh-en.jsonl`,
`train.zh-en.tmx`, or, line by line, `train.zh-en.zh` and `train.zh-en.en`. By default it leaves out what is not
translated, what repeats another pair (but for spaces, width, case and figures), what stands in a near copy of a
document of another split, what holds personal data, and what has a quality below 0.5. The same build and options make
the same bytes. A line of the JSON lines has:

{fields}"""

_HISTORY = """
## History

Each publication leaves a few kilobytes in `history/` beside `builds/`, which stay when `keep_last` removes the build:

- **`builds.jsonl`** has a line for each publication, in order: `number`, `build_id`, `created`, `signature`, `sources`,
  `rows`, `figures`, their `difference` from the publication before, and, by severity, `new_findings`, which that one
  did not have, and `fixed_findings`, which it had alone; findings count while they stand in the texts and are not
  silenced, whether or not a reviewer has accepted them, and a run counts its new and gone ones in the same way. A
  build of another version that was rolled back to may have no figures.
  Figures are those of the report: `documents`, `quarantined`, `characters`, `segments`, `aligned_units`, `mentions` and
  `findings`, by language (`findings.zh`) and severity (`findings.critical`) as well, and of a language `success.zh`,
  `accuracy.zh`, `consistency.zh` and `penalty_per_1000.zh`.
- **`changes/`** holds, in Parquet, the values that a publication changed: uses of each form and rendering of each
  concept, findings of each rule, figures of each document set (the folders that works lie in). `value` holds from
  publication `number` on; null means that nothing is left. From time to time files are merged; if the numbers of a file
  are within those of another, such as `000001-000032.parquet`, the other one counts.
- **`findings/`** holds the findings of the last publication, **`history.js`** what reports read.

A run that is killed before its build is recorded loses nothing: the next one records it. A build that becomes the
latest again is recorded again. `history/` may be copied with the builds, or removed: a new one begins with the next
build. The report shows sparklines of its figures up to its own build where it lies among its builds, or as `latest`,
with `history/` beside them; elsewhere it does not look for them.

`compare` says of a language that it got better or worse by the points (MQM, times confidence) of the findings that are
new and of those that were fixed in documents which both builds have. Findings of a document that was renamed but not
edited are neither new nor fixed. A rendering spreads if it is used more often than its earlier share of the growing
corpus would give. Its **json** is one object: `before` and `after` with their `figures`, their `difference`,
`verdicts`, `languages`, `rules`, `new` and `fixed` findings with `cause` (`edited`, `added`, `unedited`: whether their
document was; `deleted`: it is gone), those `silenced`, what else differs (`inputs`), `spreading` and `shrinking`
renderings, `slipped` and `improved` documents, and `documents` that were added, removed, edited or renamed. Pairs are
the value before and the value after.
"""

ENVIRONMENT = {
    "PREFECT_API_URL": "Prefect server to run on; without it, each command starts one of its own and ends it",
    "PREFECT_API_AUTH_STRING": "login of that server, where it asks for one: a name, a colon, a password",
    "PREFECT_HOME": "where Prefect keeps its files and profiles (default: `~/.prefect`)",
    "PREFECT_SERVER_API_PORT": "port of the server that `serve` starts for itself; without it, any that is free",
    "PREFECT_SERVER_API_AUTH_STRING": "login of that server; without it, one that is kept in `taiyaku-login` in "
    "PREFECT_HOME, for its owner alone",
    "PREFECT_PROFILES_PATH": "Prefect's profiles, where they are not in PREFECT_HOME",
    "TAIYAKU_CACHE": "where loaded glossaries, tables of libraries and the results of earlier builds and checks are "
    "kept (default: the user's cache folder); it may be deleted any time",
}


def commands_and_settings() -> str:
    """Return all commands with their options, the exit statuses, the settings and the environment variables."""
    statuses = [(str(status), meaning) for status, meaning in MEANINGS.items()]
    variables = [(f"`{name}`", meaning) for name, meaning in ENVIRONMENT.items()]
    rows = [(f"`{column.key}`", f"{column.meaning}{'; one per line' * column.is_list}") for column in COLUMNS]
    rules = ", ".join(f"{rule.code} {rule.name}" for rule in RULES if rule.fixable)
    fixable = textwrap.fill(f"{rules}.", 120, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    cell_rules = "\n".join(textwrap.fill(f"- {rule}", 120, subsequent_indent="  ") for rule in CELL_RULES)
    return "".join(
        [
            _HEAD,
            *_commands(parser(), "taiyaku"),
            _CHECKING.format(fixable=fixable),
            _EXCHANGE.format(rules=cell_rules, columns=table(("column", "meaning"), rows)),
            _PUBLISHING,
            _REVIEWING,
            _TRAINING.format(fields=table(("key", "meaning"), ((f"`{key}`", text) for key, text in FIELDS.items()))),
            _HISTORY,
            "\n## Exit status\n\n" + table(("status", "meaning"), statuses),
            f"\n## `{CONFIG}`\n\nIn the folder where the command runs, or where `--config` says. Relative paths count "
            "from the file. An unknown key is an error.\n",
            *_settings(),
            "\n## Environment\n\n" + table(("variable", "meaning"), variables),
        ]
    )


def _commands(command: argparse.ArgumentParser, name: str) -> Iterator[str]:
    """Yield a section for each command, including those of `glossary`."""
    subparsers = [action for action in command._actions if isinstance(action, argparse._SubParsersAction)]
    for action in subparsers:
        for word, inner in action.choices.items():
            yield from _commands(inner, f"{name} {word}")
    if not subparsers:
        rows = [(_option_text(action), action.help or "") for action in command._actions if action.dest != "help"]
        example = str(command.epilog).partition("\n  ")[2]
        yield f"\n## `{name}`\n\n{command.description}\n\n```sh\n{example}\n```\n"
        yield "\n" + table(("argument", "meaning"), rows) if rows else ""


def _option_text(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{action.metavar}{'…' if action.nargs == '*' else ''}`"
    value = f" {action.metavar or '|'.join(map(str, action.choices or ()))}" if action.nargs != 0 else ""
    return ", ".join(f"`{option}{value}`" for option in action.option_strings)


def _settings() -> Iterator[str]:
    """Yield a section for each table of the settings file and for each list of tables."""
    for entry in declarations(Settings):
        if isinstance(entry.hint, type):
            yield _section(entry.name, entry.hint)
        elif get_origin(entry.hint) is dict:  # tables by name
            section = get_args(entry.hint)[1]
            meaning = entry.metadata["description"]
            yield _section(f"{entry.name}.NAME", section).replace(inspect.cleandoc(section.__doc__), meaning)
        else:
            yield f"\n### [[{entry.name}]]\n\n{entry.metadata['description']}\n"


def _section(name: str, section: type) -> str:
    rows = [
        (f"`{entry.name}`", _type_text(entry.hint), _default(entry.default), entry.metadata["description"])
        for entry in declarations(section)
    ]
    meaning = inspect.cleandoc(section.__doc__ or "")
    return f"\n### [{name}]\n\n{meaning}\n\n{table(('key', 'type', 'default', 'meaning'), rows)}"


_WORDS: Mapping[Any, str] = {str: "text", bool: "true or false", int: "number", float: "number", Path: "path"}


def _type_text(hint: Any) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _WORDS:
        return _WORDS[hint]
    if origin is Literal:
        return f"one of {', '.join(inner)}"
    if origin in (list, tuple):
        return f"list of {_type_text(inner[0])}"
    if origin is dict or (isinstance(hint, type) and issubclass(hint, OptionGroup)):
        return "table"
    if origin in (Union, UnionType):
        return _type_text(next(member for member in inner if member is not type(None)))
    return _type_text(inner[0])  # Annotated


def _default(default: Any) -> str:
    if default is REQUIRED or default is None or default in ([], (), {}):
        return "–"
    if isinstance(default, tuple):
        return f"`{list(default)}`"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"
