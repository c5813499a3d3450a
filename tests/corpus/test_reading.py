"""Reading: from bytes to text, and why a file is quarantined."""

import codecs
import hashlib
import os

import pytest

from corpus.articles import read, without_duplicates
from corpus.languages import Language
from corpus.layout import Placed
from corpus.reading import UnreadableError, decode
from corpus.records import Document, Entry

TEXT = "张量 テンソル tensor\n𠮷🎉\n"
ASCII = "A tensor is a multi-dimensional array.\n"

GOOD = [
    ("UTF-8", TEXT.encode(), TEXT),
    ("UTF-8 with BOM", codecs.BOM_UTF8 + TEXT.encode(), TEXT),
    ("UTF-16 LE with BOM", codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), TEXT),
    ("UTF-16 BE with BOM", codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), TEXT),
    ("UTF-32 LE with BOM", codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), TEXT),
    ("UTF-32 BE with BOM", codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), TEXT),
    ("UTF-16 LE without BOM", ASCII.encode("utf-16-le"), ASCII),
    ("UTF-16 BE without BOM", ASCII.encode("utf-16-be"), ASCII),
    ("line ends stay as they are", b"a\r\nb\rc\n", "a\r\nb\rc\n"),
    ("one character", b"a", "a"),
    ("a BOM in mid-text stays", "a\ufeffb".encode(), "a\ufeffb"),
]


@pytest.mark.parametrize(("fact", "data", "text"), GOOD, ids=[case[0] for case in GOOD])
def test_good_text(fact, data, text):
    assert decode(data) == (text, None)


REPAIRED = [
    ("NUL", "张\0量".encode(), "张\ufffd量", "replaced 1 NUL or lone surrogate characters"),
    ("lone surrogate in UTF-8", b"a\xed\xa0\x80b", "a\ufffdb", "replaced 1 NUL or lone surrogate characters"),
    ("lone surrogate in UTF-16", codecs.BOM_UTF16_LE + b"a\0\x00\xd8b\0", "a\ufffdb", "replaced 1 NUL or lone surrogate characters"),
    ("several", b"a\0b\0c", "a\ufffdb\ufffdc", "replaced 2 NUL or lone surrogate characters"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "data", "text", "reason"), REPAIRED, ids=[case[0] for case in REPAIRED])
def test_repaired_text_is_flagged(fact, data, text, reason):
    assert decode(data) == (text, reason)


