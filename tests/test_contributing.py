"""CONTRIBUTING.md is true: the paths that it names are there, and its recipes, followed in a copy of the code, work.

A recipe is followed by the edits that it asks for, each to a file that its section names. The language has its walk in
`tests/toyish/`.
"""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.flows.command import Ran, environment, python, taiyaku
from tests.flows.plain import write

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PLACEHOLDER = re.compile(r"\b(?:CODE_NAME|CODE|DOMAIN|FAMILY|LANG|NAME|RELEASE)\b")
PATH = re.compile(r"[\w.-]+(?:/[\w.*-]+)+/?|[\w.-]+\.(?:md|toml|yaml|py)")
NOT_OURS = {"taiyaku.toml", "build/site"}  # the user's, and what is made


def sections() -> dict[str, str]:
    """Heading → what stands below it."""
    return dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n)*)", TEXT, re.MULTILINE))


def code_spans(text: str) -> list[str]:
    """What stands between backticks in running text."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose)]


def paths(text: str) -> list[str]:
    """The files and folders that a text names."""
    return [span for span in code_spans(text) if PATH.fullmatch(span) and span not in NOT_OURS]


def pattern(path: str) -> str:
    """A path with any name in the place of its placeholders."""
    return PLACEHOLDER.sub("*", path)


# --- what it names


@pytest.mark.parametrize("name", sorted(set(paths(TEXT))))
def test_path_exists(name: str):
    places = list(ROOT.glob(pattern(name)))
    assert places and all(place.is_dir() for place in places if name.endswith("/"))


@pytest.mark.parametrize("readme", ["tests/gold/README.md"])
def test_folders_and_tests_of_other_readmes_exist(readme: str):
    text = (ROOT / readme).read_text(encoding="utf-8")
    ours = [path for path in paths(text) if path.startswith(("corpus/", "glossary/", "flows/", "tests/"))]
    assert ours and [path for path in ours if not list(ROOT.glob(path))] == []


@cache
def words_of(path: str) -> frozenset[str]:
    """The words of a file, or of the modules right in a folder."""
    place = ROOT / path
    files = place.glob("*.py") if place.is_dir() else [place]
    return frozenset(word for file in files for word in re.findall(r"\w+", file.read_text(encoding="utf-8")))


@pytest.mark.parametrize("heading", sections())
def test_names_of_code_are_in_a_file_of_the_recipe(heading: str):
    section = sections()[heading]
    files = [place.relative_to(ROOT).as_posix() for name in paths(section) for place in ROOT.glob(pattern(name))]
    words = frozenset().union(*map(words_of, files), ["zh", "make", "check"])
    names = {span for span in code_spans(section) if re.fullmatch(r"@?\w+(?:\.\w+|\(\w+\))?", span)}
    ours = {name for name in names if not PATH.fullmatch(name)}
    assert {name for name in ours if not set(re.findall(r"\w+", name)) <= words} == set()


def test_lines_are_short():
    assert [line for line in TEXT.splitlines() if len(line) > 120] == []


# --- what it says is to be done


class Change(NamedTuple):
    """An edit of a recipe: text put before the first occurrence of an anchor, or a whole new file."""

    recipe: str
    path: str
    text: str
    before: str = ""


RULE_MODULE = '''"""T499 toyish-mark: a mark that nobody writes.

Why: it is there to be found.
Bad: 张量※
Good: 张量
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation


def find(page: RuleContext) -> Iterator[Violation]:
    """Every mark."""
    for match in re.finditer("※", page.text):
        yield Violation((DocumentSpan(*match.span()),))


RULE = Rule("T499", "toyish-mark", "linguistic-conventions/spelling", "major", 0.9, "segment", find)
'''
MESSAGES = (
    'en = "“{surface}” is a toyish mark"\nzh = "“{surface}”是玩具记号"\nja = "「{surface}」はおもちゃの記号です"\n'
)
CASES = """
[[fires]]
lang = "zh"
text = "张量※。"
found = ["※"]

[[fires]]
lang = "ja"
text = "テンソル※。"
found = ["※"]

[[fires]]
lang = "zh"
text = "※※"
found = ["※"]
occurrences = 2

[[silent]]
lang = "zh"
text = "张量。"
why = "no mark"

[[silent]]
lang = "ja"
text = "テンソル。"
why = "no mark"

[[silent]]
lang = "ja"
text = "テンソル*。"
why = "another mark"
"""
ENTRY = """[[concept]]
id = "toy-block"
domain = "toys"
definition = "A block to play with."
en.preferred = "toy block"
zh = { preferred = "积木", wrong = [{ form = "玩具街区", why = "a part of a town" }] }
ja.preferred = "積み木"

[concept.examples]
zh.wrong = ["孩子们喜欢玩具街区。"]
"""
FORMAT_MODULE = '''"""Toyish pages: plain text with comments between double signs."""

