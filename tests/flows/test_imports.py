"""Modules that lie in the folder that a command is called in are never imported: not by it, nor by what it starts."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.flows.command import PATIENCE, ROOT, Ran, environment
from tests.flows.plain import write

pytestmark = pytest.mark.slow

COMMAND = Path(sysconfig.get_path("scripts")) / "taiyaku"
TRAPS = [
    "flows.py", "flows/__init__.py", "flows/options/settings.py", "corpus.py", "glossary/__init__.py", "queue.py", "socket.py", "types.py", "random.py", "email/__init__.py",
    "multiprocessing/__init__.py", "typing_extensions.py", "prefect/__init__.py", "uvicorn.py", "alembic.py", "sqlalchemy/__init__.py", "aiosqlite.py",
    "sitecustomize.py", "numpy.py", "spacy.py", "jieba.py", "resource.py", "settings.py",
]  # fmt: skip
PAGE = "# 张量\n\n张量是多维数组。TorchVision 图书馆提供了预训练模型。\n"
LONG = f"{PAGE}\n```python\n{'x = 1  # y' * 100_000}\n```\n"  # two are worth a second process


@pytest.fixture
def trap_folder(tmp_path: Path) -> Path:
    """A folder with modules that nobody may import, and articles."""
    trap = f"open({str(tmp_path / 'sprung')!r}, 'a').write(__name__ + '\\n')\n"
    pages = {"articles/zh.md": PAGE, "long/a/zh.md": LONG, "long/b/zh.md": LONG}
    return write(tmp_path / "here", {**dict.fromkeys(TRAPS, trap), **pages})


def sprung(path: Path) -> list[str]:
    """The traps that were imported."""
    mark = path.parent / "sprung"
    return mark.read_text(encoding="utf-8").split() if mark.exists() else []


def called(path: Path, *command: str) -> Ran:
    """A command called in the folder, with nothing but what is installed."""
    env = environment(path.parent / "prefect")
    del env["PYTHONPATH"]
    ended = subprocess.run(command, cwd=path, env=env, capture_output=True, text=True, timeout=PATIENCE)
    return Ran(ended.returncode, ended.stdout, ended.stderr)


def test_traps_spring(trap_folder: Path):
    called(trap_folder, "env", "-u", "PYTHONSAFEPATH", sys.executable, "-c", "import corpus, queue")
    assert {"corpus", "queue"} <= set(sprung(trap_folder))


def test_check_in_two_processes_imports_nothing_from_here(trap_folder: Path):
    ran = called(trap_folder, str(COMMAND), "check", "long", "--jobs", "2", "--select", "T101")
    assert (ran.status, sprung(trap_folder)) == (1, []), ran.err
    assert "2 problems in 2 files" in ran.out


@pytest.mark.server
def test_build_with_a_server_of_its_own_imports_nothing_from_here(trap_folder: Path):
    ran = called(trap_folder, str(COMMAND), "build", "articles")
    assert (ran.status, sprung(trap_folder)) == (0, []), ran.err


@pytest.mark.parametrize("name", ["build", "check", "packets", "decisions"])
def test_served_flow_is_loaded_from_the_package(name: str, trap_folder: Path):
    """As `python -m prefect.engine` does, which puts the current folder and the script's own first on the path."""
    served = ROOT / "flows" / "prefect_flows" / "served.py"
    load = (
        f"from prefect.flows import load_flow_from_entrypoint as load; import sys; flow = load({f'{served}:{name}'!r})"
    )
    program = "print(flow.fn.__module__, flow.fn.__name__, [p for p in sys.path if p.endswith(('here', 'flows'))])"
    ran = called(trap_folder, sys.executable, "-P", "-c", f"{load}; {program}")
    module = f"flows.prefect_flows.{name if name in ('build', 'check') else 'review'}_flow"
    assert (ran.status, ran.out, sprung(trap_folder)) == (0, f"{module} {name} []\n", []), ran.err
