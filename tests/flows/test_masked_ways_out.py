"""Ways out of a build that masks: sentinels planted in its pages are in no file and no line that it or its commands write."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from corpus.limits import LimitError
from corpus.records import Location
from corpus.sources import discovery
from flows.console.progress import SILENT
from flows.options import termbase_cache
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning
from glossary.findings.masked_words import with_masked_words
from tests.flows.command import called
from tests.flows.plain import rows_of, write
from tests.flows.test_personal_data import published
from tests.glossary.desk.report.made import document, finding

# What stands in the pages, and what of it must be gone from all that is written, whatever rules make of it.
PLANTED = {
    "lin.sentinel@nova\u200blabs.org": ["lin.sentinel", "nova\u200blabs", "novalabs.org"],
    "kaishasentinel@ｋａｉｓｈａ.co.jp": ["kaishasentinel", "ｋａｉｓｈａ.co", "kaisha.co"],
    "amp&#64;sentinel-labs.org": ["amp&#64;", "amp@", "sentinel-labs"],
    "alicesentinel@mail.nova-labs.org": ["alicesentinel"],
    "13916803972": ["13916803972"],
    "０９０－６８１４－２９５７": ["６８１４", "6814"],
    "postgres://usersentinel:pw0sentinel@db.nova-labs.org/x": ["usersentinel", "pw0sentinel"],
    "密码：sentinel@2024": ["sentinel@2024"],
    "パスワードは「sentinelneko9」です": ["sentinelneko9"],
    "Bearer q7Zk2VbX9mT4wLr8NcY1pHs6JdF3": ["q7Zk2VbX9mT4wLr8NcY1pHs6JdF3"],
    "EMP-204817": ["204817"],
}
SENTINELS = [sentinel for gone in PLANTED.values() for sentinel in gone]
TERMS = """
[[concept]]
id = "tensor"
domain = "tensors"
definition = "An array of any number of dimensions."
en.preferred = "tensor"
zh.preferred = "张量"
ja.preferred = "テンソル"
"""
SETTINGS = """
[data]
mask = ["email", "phone", "key"]
mask_patterns = ['EMP-[0-9]{6}']

[source]
root = "pages"

[glossary]
dirs = ["terms"]
only = true

[judges.local]
command = ["cat"]

[review]
formats = ["html", "xlsx", "xliff", "tmx", "tbx", "tab"]
"""


def page(lang: str, title: str, sentence: str) -> str:
    slip = "" if lang == "en" else "，服务器’s （"
    lines = "\n\n".join(f"{sentence} {text} {slip}{text}]\n\n- {text}\n\n```sh\n# {text}\n```" for text in PLANTED)
    return f"---\ntitle: {title} lin.sentinel@novalabs.org\nauthor: alicesentinel@mail.nova-labs.org\n---\n\n# {title}\n\n{lines}\n"


PAGES: dict[str, str | bytes] = {
    "pages/guide/en.md": page("en", "Tensors", "A tensor is an array of any number of dimensions."),
    "pages/guide/zh.md": page("zh", "张量", "张量是任意维数的数组。"),
    "pages/guide/ja.md": page("ja", "テンソル", "テンソルは任意の次元数の配列です。"),
    "taiyaku.toml": SETTINGS,
    "terms/terms.toml": TERMS,
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    termbase_cache.glossary.cache_clear()  # "terms" was another folder before
    monkeypatch.chdir(write(tmp_path, PAGES))
    return tmp_path


def written(folder: Path) -> dict[str, str]:
    """All that was written below a folder but the pages, as text; tables and archives by what they hold."""
    texts: dict[str, str] = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        if file.is_relative_to(folder / "pages"):
            continue
        name = str(file.relative_to(folder))
        texts[name] = file.read_bytes().decode("utf-8", "replace")
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                texts |= {
                    f"{name}/{inner}": archive.read(inner).decode("utf-8", "replace") for inner in archive.namelist()
                }
    for build in (folder / "outputs" / "builds").iterdir():
        texts |= {f"{build.name}/{name}": text for name, text in published(build).items()}
    return texts


@pytest.mark.slow
def test_sentinels_are_in_nothing_that_a_masked_build_and_its_commands_write(
    project: Path, capfd: pytest.CaptureFixture[str]
):
    runs = [
        ("build", "pages"),
        ("review", "packet"),
        ("review", "ask", "--judge", "local", "--packet", "zh-0001", "--dry-run"),
        ("export", "units"),
        ("export", "units-tmx", "--format", "tmx"),
        ("export", "units-moses", "--format", "moses", "--exclude-flags", "none"),
        ("glossary", "show", "tensor"),
        ("glossary", "candidates"),
    ]
    texts = {}
    for run in runs:
        ran = called(capfd, *run)
        assert ran.status in (0, 1), ran
        texts[" ".join(run)] = ran.out + ran.err
    # A page less: the next build has findings that are fixed, which are told in the words of the one before.
    (project / "pages/guide/ja.md").write_text("# テンソル\n\nテンソルは配列です。\n", encoding="utf-8")
    for run in (("build", "pages", "--since", "outputs/latest", "--allow-loss"), ("compare", "previous", "latest")):
        ran = called(capfd, *run)
        assert ran.status in (0, 1), ran
        texts[" ".join(run)] = ran.out + ran.err
    texts |= written(project)
    findings = [row for build in (project / "outputs" / "builds").iterdir() for row in rows_of(build, "findings")]
    assert any(row["rule"] == "T308" for row in findings) and any(row["state"] == "fixed" for row in findings)
    assert any(name.endswith("sharedStrings.xml") for name in texts) and any(name.endswith(".xlf") for name in texts)
    assert '"protocol": "taiyaku-judge/1"' in texts["review ask --judge local --packet zh-0001 --dry-run"]
    leaks = [(name, sentinel) for name, text in texts.items() for sentinel in SENTINELS if sentinel in text]
    assert leaks == []


def test_page_that_takes_too_long_to_mask_gives_nothing_away(project: Path, monkeypatch: pytest.MonkeyPatch):
    def endless(*_: object) -> None:
        raise LimitError("takes too long", "")

    monkeypatch.setattr(planning, "masked", endless)
    options = BuildOptions(sources=(Path("pages"),), out=project / "out", mask=("email",))
    documents = [planning._read_document(file, options, SILENT) for file in discovery.find(options.sources).files]
    assert [document.status for document in documents] == ["quarantined"] * 3
    assert not any(sentinel in repr(document) for document in documents for sentinel in SENTINELS)


def test_words_that_a_finding_puts_together_are_masked(project: Path):
    options = BuildOptions(mask=("email", "phone", "key"))
    page = document("a/zh.md", "写信给 mei@nova 。")
    masked_words, whole = "Broken: mei@nova-labs.org", "mei@nova-labs.org"
    place = Location(page.doc_id, 4, 12, "mei@nova", masked_words, masked_words, masked_words, [whole], whole)
    raised = finding(page, place, message=masked_words, suggestion=whole)
    (masked,) = with_masked_words([raised], options.masking)
    assert "nova-labs" not in repr(masked)
    assert masked.surface == raised.surface  # which is the text's
    assert with_masked_words([raised], BuildOptions().masking) == [raised]


def test_build_with_other_patterns_is_a_build_of_its_own(project: Path):
    def signature(*patterns: str) -> str:
        options = BuildOptions(sources=(Path("pages"),), out=project / "out", mask_patterns=patterns)
        return planning.plan(options).signature

    assert len({signature(), signature("EMP-[0-9]{6}"), signature("EMP-[0-9]{5}")}) == 3