from __future__ import annotations

from dataclasses import replace

from corpus.formats import plaintext
from corpus.records import Block


def blocks(text: str) -> list[Block]:
    """The blocks of a page; comments are markup."""
    is_comment = {block: text.startswith("%%", block.start) for block in plaintext.blocks(text)}
    return [replace(block, kind="markup") if comment else block for block, comment in is_comment.items()]
'''
FORMAT = """    Format("text/x-toyish", (".toyish",), _plain_content, toyish.blocks, comments={"%%": "%%"}),
"""
WRITER = '''"""Findings in Toyish: a word for each."""

from __future__ import annotations

from glossary.desk.report.check_report import Report
from glossary.desk.report.wording import message


def toyish(report: Report) -> str:
    """The report, a line for each place."""
    return "".join(f"{place.finding.rule} {message(place.record, report.lang)}\\n" for place in report.new)
'''
COLUMN = """    toyish: str | None = column("what is toyish about it", default=None)
"""
OPTION = """    toys: int = option(3, ge=0, le=9, description="Number of toys.", argument="--toys N")
"""

CHANGES = [
    Change("Add an entry", "glossary/entries/toys.toml", ENTRY),
    Change("Add a rule", "glossary/rules/orthography/t499_toyish_mark.py", RULE_MODULE),
    Change(
        "Add a rule",
        "glossary/rules/registry.py",
        "from glossary.rules.orthography import t499_toyish_mark\n",
        "from glossary.rules.rule import Rule\n",
    ),
    Change(
        "Add a rule",
        "glossary/rules/registry.py",
        "    t499_toyish_mark.RULE,\n",
        "    t501_source_term_missing.RULE,\n",
    ),
    Change("Add a rule", "glossary/rules/phrases/T499.toml", MESSAGES),
    Change("Add a rule", "tests/glossary/rules/T499.toml", CASES),
    Change("Add a source format", "corpus/formats/toyish.py", FORMAT_MODULE),
    Change(
        "Add a source format",
        "corpus/formats/__init__.py",
        "from corpus.formats import toyish\n",
        "from corpus.formats.m",
    ),
    Change("Add a source format", "corpus/formats/__init__.py", FORMAT, '    Format(\n        "text/html"'),
    Change("Add an output format of `check`", "glossary/desk/report/toyish.py", WRITER),
    Change(
        "Add an output format of `check`",
        "flows/console/output_formats.py",
        '    "toyish": ReportFormat("a line for each", _writer("toyish:toyish")),\n',
        '    "junit": ReportFormat',
    ),
    Change("Add a packet format", "flows/console/output_formats.py", '"toyish", ', '"html", "xlsx", "xliff"'),
    Change(
        "Add a packet format",
        "flows/reviewing/packets.py",
        '    "toyish": _PacketFile("toyish", lambda sources: sources.packet.packet_id.encode()),\n',
        '    "html": _PacketFile',
    ),
    Change("Add a table column", "corpus/records.py", COLUMN, '    reason: str | None = column("why it is suppressed'),
    Change("Add an option", "flows/options/options.py", OPTION, "    runner: Runner"),
]

# What the code says of itself in the copy.
SHOW = """
import inspect, json
from corpus.schema import schema_of
from flows.options.flow_parameters import BuildOptions
from flows.console.output_formats import PACKET_FORMATS
from flows.command_line.argument_parser import parser
from flows.prefect_flows.parameters import takes
from flows.reviewing.packets import _FILES
from flows.options.options import WorkOptions
from flows.options.settings import load, overridden

@takes(BuildOptions)
async def flow(options):
    "A flow."

column, parameter = schema_of("findings").field("toyish"), inspect.signature(flow).parameters["toys"]
print(json.dumps({
    "column": [str(column.type), column.nullable],
    "packets": [load().review.formats, tuple(_FILES) == PACKET_FORMATS],
    "parameter": [parameter.default, "    toys: Number of toys.\\n" in flow.__doc__],
    "setting": load().build.toys,
    "argument": overridden(load(), (WorkOptions,), parser().parse_args(["build", "--toys", "5"])).build.toys,
}))
"""
PAGE = "张量※与玩具街区。\n\n%% taiyaku-ignore T101: a real town %%\n玩具街区很安静。\n"
SETTINGS = """[build]
toys = 7

[review]
formats = ["toyish"]
"""


class Copy(NamedTuple):
    """A copy of the code in which the recipes were followed."""

    folder: Path
    env: dict[str, str]

    def taiyaku(self, *arguments: str) -> Ran:
        """Its command line."""
        return taiyaku(*arguments, env=self.env, cwd=self.folder)

    def python(self, *arguments: str) -> Ran:
        """Python with its code."""
        return python(*arguments, env=self.env, cwd=self.folder)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, prefect_home: Path) -> Copy:
    """The copy, with a page and settings; its glossary has the new entry alone, so that it loads at once."""
    folder = tmp_path_factory.mktemp("copy")
    for package in ("corpus", "glossary", "flows", "tests/glossary/rules"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("entries", "samples"))
    shutil.copytree(ROOT / ".github", folder / ".github")
    for file in ("pyproject.toml", ".pre-commit-hooks.yaml", "CHANGELOG.md"):
        shutil.copy(ROOT / file, folder)
    for change in CHANGES:
        write(folder, {change.path: edited(folder / change.path, change)})
    write(folder, {"taiyaku.toml": SETTINGS, "pages/zh/page.toyish": PAGE})
    return Copy(folder, environment(prefect_home, PYTHONPATH=str(folder)))


def edited(file: Path, change: Change) -> str:
    """The text of a file after a change."""
    if not change.before:
        return change.text
    head, anchor, tail = file.read_text(encoding="utf-8").partition(change.before)
    assert anchor, f"{change.path} has no {change.before!r}: does the recipe still hold?"
    return head + change.text + anchor + tail


@pytest.mark.parametrize(("recipe", "path"), dict.fromkeys((change.recipe, change.path) for change in CHANGES))
def test_recipe_names_the_file_that_is_edited(recipe: str, path: str):
    patterns = [pattern(name) for name in paths(sections()[recipe])]
    assert [name for name in patterns if path.startswith(name) or Path(path).match(name)]


@pytest.mark.slow
def test_new_rule_entry_and_format_are_checked_and_shown_in_the_new_output_format(copy: Copy):
    ran = copy.taiyaku("check", "pages", "--format", "toyish", "--jobs", "1")
    assert ran.out.splitlines() == [
        "T499 “※” is a toyish mark",
        "T101 “玩具街区” (a part of a town) is listed as wrong for toy block; write 积木",
    ], ran.err
    assert ran.status == 1


@pytest.mark.slow
def test_new_column_is_in_the_rows_of_check(copy: Copy):
    ran = copy.taiyaku("check", "pages", "--format", "json", "--messages", "zh", "--jobs", "1")
    findings: list[dict[str, Any]] = json.loads(ran.out)["findings"]
    assert {finding["rule"]: finding["toyish"] for finding in findings} == {"T101": None, "T499": None}
    assert "“※”是玩具记号" in {finding["text"] for finding in findings}


@pytest.mark.slow
def test_new_rule_passes_the_tests_of_rules(copy: Copy):
    ran = copy.python(
        "-m",
        "pytest",
        "-c",
        "/dev/null",
        "--rootdir",
        ".",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/glossary/rules/test_rules.py",
        "-k",
        "T499",
    )
    assert ran.status == 0 and "11 passed" in ran.out, ran.out


@pytest.mark.slow
def test_new_column_setting_and_packet_format_are_known_at_once(copy: Copy):
    ran = copy.python("-c", SHOW)
    assert json.loads(ran.out or ran.err) == {
        "column": ["string", True],
        "packets": [["toyish"], True],
        "parameter": [3, True],
        "setting": 7,
        "argument": 5,
    }


@pytest.mark.slow
def test_new_option_is_an_argument_within_its_bounds(copy: Copy):
    assert "--toys N number of toys (default: 3)" in " ".join(copy.taiyaku("build", "--help").out.split())
    ran = copy.taiyaku("build", "--toys", "10")
    assert (ran.status, "argument --toys: '10' is not an amount; give one from 0 to 9" in ran.err) == (2, True)


@pytest.mark.slow
def test_generated_documents_follow(copy: Copy):
    ran = copy.python("-m", "flows.docs")
    assert ran.status == 0, ran.err
    commands = (copy.folder / "flows/README.md").read_text(encoding="utf-8")
    assert "| `toys` | number | `3` | Number of toys. |" in commands
    assert "| `--toys N` | number of toys (default: 3) |" in commands
    assert "toyish (a line for each)" in commands and "Formats of a packet: toyish, html" in commands
    assert "| `toyish` | string, or null | what is toyish about it |" in (copy.folder / "outputs/README.md").read_text(
        "utf-8"
    )
    assert "## T499 toyish-mark" in (copy.folder / "glossary/rules/README.md").read_text(encoding="utf-8")
