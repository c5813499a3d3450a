"""Builds and a server that several test modules of `flows` look at."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.conftest import SamplesBuild
from tests.flows.command import PATIENCE, ROOT, Ran, environment, taiyaku
from tests.flows.plain import write

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # What a shell starts in the background passes Ctrl-C over, and so would each command that these tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)

NASTY: dict[str, str | bytes] = {
    "empty/zh.md": "",
    "white/zh.md": " \n\n\t\n",
    "binary/ja.md": bytes(range(256)) * 20,
    "nul/zh.txt": "张量\x00是多维数组。\n",
    "bom/ja.md": "\ufeff# テンソル\n\nテンソルは多次元配列です。",
    "crlf/zh.md": "# 张量\r\n\r\n张量是多维数组。\r\n\r\n- 算子\r\n- 内核\r\n",
    "astral/ja.md": "𠮷野家のテンソル🙂は👩‍👩‍👧‍👦の多次元配列です。𝐀𝐁 はテンソルです。\n",
    "combining/ja.txt": "フ\u309aロファイラとテ\u3099ータを使う。\n",
    "wide/zh.txt": "Ｐｙｔｏｒｃｈ 的 ＧＰＵ　张量　库。\n",
    "zerowidth/zh.md": "张\u200b量 是 Py\u200bTorch 的 算\u2060子。\n",
    "mixed/zh.md": "在新的PyTorch库中，`torch.linalg.solve` 和 torch.nn.functional.relu(x) 见 https://pytorch.org/docs/stable/tensors.html。\n",
    "table/ja.md": "| 演算子 | カーネル |\n|---|---|\n| `add` | テンソルコア |\n\n```python\nx = torch.ones(2)\n```\n",
    "one-line/zh.txt": "张量" * 4000,
    "long-kana/ja.txt": "プロファイラー" * 400 + "です。",
    "quotes/zh.md": "> **注意**：张量（tensor）是多维数组。\n> 第二行：图中断（graph break）。\n",
    "same/zh.md": "第一篇。张量。\n",
    "same/zh.txt": "第二篇。张量。\n",
    "alone.txt": "这一页没有语言标签，语言由正文得出。算子与内核。\n",
    "english/en.md": "# Operators\n\nThe operator's kernels run on GPUs. See `torch.ops`.\n",
    "no-terms/zh.md": "今天天气很好。\n",
    "skip/picture.png": b"\x89PNG\r\n",
}


@pytest.fixture(scope="session")
def nasty_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of pages that are hard to read, and of the pages of the gold, made by the plain steps."""
    folder = tmp_path_factory.mktemp("nasty")
    pages: dict[str, str | bytes] = {
        f"gold/{page.name}": page.read_bytes() for page in sorted((ROOT / "tests" / "gold" / "pages").glob("*.txt"))
    }
    return publish(BuildOptions(sources=(write(folder / "articles", {**NASTY, **pages}),), out=folder / "out"))


@pytest.fixture(params=["samples", "nasty"])
def any_build(request: pytest.FixtureRequest, samples_build: SamplesBuild, nasty_build: Path) -> Path:
    """Each of two builds: what holds for one holds for all."""
    return samples_build.latest if request.param == "samples" else nasty_build


@dataclass(frozen=True)
class Server:
    """A Prefect server on loopback."""

    url: str
    home: Path
    pid: int

    @property
    def port(self) -> int:
        return int(self.url.removesuffix("/api").rpartition(":")[2])

    def ask(self, path: str, **body: Any) -> Any:
        """What the server's API answers to a POST."""
        data = json.dumps(body).encode()
        return _answer(urllib.request.Request(f"{self.url}{path}", data, {"Content-Type": "application/json"}))

    def get(self, path: str) -> Any:
        """What the server's API answers to a GET."""
        return _answer(urllib.request.Request(f"{self.url}{path}"))


def _answer(request: urllib.request.Request, tries: int = 20) -> Any:
    """The answer to a request, asked again as Prefect's own client does while the database is locked (503).

    A server that writes for five runs at once on a busy machine has kept a reader waiting for more than 30 seconds.
    """
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code != 503 or not tries:
            raise
    time.sleep(0.5)
    return _answer(request, tries - 1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real Prefect server on a free port of loopback, with its files in a folder of its own."""
    with prefect_server(tmp_path_factory.mktemp("prefect-server")) as started:
        yield started


@contextmanager
def prefect_server(home: Path, port: int = 0, **more: str) -> Iterator[Server]:
    """A server with its files in `home`, on a free port if none is given; `more` are variables of its environment."""
    port = port or _free_port()
    url = f"http://127.0.0.1:{port}/api"
    env = environment(home, PREFECT_UI_API_URL=url, PREFECT_SERVER_ANALYTICS_ENABLED="false", **more)
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    with (home / "server.log").open("a") as log:
        process = subprocess.Popen(command, env=env, cwd=home, stdout=log, stderr=log)
    try:
        _wait(lambda: _answers(url), process, home / "server.log")
        yield Server(url, home, process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(15)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not ready():
        if process.poll() is not None or time.monotonic() > until:
            raise AssertionError(f"the Prefect server does not start:\n{log.read_text(encoding='utf-8')}")
        time.sleep(0.2)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


Build = Callable[..., Ran]


@pytest.fixture(scope="session")
def build(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Runs `taiyaku build` against the tests' server, which saves the start of one for each."""
    cwd = tmp_path_factory.mktemp("builds")
    env = environment(server.home, PREFECT_API_URL=server.url)
    return lambda *arguments: taiyaku("build", *arguments, env=env, cwd=cwd)


@pytest.fixture(scope="session")
def plain_build(prefect_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Runs `taiyaku build` without a server: for what Prefect has no part in."""
    cwd = tmp_path_factory.mktemp("plain-builds")
    return lambda *arguments: taiyaku("build", *arguments, env=environment(prefect_home), cwd=cwd)


BAD: dict[str, str | bytes] = {
    "work-001/page.fr.md": "Le tenseur est un tableau.",
    "bad/empty.zh.md": "",
    "bad/binary.ja.md": bytes(range(256)) * 20,
    "bad/한국어.md": "텐서는 다차원 배열입니다. " * 9,
}


@pytest.fixture(scope="session")
def articles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """540 short pages, which make two shards, and some that cannot be read; the works of the first 60 are aligned."""
    gold = ROOT / "tests" / "gold" / "pages"
    lines = {
        lang: [line for page in sorted(gold.glob(f"{lang}-*.txt")) for line in page.read_text("utf-8").splitlines()]
        for lang in ("en", "ja", "zh")
    }
    pages: dict[str, str | bytes] = {
        f"work-{number:03d}{'' if number < 20 else lang}/{lang}.md": "\n\n".join(
            [f"# {number}", *(lang_lines[(number * 7 + step) % len(lang_lines)] for step in range(3)), "PyTorch 2.0"]
        )
        for number in range(260)
        for lang, lang_lines in lines.items()
        if number < 20 or lang != "en"
    }
    return write(tmp_path_factory.mktemp("big") / "articles", {**pages, **BAD})


@pytest.fixture(scope="session")
def one_job(plain_build: Build, articles: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """The articles built by one process, without a server."""
    out = tmp_path_factory.mktemp("one-job") / "out"
    ran = plain_build(articles, "--out", out, "--jobs", "1")
    assert ran.status == 0, ran.err
    return out, ran
