"""Licences: stated by pages or settings, counted with what is not stated, and part of what makes a build."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flows.exporting.export_units import LicenceShare, is_licence, licence_shares
from flows.options.effective_options import build_options
from flows.options.flow_parameters import BuildOptions
from flows.options.options import OriginOptions
from flows.options.settings import load
from flows.pipeline import planning
from tests.flows.plain import write


def row(license: str | None, lang: str = "zh", chars: int = 10, status: str = "ok", **metadata: str) -> dict[str, Any]:  # noqa: A002
    entries = [{"key": key, "value": value} for key, value in metadata.items()]
    return {"license": license, "lang": lang, "chars": chars, "status": status, "metadata": entries}


def test_licences_are_counted_and_what_is_not_stated_comes_last():
    rows = [
        *(row(None) for _ in range(5)),
        row("MIT", "en", attribution="Mei"),
        row("mit ", "zh", attribution="Ken"),
        row("CC-BY-4.0", "ja", 700),
        row("", "ja"),
        row("GPL-3.0", status="quarantined"),
    ]
    assert licence_shares(rows) == [
        LicenceShare("MIT", 2, 20, ("en", "zh"), ("Ken", "Mei")),
        LicenceShare("CC-BY-4.0", 1, 700, ("ja",), ()),
        LicenceShare(None, 6, 60, ("ja", "zh"), ()),
    ]


def test_licences_of_no_documents_are_none():
    assert licence_shares([]) == []


@pytest.mark.parametrize(
    ("name", "license", "same"),
    [("mit", "MIT", True), ("not stated", None, True), ("Not Stated", "", True), ("MIT", None, False)],
)
def test_licence_is_known_by_its_name(name: str, license: str | None, same: bool):  # noqa: A002
    assert is_licence(name, license) is same


SETTINGS = """
[[origins]]
path = "docs/**"
license = "CC-BY-4.0"
origin = "https://host.org/{path}"

[[origins]]
path = "**"
license = "MIT"
attribution = "The authors"
"""


def test_settings_fill_what_pages_do_not_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path,
        {
            "taiyaku.toml": SETTINGS,
            "site/docs/zh.md": "张量是任意维数的数组。\n",
            "site/docs/ja.md": "---\nlicense: CC0-1.0\n---\n\nテンソルは任意の次元数の配列です。\n",
            "site/blog/zh.md": "算子在图形处理器上运行。\n",
        },
    )
    plan = planning.plan(build_options(load(), tmp_path, sources=(tmp_path / "site",)))
    pages = {page.path: page for page in plan.documents}
    assert {path: (page.license, page.origin) for path, page in pages.items()} == {
        "docs/zh.md": ("CC-BY-4.0", "https://host.org/docs/zh.md"),
        "docs/ja.md": ("CC0-1.0", "https://host.org/docs/ja.md"),
        "blog/zh.md": ("MIT", None),
    }
    assert [(entry.key, entry.value) for entry in pages["blog/zh.md"].metadata] == [("attribution", "The authors")]


def test_each_statement_makes_a_build_of_its_own(tmp_path: Path):
    write(tmp_path / "site", {"docs/zh.md": "张量是任意维数的数组。\n"})

    def build_id(*origins: OriginOptions) -> str:
        return planning.plan(BuildOptions(sources=(tmp_path / "site",), out=tmp_path, origins=origins)).build_id

    mit, cc = OriginOptions(path="**", license="MIT"), OriginOptions(path="**", license="CC0-1.0")
    assert len({build_id(), build_id(mit), build_id(cc), build_id(mit, cc)}) == 4
    assert build_id(mit) == build_id(mit)