BAD = [
    ("empty", b"", "empty file"),
    ("BOM alone", codecs.BOM_UTF8, "nothing but white space"),
    ("white space", " \n\t\u3000".encode(), "nothing but white space"),
    ("binary", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\0\1\2\3" * 50, "binary file: it holds NUL bytes"),
    ("zeros", bytes(1000), "binary file: it holds NUL bytes"),
    ("broken UTF-8", "张量 tensor ".encode() + b"\xff" + "张量".encode(), "not UTF-8: 0xff at byte 14 (invalid start byte)"),
    ("UTF-8 cut in mid-character", "张量".encode()[:-1], "not UTF-8: 0xe9 at byte 3 (unexpected end of data)"),
    ("UTF-16 cut in mid-character", codecs.BOM_UTF16_LE + b"a\0b", "not UTF-16-LE: 0x62 at byte 2 (truncated data)"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "data", "reason"), BAD, ids=[case[0] for case in BAD])
def test_unreadable_file_says_why(fact, data, reason):
    with pytest.raises(UnreadableError) as error:
        decode(data)
    assert str(error.value) == reason


def test_numbers_of_16_bits_are_no_text():
    """Every other byte is zero, as in UTF-16, but what it says is control characters."""
    with pytest.raises(UnreadableError):
        decode(b"".join(number.to_bytes(2, "little") for number in range(1, 31)))


ENCODINGS = ["gb18030", "big5", "shift_jis", "euc_jp"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_file_in_an_older_encoding_is_never_read_as_something_else(encoding):
    text = {"gb18030": "我们训练模型。", "big5": "我們訓練模型。"}.get(encoding, "モデルを訓練します。") * 20
    try:
        assert decode(text.encode(encoding)) == (text, None)
    except UnreadableError as error:
        assert "at byte 0 (" in str(error)


# --- files


CHINESE = Language("zh", "zh")


def placed(path, language: Language | None = CHINESE, media_type: str = "text/plain") -> Placed:
    return Placed(path, path.name, media_type, path.stem, language)


def read_bytes(tmp_path, data: bytes, name: str = "a.txt", limit: int = 1 << 20) -> Document:
    (tmp_path / name).write_bytes(data)
    return read(placed(tmp_path / name, media_type="text/markdown" if name.endswith(".md") else "text/plain"), limit)


def test_good_file(tmp_path):
    document = read_bytes(tmp_path, "张量。\n".encode())
    assert (document.status, document.reason, document.text, document.chars) == ("ok", None, "张量。\n", 4)
    assert document.sha256 == hashlib.sha256("张量。\n".encode()).hexdigest()


def test_repaired_file_is_ok_and_flagged(tmp_path):
    document = read_bytes(tmp_path, "张\0量。\n".encode())
    assert (document.status, document.text) == ("ok", "张\ufffd量。\n")
    assert document.reason == "replaced 1 NUL or lone surrogate characters"


@pytest.mark.parametrize(("fact", "data", "reason"), BAD, ids=[case[0] for case in BAD])
def test_bad_file_is_quarantined_with_its_hash(tmp_path, fact, data, reason):
    document = read_bytes(tmp_path, data)
    assert (document.status, document.reason) == ("quarantined", reason)
    assert (document.text, document.chars, len(document.sha256)) == ("", 0, 64)


def test_file_over_the_limit_is_quarantined(tmp_path):
    assert read_bytes(tmp_path, b"a" * 2000, limit=2000).status == "ok"
    document = read_bytes(tmp_path, b"a" * 2001, limit=2000)
    assert (document.status, document.reason) == ("quarantined", "too large: 2,001 bytes; the limit is 2,000 (max_mib)")


def test_file_that_vanished_is_quarantined(tmp_path):
    document = read(placed(tmp_path / "gone.txt"), 1 << 20)
    assert (document.status, document.reason, document.sha256) == (
        "quarantined",
        "cannot be read: No such file or directory",
        "",
    )


def test_folder_with_the_name_of_a_page_is_quarantined(tmp_path):
    (tmp_path / "a.md").mkdir()
    document = read(placed(tmp_path / "a.md"), 1 << 20)
    assert (document.status, document.reason) == ("quarantined", "cannot be read: Is a directory")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission_is_quarantined(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("张量".encode())
    path.chmod(0)
    document = read(placed(path), 1 << 20)
    assert (document.status, document.reason) == ("quarantined", "cannot be read: Permission denied")


def test_page_in_no_language_of_ours_is_quarantined(tmp_path):
    (tmp_path / "a.txt").write_text("Это статья о тензорах и нейронных сетях.", encoding="utf-8")
    document = read(placed(tmp_path / "a.txt", None), 1 << 20)
    assert (document.status, document.reason) == ("quarantined", "language: not recognised as zh, ja or en")


def test_front_matter_becomes_title_origin_license_and_metadata(tmp_path):
    page = "---\nTitle: 张量入门\nsource: https://a.b/c\nlicence: MIT\nauthor: A\n---\n\n正文\n"
    document = read_bytes(tmp_path, page.encode(), "a.md")
    assert (document.title, document.origin, document.license) == ("张量入门", "https://a.b/c", "MIT")
    assert document.metadata == [Entry("author", "A")]
    assert document.text == page


def test_front_matter_is_text_in_plain_text(tmp_path):
    document = read_bytes(tmp_path, "---\ntitle: 张量\n---\n".encode())
    assert (document.title, document.metadata) == (None, [])


def test_doc_id_depends_on_the_path_alone(tmp_path):
    one, two = read_bytes(tmp_path, b"a"), read_bytes(tmp_path, b"b")
    other = read_bytes(tmp_path, b"a", "b.txt")
    assert one.doc_id == two.doc_id != other.doc_id


# --- duplicates


def page(path: str, work: str = "w", locale: str = "zh", status: str = "ok") -> Document:
    return Document(path, work, locale[:2], locale, None, path, "text/plain", "张量", "", 2, status, None, None, None)


def outcome(documents: list[Document]) -> list[tuple[str, str, str | None]]:
    return [(one.path, one.status, one.reason) for one in without_duplicates(documents)]


def test_later_path_of_two_with_the_same_work_and_locale_is_quarantined():
    assert outcome([page("b/zh.txt"), page("a/zh.txt")]) == [
        ("a/zh.txt", "ok", None),
        ("b/zh.txt", "quarantined", "duplicate: a/zh.txt is already the zh version of w"),
    ]


def test_duplicate_has_no_text_left():
    duplicate = without_duplicates([page("a"), page("b")])[1]
    assert (duplicate.text, duplicate.chars) == ("", 0)


@pytest.mark.parametrize(
    "other",
    [page("b", locale="zh-TW"), page("b", locale="ja"), page("b", work="v")],
    ids=["locale", "language", "work"],
)
def test_another_locale_or_work_is_no_duplicate(other):
    assert {one.status for one in without_duplicates([page("a"), other])} == {"ok"}


def test_quarantined_file_makes_no_duplicate():
    assert [one.status for one in without_duplicates([page("a", status="quarantined"), page("b")])] == [
        "quarantined",
        "ok",
    ]


def test_documents_come_in_the_order_of_work_locale_and_path():
    documents = [page("3", "b"), page("2", "a", "zh"), page("1", "a", "ja")]
    assert [one.path for one in without_duplicates(documents)] == ["1", "2", "3"]
