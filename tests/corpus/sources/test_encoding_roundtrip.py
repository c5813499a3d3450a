"""Rewriting: the bytes of a file again from its text, in every encoding that is read, or a reason why not."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from corpus.errors import UnreadableError
from corpus.sources.decoding import RewritingError, decode, form_of, rewritten

ZH = "PyTorch 是一个开源的机器学习库,它提供张量计算和自动微分。\r\n训练模型的时候,数据加载器会读取数据;优化器会更新参数。\n"
HANT = "這個函式會讀取資料,並且更新模型的參數。\r\n訓練時請注意記憶體的使用量;程式會把結果寫入檔案。\n"
JA = "このモデルはデータを読み込み,パラメータを更新します。\r\n学習のときはメモリの使用量に注意してください。\n"
WRITTEN = [
    ("utf-8", b"", ZH, "zh", "UTF-8"),
    ("utf-8", codecs.BOM_UTF8, JA, "ja", "UTF-8"),
    ("utf-16-le", codecs.BOM_UTF16_LE, ZH, "zh", "UTF-16LE"),
    ("utf-16-be", codecs.BOM_UTF16_BE, JA, "ja", "UTF-16BE"),
    ("utf-16-le", b"", ZH * 3, "zh", "UTF-16LE"),
    ("utf-32-le", codecs.BOM_UTF32_LE, ZH, "zh", "UTF-32LE"),
    ("gb18030", b"", ZH, "zh", "GB18030"),
    ("big5", b"", HANT, "zh-TW", "Big5"),
    ("cp932", b"", JA, "ja", "Shift_JIS"),
    ("euc_jp", b"", JA, "ja", "EUC-JP"),
    ("iso2022_jp", b"", JA, "ja", "ISO-2022-JP"),
]
for_each_encoding = pytest.mark.parametrize(("codec", "mark", "text", "locale", "name"), WRITTEN)


@for_each_encoding
def test_bytes_come_back_and_another_text_is_written_alike(codec: str, mark: bytes, text: str, locale: str, name: str):
    data = mark + text.encode(codec)
    form = form_of(data, text, locale)
    assert form.encoding == name and form.encode(text) == data
    other = text.replace(",", "，")
    assert rewritten(form, other, locale) == mark + other.encode(codec)


@for_each_encoding
@given(more=st.text(st.sampled_from("模型学習①～―∥－¢£¬℡№㈱髙﨑~\\ｱ、。，abc\u3000\r\n"), max_size=30))
@settings(max_examples=20, deadline=None)
def test_reported_form_holds(codec: str, mark: bytes, text: str, locale: str, name: str, more: str):
    try:
        data = mark + (text + more.encode(codec, "ignore").decode(codec)).encode(codec)
        read = decode(data, locale).text
    except (UnicodeEncodeError, UnreadableError):
        assume(False)
    try:
        form = form_of(data, read, locale)
    except RewritingError:
        return
    assert form.encode(read) == data


def test_old_signs_of_big5_come_back():
    text = HANT + "價格：＄１００～２００，—…‧﹏\n"
    data = text.encode("cp950")
    read = decode(data, "zh-TW").text
    assert form_of(data, read, "zh-TW").encode(read) == data


def test_encoding_says_what_it_can_hold():
    form = form_of(JA.encode("cp932"), JA, "ja")
    assert form.can_hold("モデル，") and form.can_hold("") and not form.can_hold("显著")


@pytest.mark.parametrize(
    ("data", "text", "message"),
    [
        (b"a\0b", "a\ufffdb", "not all of it could be read (replaced 1 NUL or lone surrogate characters)"),
        (b"abc", "abd", "it has changed since it was read"),
        (b"", "", "empty file"),
        (("モデルを学習します。" * 20).encode("cp932") + b"\x87\x90", "モデルを学習します。" * 20 + "≒",
         "written again as Shift_JIS, its bytes would not be the same"),
    ],
)  # fmt: skip
def test_file_that_cannot_be_written_again_is_reported(data: bytes, text: str, message: str):
    with pytest.raises(RewritingError) as error:
        form_of(data, text, "ja")
    assert str(error.value) == message


def test_text_that_would_not_be_read_again_is_refused():
    form = form_of("模型。".encode("utf-16"), "模型。")
    with pytest.raises(RewritingError, match="what would be written as UTF-16LE could not be read again"):
        rewritten(form, " ")
