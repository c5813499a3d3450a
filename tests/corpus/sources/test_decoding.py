"""Reading: from bytes to text, and why a file is quarantined."""

import codecs
import gzip
import hashlib
import os

import pytest

from corpus.errors import UnreadableError
from corpus.languages import Language
from corpus.records import Document, MetadataEntry
from corpus.sources.decoding import Decoded, decode
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read, without_duplicates

TEXT = "张量 テンソル tensor\n𠮷🎉\n"
ASCII = "A tensor is a multi-dimensional array.\n"

GOOD = [
    ("UTF-8", TEXT.encode(), TEXT, "UTF-8"),
    ("UTF-8 with BOM", codecs.BOM_UTF8 + TEXT.encode(), TEXT, "UTF-8"),
    ("UTF-16 LE with BOM", codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), TEXT, "UTF-16LE"),
    ("UTF-16 BE with BOM", codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), TEXT, "UTF-16BE"),
    ("UTF-32 LE with BOM", codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), TEXT, "UTF-32LE"),
    ("UTF-32 BE with BOM", codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), TEXT, "UTF-32BE"),
    ("UTF-16 LE without BOM", ASCII.encode("utf-16-le"), ASCII, "UTF-16LE"),
    ("UTF-16 BE without BOM", ASCII.encode("utf-16-be"), ASCII, "UTF-16BE"),
    ("ISO-2022-JP", "テンソル\n".encode("iso2022_jp"), "テンソル\n", "ISO-2022-JP"),
    ("colours of a terminal", "\x1b[31m错误\x1b[0m\n".encode(), "\x1b[31m错误\x1b[0m\n", "UTF-8"),
    ("line ends stay as they are", b"a\r\nb\rc\n", "a\r\nb\rc\n", "UTF-8"),
    ("one character", b"a", "a", "UTF-8"),
    ("a page about a format", "GIF89a 是一种图像格式\n".encode(), "GIF89a 是一种图像格式\n", "UTF-8"),
    ("a BOM in mid-text stays", "a\ufeffb".encode(), "a\ufeffb", "UTF-8"),
    ("what is UTF-8 is read as such", "伪".encode("gb18030"), "α", "UTF-8"),
]


@pytest.mark.parametrize(("fact", "data", "text", "encoding"), GOOD, ids=[case[0] for case in GOOD])
def test_good_text(fact, data, text, encoding):
    assert decode(data) == Decoded(text, encoding)


REPAIRED = [
    ("NUL", "张\0量".encode(), "张\ufffd量", "replaced 1 NUL or lone surrogate characters"),
    ("lone surrogate in UTF-8", b"a\xed\xa0\x80b", "a\ufffdb", "replaced 1 NUL or lone surrogate characters"),
    ("NUL in text of an even length", "张\0量\n".encode(), "张\ufffd量\n", "replaced 1 NUL or lone surrogate characters"),
    ("lone surrogate in UTF-16", codecs.BOM_UTF16_LE + b"a\0\x00\xd8b\0", "a\ufffdb", "replaced 1 NUL or lone surrogate characters"),
    ("several", b"a\0b\0c", "a\ufffdb\ufffdc", "replaced 2 NUL or lone surrogate characters"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "data", "text", "reason"), REPAIRED, ids=[case[0] for case in REPAIRED])
def test_repaired_text_is_flagged(fact, data, text, reason):
    decoded = decode(data)
    assert (decoded.text, decoded.repaired) == (text, reason)


