"""Personal data in builds: counted, flagged, and where that is asked for nowhere in what is published."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from corpus.storage import store
from corpus.storage.signature import read_signature
from flows.options.flow_parameters import BuildOptions
from flows.options.options import PersonalKind
from flows.pipeline import planning
from flows.pipeline.lifecycle import publish
from flows.pipeline.planning import MaskError
from tests.flows.plain import rows_of, write

# Addresses, numbers and keys that nobody has.
EMAIL, PHONE, KEY = "mei.lin@nova-labs.org", "+81 3-6384-9274", "ghp_q7Zk2VbX9mT4wLr8NcY1pHs6JdF3gAe5uR0o"
IN_HEAD, ESCAPED = "ken.sato@kaisha.co.jp", "lin&#64;nova-labs.org"
BLOCK = ["MIIEpQIBAAKCAQEA7qZk2VbX9mT4wLr8NcY1pHs6JdF3gAe5uR0o", "hW3xKfB6zQ8yTj5vGn2LsPd7RcUe4MaYi1oXbEkHt9JwDmVqCr0s"]
SECRETS = [EMAIL, PHONE, KEY, IN_HEAD, ESCAPED, "lin@nova-labs.org", *BLOCK]
KINDS: tuple[PersonalKind, ...] = ("email", "phone", "key")

PAGES: dict[str, str | bytes] = {
    f"guide/{lang}.md": f"""---
title: {title} — {IN_HEAD}
author: Ken <{IN_HEAD}>
---

# {title}

{text}

{call} {EMAIL}, {PHONE} [{EMAIL}](mailto:{EMAIL}).

- {KEY}
- {ESCAPED}

| a | b |
|---|---|
| {EMAIL} | torch.compile |

