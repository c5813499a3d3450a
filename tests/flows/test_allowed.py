"""Allowed: what a run that was asked for over the API may read and write."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from flows.options.flow_parameters import RetentionOptions
from flows.options.options import ScopeOptions
from flows.options.settings import SettingsError
from flows.prefect_flows import allowed_folders
from flows.prefect_flows.run_record import reported


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with articles, an output and a private neighbour, of which a server may use the first two."""
    monkeypatch.setenv("TAIYAKU_ALLOWED", "null")  # what is handed on is taken back
    for name in ("p/articles/zh", "p/out", "private"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "p/articles/link").symlink_to(tmp_path / "private")
    monkeypatch.chdir(tmp_path / "p")
    allowed_folders.hand_on({"sources": [Path("articles")], "out": [Path("out")], "glossary": [], "scopes": []})
    return tmp_path


GOOD: list[tuple[str, Path | Sequence[Path] | None]] = [
    ("sources", []),
    ("sources", [Path("articles"), Path("articles/zh")]),
    ("sources", [Path("articles/../articles/zh")]),
    ("out", Path("out")),
    ("out", None),
    ("glossary", []),
]


@pytest.mark.parametrize(("name", "value"), GOOD)
def test_folders_of_the_settings_are_allowed(name: str, value: Path | Sequence[Path] | None, project: Path):
    allowed_folders.check({name: value})


BAD: list[tuple[str, object]] = [
    ("sources", [Path("articles"), Path("/etc")]),
    ("sources", [Path("articles/../../private")]),
    ("sources", [Path("articles/link")]),
    ("sources", [Path()]),
    ("sources", [Path("articles-too")]),
    ("out", Path("../private")),
    ("out", Path("articles")),
    ("glossary", [Path("articles")]),
    ("scopes", (ScopeOptions(folders=("a",), dirs=(Path("articles"),)),)),
    ("inbox", Path("articles")),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_other_folders_are_refused(name: str, value: object, project: Path):
    with pytest.raises(SettingsError, match=f"^{name}: .*: no folder that the settings of `serve` allow here; name "):
        allowed_folders.check({name: value})


@pytest.mark.parametrize(
    ("name", "value", "good"),
    [
        ("targets", ("s3://a/b",), True),
        ("targets", ("s3://a/b", "/etc"), False),
        ("targets", (), True),
        ("channels", ("HOOK",), True),
        ("channels", ("AWS_SECRET_ACCESS_KEY",), False),
        ("heartbeat", "", True),
        ("heartbeat", "HOOK", False),
    ],
)
def test_words_of_the_settings_alone_are_allowed(name: str, value: str | Sequence[str], good: bool, project: Path):
    allowed_folders.hand_on({}, {"targets": ["s3://a/b"], "channels": ["HOOK"], "heartbeat": ["BEAT", ""]})
    if good:
        allowed_folders.check({name: value})
    else:
        with pytest.raises(SettingsError, match=f"^{name}: .*: not in the settings of `serve`; change taiyaku.toml"):
            allowed_folders.check({name: value})


def test_run_that_is_refused_writes_nothing(project: Path):
    precious = project / "private/precious"
    precious.write_text("kept")
    options = RetentionOptions(out=Path("out"), metrics=precious)
    with pytest.raises(SettingsError, match=r"^metrics: "):
        asyncio.run(_told(options))
    assert precious.read_text() == "kept"


async def _told(options: RetentionOptions) -> None:
    await reported("retention")(_never)(options)


async def _never(_: RetentionOptions) -> None:
    raise AssertionError


def test_refusal_says_what_may_be_named(project: Path):
    with pytest.raises(SettingsError) as error:
        allowed_folders.check({"sources": [Path("/etc")]})
    remedy = f"name {project}/p/articles or what is in it, or change taiyaku.toml"
    assert str(error.value) == f"sources: /etc: no folder that the settings of `serve` allow here; {remedy}"


def test_whoever_calls_a_flow_may_do_what_they_may(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("TAIYAKU_ALLOWED", raising=False)
    allowed_folders.check({"sources": [Path("/etc")], "out": Path("/anywhere")})