BAD = [
    ("empty", b"", "empty file"),
    ("BOM alone", codecs.BOM_UTF8, "nothing but white space"),
    ("white space", " \n\t\u3000".encode(), "nothing but white space"),
    ("PNG", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\0\1\2\3" * 50, "binary file: a PNG image; give taiyaku its text instead"),
    ("JPEG", b"\xff\xd8\xff\xe0\0\x10JFIF", "binary file: a JPEG image; give taiyaku its text instead"),
    ("PDF without a picture", b"%PDF-1.4\n1 0 obj\n", "binary file: a PDF document; give taiyaku its text instead"),
    ("PDF", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "binary file: a PDF document; give taiyaku its text instead"),
    ("ZIP", b"PK\x03\x04\x14\0\0\0\x08\0", "binary file: a ZIP archive or an office document; give taiyaku its text instead"),
    ("gzip", gzip.compress(b"a" * 99, mtime=0), "binary file: gzip data; give taiyaku its text instead"),
    ("zeros", bytes(1000), "binary file: it holds NUL bytes"),
    ("numbers of 32 bits", b"".join(number.to_bytes(4, "little") for number in range(1, 99)), "binary file: it holds NUL bytes"),
    ("wrong byte in UTF-8", "张量 tensor ".encode() + b"\xff" + "张量".encode(), "broken UTF-8: 0xff at byte 14 (invalid start byte); fix it or save it as UTF-8"),
    ("UTF-8 cut in mid-character", "张量".encode()[:-1], "broken UTF-8: 0xe9 at byte 3 (unexpected end of data); fix it or save it as UTF-8"),
    ("UTF-16 cut in mid-character", codecs.BOM_UTF16_LE + b"a\0b", "broken UTF-16LE: 0x62 at byte 4 (truncated data); fix it or save it as UTF-8"),
    ("UTF-32 that is none", codecs.BOM_UTF32_LE + b"abcd", "broken UTF-32LE: 0x61 at byte 4 (code point not in range(0x110000)); fix it or save it as UTF-8"),
    ("ISO-2022-JP with a slip", b"\x1b$B\x21\x7f~~\x1b(B", "broken ISO-2022-JP: 0x21 at byte 3 (illegal multibyte sequence); fix it or save it as UTF-8"),
    ("no encoding at all", b"a\x81\xff\xfe\x80\xff" * 9, "not UTF-8: 0x81 at byte 1 (invalid start byte), and no other encoding taiyaku reads fits; save it as UTF-8"),
    ("Western European", "Le modèle est entraîné pendant dix époques.\n".encode("cp1252"), "not UTF-8: 0xe8 at byte 6 (invalid continuation byte); it looks like Windows-1252, which taiyaku does not read; save it as UTF-8"),
    ("one character of an old encoding", "了".encode("gb18030"), "not UTF-8: 0xc1 at byte 0 (invalid start byte); it may be GB18030, but too little tells; save it as UTF-8"),
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


# --- files


CHINESE = Language("zh", "zh")


def placed(path, language: Language | None = CHINESE, media_type: str = "text/plain") -> PlacedFile:
    return PlacedFile(path, path.name, media_type, path.stem, language)


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
    assert (document.status, document.reason) == (
        "quarantined",
        "language: not recognised as zh, ja or en; if it is one of them, say so in its path (page.zh.md)",
    )


def test_front_matter_becomes_title_origin_license_and_metadata(tmp_path):
    page = "---\nTitle: 张量入门\nsource: https://a.b/c\nlicence: MIT\nauthor: A\n---\n\n正文\n"
    document = read_bytes(tmp_path, page.encode(), "a.md")
    assert (document.title, document.origin, document.license) == ("张量入门", "https://a.b/c", "MIT")
    assert document.metadata == [MetadataEntry("author", "A")]
    assert document.text == page


def test_encoding_other_than_utf8_is_named_in_the_metadata(tmp_path):
    page = "---\nauthor: A\nencoding: what the page says\n---\n\n我们训练模型，然后保存。\n"
    assert read_bytes(tmp_path, page.encode("gb18030"), "a.md").metadata == [
        MetadataEntry("author", "A"),
        MetadataEntry("encoding", "GB18030"),
    ]
    assert read_bytes(tmp_path, page.encode(), "a.md").metadata[1] == MetadataEntry("encoding", "what the page says")
    assert read_bytes(tmp_path, codecs.BOM_UTF8 + "张量".encode(), "b.txt").metadata == []


def test_front_matter_is_text_in_plain_text(tmp_path):
    document = read_bytes(tmp_path, "---\ntitle: 张量\n---\n".encode())
    assert (document.title, document.metadata) == (None, [])


def test_doc_id_depends_on_the_path_alone(tmp_path):
    first, second = read_bytes(tmp_path, b"a"), read_bytes(tmp_path, b"b")
    other = read_bytes(tmp_path, b"a", "b.txt")
    assert first.doc_id == second.doc_id != other.doc_id


# --- duplicates


def page(path: str, work: str = "w", locale: str = "zh", status: str = "ok") -> Document:
    return Document(path, work, locale[:2], locale, None, path, "text/plain", "张量", "", 2, status, None, None, None)


def outcome(documents: list[Document]) -> list[tuple[str, str, str | None]]:
    return [(duplicate.path, duplicate.status, duplicate.reason) for duplicate in without_duplicates(documents)]


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
    assert {duplicate.status for duplicate in without_duplicates([page("a"), other])} == {"ok"}


def test_quarantined_file_makes_no_duplicate():
    assert [duplicate.status for duplicate in without_duplicates([page("a", status="quarantined"), page("b")])] == [
        "quarantined",
        "ok",
    ]


def test_documents_come_in_the_order_of_work_locale_and_path():
    documents = [page("3", "b"), page("2", "a", "zh"), page("1", "a", "ja")]
    assert [duplicate.path for duplicate in without_duplicates(documents)] == ["1", "2", "3"]
