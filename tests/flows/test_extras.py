"""What an installation without extras can do, and what it says where it cannot."""

from __future__ import annotations

import json
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from flows.console import extras
from tests.flows.command import ROOT, SAMPLES, Ran, called, environment, python
from tests.flows.without_extras import hidden_modules

FLAWED = SAMPLES / "release-notes-with-flaws"
PAGE = FLAWED / "zh.md"


def bare(folder: Path, *arguments: str | Path, extras: str = "") -> Ran:
    """A command where only these extras are installed; they share the glossary that the first has loaded."""
    env = environment(folder / "prefect", TAIYAKU_CACHE=str(folder.parent / "bare-cache"))
    return python("-m", "tests.flows.without_extras", extras, *map(str, arguments), env=env, cwd=folder)


def installing(extra: str) -> str:
    """The command that installs an extra where these tests run."""
    return extras.origin_of(distribution("taiyaku")).with_extra(extra)


def test_extras_bring_what_builds_and_servers_need_and_nothing_that_checks_need():
    hidden, modules = hidden_modules(frozenset())
    assert {
        "pandas",
        "pyarrow",
        "spacy",
        "prefect",
        "wordfreq",
        "mcp",
        "scipy",
        "fugashi",
        "unidic-lite",
    } <= hidden
    assert modules.isdisjoint({"rjieba", "numpy", "pydantic", "lxml", "rich"})


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_check_tells_the_same_without_extras(
    lang: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    call = ("check", FLAWED / f"{lang}.md", "--format", "json")
    ran, with_all = bare(tmp_path, *call, extras="ja" if lang == "ja" else ""), called(capfd, *call)
    assert ran.status == with_all.status == 1
    assert json.loads(ran.out)["findings"] == json.loads(with_all.out)["findings"] != []


@pytest.mark.slow
def test_page_of_a_language_that_is_not_installed_is_named_with_what_installs_it(tmp_path: Path):
    (tmp_path / "site").mkdir()
    for lang in ("zh", "ja", "en"):
        (tmp_path / "site" / f"page.{lang}.md").write_bytes((FLAWED / f"{lang}.md").read_bytes())
    ran = bare(tmp_path, "check", "site", "--format", "json")
    report = json.loads(ran.out)
    line = report["unread"][0]["reason"]
    assert line.startswith("Japanese is not installed; run `") and f"'.[ja]'` in {ROOT}" in line
    assert ran.status == 2  # although pages in Chinese have findings
    assert report["unread"] == [{"path": "site/page.ja.md", "reason": line}]
    assert {finding["path"] for finding in report["findings"]} == {"site/page.zh.md"}
    ran = bare(tmp_path, "check", "site/page.ja.md")
    assert (ran.status, ran.err) == (2, f"site/page.ja.md: not read: {line}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        ("check", PAGE, "--diff"),
        ("check", PAGE, "--format", "sarif"),
        ("rules",),
        ("explain", "T201"),
        ("glossary", "lint"),
        ("glossary", "stats"),
        ("glossary", "show", "embedding"),
        ("glossary", "export", "glossary.tbx", "--format", "tbx"),
        ("glossary", "export", "glossary.xlsx", "--format", "xlsx"),
        ("doctor",),
        ("lsp",),  # its input is at an end
    ],
    ids=lambda call: " ".join(str(word) for word in call[:2]),
)
def test_command_needs_no_extra(call: tuple[str | Path, ...], tmp_path: Path):
    ran = bare(tmp_path, *call)
    assert ran.status in (0, 1) and "missing" not in ran.err and "Traceback" not in ran.err


@pytest.mark.slow
def test_server_for_assistants_needs_its_own_extra_alone(tmp_path: Path):
    assert bare(tmp_path, "mcp").err.endswith(f"is missing; run {installing('mcp')}\n")
    ran = bare(tmp_path, "mcp", extras="mcp")  # its input is at an end
    assert (ran.status, "missing" in ran.err) == (0, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        ("build", "docs"), ("builds",), ("compare", "a", "b"), ("history", "tensor"), ("export", "units.jsonl"), ("memory", PAGE),
        ("review", "status"), ("align", PAGE, FLAWED / "en.md"), ("glossary", "diff", "a"),
    ],
    ids=lambda call: " ".join(str(word) for word in call[:2]),
)  # fmt: skip
def test_command_that_needs_an_extra_says_which(call: tuple[str | Path, ...], tmp_path: Path):
    (tmp_path / "docs").mkdir()
    ran = bare(tmp_path, *call)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f"is missing; run {installing('build')}\n") and ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("pyarrow.compute", "pyarrow", "build"),
        ("s3fs.core", "s3fs", "s3"),
        ("prometheus_client", "prometheus-client", "build"),
    ],
)
def test_remedy_names_library_and_what_installs_it_here(module: str, library: str, extra: str):
    line = extras.remedy(ModuleNotFoundError(f"No module named {module!r}", name=module))
    assert line == f'the library "{library}" is missing; run {installing(extra)}'


def test_language_that_is_not_installed_is_named_with_what_installs_it_here(monkeypatch: pytest.MonkeyPatch):
    assert extras.missing_language("zh") == ""
    monkeypatch.setattr(extras, "missing_extra", lambda lang: "taiyaku[ja]")
    assert extras.missing_language("ja") == f"Japanese is not installed; run {installing('ja')}"


def test_module_that_no_extra_brings_is_a_bug():
    assert extras.remedy(ModuleNotFoundError("No module named 'flows.nothing'", name="flows.nothing")) is None
    assert extras.remedy(ModuleNotFoundError("somewhere")) is None


def test_module_that_is_missing_is_said_in_one_line(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    for module in [name for name in sys.modules if name.startswith(("flows.assistants.mcp", "mcp"))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "mcp", None)
    ran = called(capfd, "mcp")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f'taiyaku: the library "mcp" is missing; run {installing("mcp")}\n'
