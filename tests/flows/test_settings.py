"""Settings: what taiyaku.toml may say, what it says about a slip, and where relative paths count from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flows.options.options import OriginOptions, ScopeOptions
from flows.options.settings import Settings, SettingsError, load
from glossary.termbase.termbase import USUAL_SEVERITY


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def loaded(text: str) -> Settings:
    Path("taiyaku.toml").write_text(text, encoding="utf-8")
    return load()


GOOD: list[tuple[str, str, Any]] = [
    ("", "build.out", Path("outputs")),
    ("", "build.jobs", 0),
    ("", "build.keep_last", 0),
    ("", "source.root", None),
    ("", "source.max_mib", 16),
    ("", "source.max_seconds", 600),
    ("", "build.max_lost", 0.3),
    ("[build]\nmax_lost = 1", "build.max_lost", 1),
    ("", "glossary.only", False),
    ("", "schedule.cron", "0 3 * * *"),
    ("", "schedule.catch_up", True),
    ("[schedule]\ncatch_up = false", "schedule.catch_up", False),
    ("# nothing but a comment", "source.exclude", []),
    ('[source]\nexclude = ["drafts/*", "*.txt"]', "source.exclude", ["drafts/*", "*.txt"]),
    ("[source]\nmax_mib = 0.5", "source.max_mib", 0.5),
    ("", "source.original", None),
    ('[source]\noriginal = "zh"', "source.original", "zh"),
    ('[source]\nworks = [{ en = "docs/**" }]', "source.works", [{"en": "docs/**"}]),
    ('[[source.works]]\nen = "docs/**"\nzh = "i18n/zh/**"', "source.works", [{"en": "docs/**", "zh": "i18n/zh/**"}]),
    ('[[works]]\nen = "docs/**"\n[[works]]\nja = "ja/**"', "works", [{"en": "docs/**"}, {"ja": "ja/**"}]),
    ('[[origins]]\npath = "docs/**"\nlicense = "MIT"', "origins", [OriginOptions(path="docs/**", license="MIT")]),
    ('[data]\nmask = ["email", "key"]', "data.mask", ["email", "key"]),
    ("[data]\nmask_patterns = ['EMP-[0-9]{6}']", "data.mask_patterns", ["EMP-[0-9]{6}"]),
    ("", "site.text_attributes", []),
    ('[site]\ntext_attributes = ["blurb", "data-tip"]', "site.text_attributes", ["blurb", "data-tip"]),
    ("", "check.max_per_rule", 500),
    ("[check]\nmax_per_rule = 20", "check.max_per_rule", 20),
    ("[glossary]\nonly = true", "glossary.only", True),
    ("", "glossary.severity", "major"),
    ('[glossary]\nseverity = "critical"', "glossary.severity", "critical"),
    (
        '[[glossary.scopes]]\nfolders = ["a"]\ndirs = ["b"]',
        "glossary.scopes",
        [ScopeOptions(folders=("a",), dirs=(Path("b"),))],
    ),
    ("[build]\njobs = 4\nkeep_last = 10", "build.jobs", 4),
    ("[build]\nkeep_days = 30\nkeep_gib = 2.5", "build.keep_gib", 2.5),
    ("[build]\ntimeout = 7200\nretries = 2", "build.timeout", 7200),
    ("", "build.retry_delay", 60),
    ('[alarms]\non_criticals = "fail"', "alarms.on_criticals", "fail"),
    ("", "alarms.max_drift", 0.3),
    ('[notify]\nchannels = ["TAIYAKU_MAIL"]', "notify.channels", ["TAIYAKU_MAIL"]),
    ("", "notify.notify_on", ["failed", "warned"]),
    ('[notify]\nmetrics = "m.prom"', "notify.metrics", Path("m.prom")),
    ('[schedule]\ntimezone = "Asia/Tokyo"', "schedule.timezone", "Asia/Tokyo"),
    ("\r\n[build]\r\njobs = 2\r\n", "build.jobs", 2),
]


@pytest.mark.parametrize(("text", "key", "value"), GOOD)
def test_setting_is_read(text: str, key: str, value: Any):
    setting: Any = loaded(text)
    for part in key.split("."):
        setting = getattr(setting, part)
    assert (list(setting) if isinstance(setting, tuple) else setting) == value


def test_no_file_means_the_defaults():
    assert load() == Settings()


def test_a_byte_order_mark_as_windows_editors_write_it_does_no_harm():
    Path("taiyaku.toml").write_bytes(b"\xef\xbb\xbf[build]\njobs = 2\n")
    assert load().build.jobs == 2


BAD = [
    ("[sorce]\nroot = 'x'", "unknown key sorce; did you mean source?"),
    ("[build]\njob = 2", "unknown key build.job; did you mean jobs?"),
    ("[source]\nexcludes = []", "unknown key source.excludes; did you mean exclude?"),
    ("[schedule]\ntimezon = 'UTC'", "unknown key schedule.timezon; did you mean timezone?"),
    (
        "[build]\nzzz = 1",
        "unknown key build.zzz; known keys are out, report, max_lost, jobs, runner, scheduler, keep_last, keep_days, keep_gib, timeout, retries, retry_delay",
    ),
    (
        "zzz = 1",
        "unknown key zzz; known keys are source, works, origins, site, data, glossary, align, check, review, judges, build, alarms, notify, publish, schedule",
    ),
    ("[build]\njobs = -1", "build.jobs: should be greater than or equal to 0 (got -1)"),
    (
        "[build]\njobs = 'two'",
        "build.jobs: should be a whole number (got 'two')",
    ),
    ("[source]\nmax_mib = 0", "source.max_mib: should be greater than 0 (got 0)"),
    ("[check]\nmax_per_rule = 0", "check.max_per_rule: should be greater than 0 (got 0)"),
    ('[source]\noriginal = "fr"', "source.original: should be 'en', 'zh' or 'ja' (got 'fr')"),
    ("[source]\nmax_mib = nan", "source.max_mib: should be a finite number (got nan)"),
    ("[source]\nexclude = 'drafts/*'", "source.exclude: should be a list in [ ] (got 'drafts/*')"),
    ("[source]\nworks = [{ en = 1 }]", "source.works.0.en: should be text in quotes (got 1)"),
    ("[glossary]\ndirs = 'terms'", "glossary.dirs: should be a list in [ ] (got 'terms')"),
    (
        "[glossary]\nseverity = 'high'",
        "glossary.severity: should be 'critical', 'major', 'minor' or 'neutral' (got 'high')",
    ),
    (
        "[[glossary.scopes]]\nfolders = []\ndirs = ['b']",
        "glossary.scopes.0.folders: Tuple should have at least 1 item after validation, not 0 (got ())",
    ),
    (
        "[[glossary.scopes]]\nfolder = ['a']\nfolders = ['a']\ndirs = ['b']",
        "unknown key glossary.scopes.0.folder; did you mean folders?",
    ),
    ("[build", "not TOML: Expected ']' at the end of a table declaration (at end of document); fix that line"),
    ("[build]\njobs = two", "not TOML: Invalid value (at line 2, column 8); fix that line"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_slip_is_reported_with_file_place_and_remedy(text: str, message: str):
    with pytest.raises(SettingsError) as raised:
        loaded(text)
    assert str(raised.value) == f"taiyaku.toml: {message}"


def test_all_slips_of_a_file_are_reported_at_once():
    with pytest.raises(SettingsError) as raised:
        loaded("[build]\njobs = -1\n[source]\nmax_mib = -2")
    assert str(raised.value).splitlines() == [
        "taiyaku.toml: source.max_mib: should be greater than 0 (got -2)",
        "taiyaku.toml: build.jobs: should be greater than or equal to 0 (got -1)",
    ]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[source]\nmax_mib = inf", "source.max_mib"),
        ("[source]\nworks = [{ fr = 'docs/**' }]", "fr"),  # a tag that is none of ours would match nothing
        ("[[works]]\nenglish = 'docs/**'", "english"),
        ("[schedule]\ncron = 'every day'", "schedule.cron"),
        ("[schedule]\ncatch_up = 'once'", "schedule.catch_up"),
        ("[schedule]\ntimezone = 'Mars'", "schedule.timezone"),
    ],
)
def test_value_that_can_mean_nothing_is_refused_and_named(text: str, key: str):
    with pytest.raises(SettingsError, match=key):
        loaded(text)


@pytest.mark.parametrize("text", ["build = 3", "[source]\nroot = 3"])
def test_messages_do_not_speak_of_python_classes(text: str):
    with pytest.raises(SettingsError) as raised:
        loaded(text)
    assert "class" not in str(raised.value) and "instance" not in str(raised.value)


def test_file_in_another_encoding_is_refused():
    Path("taiyaku.toml").write_bytes("[source]\nroot = '中'".encode("gb18030"))
    with pytest.raises(SettingsError) as raised:
        load()
    assert str(raised.value) == "taiyaku.toml: not UTF-8 (byte 17, line 2); save it as UTF-8"


def test_named_file_must_exist():
    with pytest.raises(SettingsError) as raised:
        load(Path("other.toml"))
    assert str(raised.value) == "other.toml: no such file; give an existing one with --config"


def test_a_folder_is_no_settings_file(folder: Path):
    with pytest.raises(SettingsError) as raised:
        load(folder)
    assert str(raised.value) == f"{folder}: cannot be read: Is a directory"


PATHS = """
[source]
root = "docs"
[glossary]
dirs = ["terms", "/opt/terms"]
[align]
lexicons = ["words"]
[build]
out = "../built"
[schedule]
sources = ["docs/zh"]
"""


def test_relative_paths_count_from_the_folder_of_the_file(folder: Path):
    (folder / "project").mkdir()
    (folder / "project" / "any.toml").write_text(PATHS, encoding="utf-8")
    settings = load(folder / "project" / "any.toml")
    assert settings.source.root == folder / "project" / "docs"
    assert settings.glossary.dirs == (folder / "project" / "terms", Path("/opt/terms"))
    assert settings.align.lexicons == (folder / "project" / "words",)
    assert settings.build.out == folder / "project" / "../built"
    assert settings.schedule.sources == (folder / "project" / "docs/zh",)


def test_default_output_stands_beside_the_file_too(folder: Path):
    (folder / "project").mkdir()
    (folder / "project" / "taiyaku.toml").write_text("", encoding="utf-8")
    assert load(folder / "project" / "taiyaku.toml").build.out == folder / "project" / "outputs"


def test_severity_of_a_projects_terms_is_that_of_the_termbase():
    assert Settings().glossary.severity == USUAL_SEVERITY