```python
token = "{KEY}"
pem = \"\"\"-----BEGIN RSA PRIVATE KEY-----
{BLOCK[0]}
{BLOCK[1]}
-----END RSA PRIVATE KEY-----\"\"\"
```
"""
    for lang, title, text, call in [
        ("en", "Tensors", "A tensor is an array of any number of dimensions.", "Write or call us:"),
        ("zh", "张量", "张量是任意维数的数组。", "请联系我们："),
        ("ja", "テンソル", "テンソルは任意の次元数の配列です。", "お問い合わせ："),
    ]
}
HTML: dict[str, str | bytes] = {
    "page.zh.html": f"<html><head><title>张量</title><meta name='author' content='{EMAIL}'></head><body><article><h1>张量"
    f"</h1><p>张量是任意维数的数组。请写信给 <a href='mailto:{EMAIL}'>{EMAIL}</a>，电话 {PHONE}。</p></article></body></html>"
}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("personal") / "articles", {**PAGES, **HTML})


@pytest.fixture(scope="module")
def plain_build(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return publish(BuildOptions(sources=(source,), out=tmp_path_factory.mktemp("plain") / "out"))


@pytest.fixture(scope="module")
def masked_build(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return publish(BuildOptions(sources=(source,), out=tmp_path_factory.mktemp("masked") / "out", mask=KINDS))


def strings(array: pa.Array) -> Iterator[str]:
    """Every text in an Arrow array, however deep."""
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if pa.types.is_list(array.type):
        yield from strings(array.flatten())
    elif pa.types.is_struct(array.type):
        for field in array.flatten():
            yield from strings(field)
    elif pa.types.is_string(array.type):
        yield from filter(None, array.to_pylist())


def published(build: Path) -> dict[str, str]:
    """All files of a build as text: those of tables by their values, the others by their bytes."""
    files = [path for path in sorted(build.rglob("*")) if path.is_file()]
    assert {"manifest.json", "README.md", "index.html", "summary.md"} <= {path.name for path in files}
    texts = {str(path.relative_to(build)): path.read_bytes().decode("utf-8", "replace") for path in files}
    for path in files:
        if path.suffix == ".parquet":
            table = pq.read_table(path)
            values = "\n".join(text for column in table.itercolumns() for text in strings(column))
            texts[str(path.relative_to(build))] += values
    return texts


def test_counts_and_flags_say_what_there_is(plain_build: Path):
    documents = {row["path"]: row for row in rows_of(plain_build, "documents")}
    zh = documents["guide/zh.md"]
    assert (zh["emails"], zh["phones"], zh["keys"]) == (7, 1, 3)
    assert [documents["page.zh.html"][name] for name in ("emails", "phones", "keys")] == [2, 1, 0]
    flagged = [row["zh"] for row in rows_of(plain_build, "parallel") if "personal-data" in row["flags"] and row["zh"]]
    assert any(EMAIL in text for text in flagged) and KEY in flagged
    unflagged = [row["zh"] for row in rows_of(plain_build, "parallel") if "personal-data" not in row["flags"]]
    assert "张量是任意维数的数组。" in unflagged
    assert not any(secret in text for text in unflagged if text for secret in SECRETS)


def test_what_is_planted_is_in_a_build_that_masks_nothing(plain_build: Path):
    texts = published(plain_build)
    for secret in set(SECRETS) - {"lin@nova-labs.org"}:
        assert any(secret in text for text in texts.values()), secret
    assert any("lin@nova-labs.org" in text for name, text in texts.items() if name.startswith("parallel"))


def test_nothing_that_is_masked_is_in_any_published_file(masked_build: Path):
    for name, text in published(masked_build).items():
        for secret in SECRETS:
            assert secret not in text, (name, secret)
            assert json.dumps(secret)[1:-1] not in text, (name, secret)


def test_masked_texts_have_the_offsets_and_counts_of_plain_ones(plain_build: Path, masked_build: Path):
    before, after = ({row["path"]: row for row in rows_of(build, "documents")} for build in (plain_build, masked_build))
    for path, row in before.items():
        text = after[path]["text"]
        assert [len(line) for line in text.split("\n")] == [len(line) for line in row["text"].split("\n")]
        assert {name: after[path][name] for name in ("emails", "phones", "keys", "sha256", "chars")} == {
            name: row[name] for name in ("emails", "phones", "keys", "sha256", "chars")
        }
    for row in rows_of(masked_build, "segments"):
        text = next(page["text"] for page in after.values() if page["doc_id"] == row["doc_id"])
        assert text[row["start"] : row["end"]] == row["text"]
    assert not any("personal-data" in row["flags"] for row in rows_of(masked_build, "parallel"))


def test_each_choice_of_what_is_masked_is_a_build_of_its_own(source: Path, tmp_path: Path):
    def build_id(*mask: PersonalKind) -> str:
        return planning.plan(BuildOptions(sources=(source,), out=tmp_path, mask=mask)).build_id

    assert len({build_id(), build_id("email"), build_id("phone"), build_id("email", "key")}) == 4
    assert build_id("email", "key") == build_id("key", "email")


def test_signature_says_what_was_masked(plain_build: Path, masked_build: Path):
    manifests = [store.read_manifest(build) or {} for build in (plain_build, masked_build)]
    assert [read_signature(manifest["signature"]).masked for manifest in manifests] == [(), ("email", "key", "phone")]


def test_only_what_is_asked_for_is_masked(source: Path, tmp_path: Path):
    plan = planning.plan(BuildOptions(sources=(source,), out=tmp_path, mask=("email",)))
    texts = [document.text for document in plan.documents if document.path == "guide/zh.md"]
    assert KEY in texts[0] and PHONE in texts[0] and EMAIL not in texts[0] and IN_HEAD not in texts[0]


def test_findings_of_an_earlier_build_that_masked_less_are_not_reported(
    source: Path, plain_build: Path, tmp_path: Path
):
    with pytest.raises(
        MaskError, match="made without \\[data\\] mask of email, which this build masks; build once without"
    ):
        planning.plan(BuildOptions(sources=(source,), out=tmp_path, mask=("email",), since=plain_build))


def test_earlier_build_that_masked_as_much_can_be_compared_with(source: Path, masked_build: Path, tmp_path: Path):
    assert planning.plan(BuildOptions(sources=(source,), out=tmp_path, mask=("email",), since=masked_build)).build_id
