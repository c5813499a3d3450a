"""Encodings: every old one is told from the others on few characters, and what cannot be told is not guessed."""

import json
import random
from collections import Counter
from pathlib import Path

import opencc
import pytest

from corpus.errors import UnreadableError
from corpus.formats import EXTENSIONS, format_of
from corpus.languages import Language, parse_tag
from corpus.sources.decoding import Decoded, decode
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read
from corpus.sources.encodings import declared
from tests.shared import SHARED, needs_shared

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow  # every encoding on every kind of text; test_decoding has an example of each
# Written for these tests, on anything but PyTorch: what is told must be told of any text.
ZH = """昨天傍晚，一场突如其来的大雨让整座城市陷入混乱。地铁站口挤满了避雨的人，出租车司机摇下车窗，大声喊着目的地。
老王站在屋檐下，手里提着刚买的两条鲫鱼，心想今晚的汤怕是要凉了。
“你还记得那年冬天吗？”她轻声问。他没有回答，只是望着窗外的梧桐树，叶子已经落光了，枝头停着一只灰色的麻雀。
市政府宣布，下个月起将免费开放全市十二座博物馆，市民凭身份证即可预约参观。
切好的土豆丝用清水泡十分钟，锅里放油烧热，下花椒、干辣椒爆香，再倒入土豆丝大火翻炒，出锅前淋少许醋。
"""
TW = """昨天傍晚，一場突如其來的大雨讓整座城市陷入混亂。捷運站口擠滿了躲雨的人，計程車司機搖下車窗，大聲喊著目的地。
老王站在屋簷下，手裡提著剛買的兩條鯽魚，心想今晚的湯怕是要涼了。
「你還記得那年冬天嗎？」她輕聲問。他沒有回答，只是望著窗外的梧桐樹，葉子已經落光了，枝頭停著一隻灰色的麻雀。
市政府宣布，下個月起將免費開放全市十二座博物館，市民憑身分證即可預約參觀。
切好的馬鈴薯絲用清水泡十分鐘，鍋裡放油燒熱，下花椒、乾辣椒爆香，再倒入馬鈴薯絲大火翻炒，起鍋前淋少許醋。
"""
JA = """昨日の夕方、突然の大雨で町じゅうが混乱した。駅の改札口には雨宿りをする人があふれ、タクシーを待つ列は橋のたもとまで続いていた。
「あの冬のことを覚えている？」と彼女は小さな声で尋ねた。彼は何も答えず、窓の外の桜の木を眺めていた。
市は来月から市内の博物館十二か所を無料で公開すると発表した。窓口で身分証を見せれば誰でも入館できる。
じゃがいもは細切りにして水に十分さらし、熱したフライパンに油をひいて強火で炒める。
祖父は毎朝六時に起きて、庭の盆栽に水をやる。ラジオ体操が終わると、新聞を広げてコーヒーを飲むのが日課だ。
"""
EN = """The storm came without warning, and the city stopped. People crowded at the entrance of the station.
A tensor is an array of numbers with a shape. Slice it before you move it to another device.
"""
TEXTS = {"zh": ZH, "zh-TW": TW, "ja": JA, "en": EN}
OLDER = {
    "zh": {"gb2312": "GB18030", "gbk": "GB18030", "gb18030": "GB18030"},
    "zh-TW": {"big5": "Big5", "cp950": "Big5", "big5hkscs": "Big5", "gb18030": "GB18030"},
    "ja": {"shift_jis": "Shift_JIS", "cp932": "Shift_JIS", "euc_jp": "EUC-JP", "iso2022_jp": "ISO-2022-JP"},
    "en": {},
}
UNICODE = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16-le": "UTF-16LE",
    "utf-16-be": "UTF-16BE",
    "utf-32-le": "UTF-32LE",
    "utf-32-be": "UTF-32BE",
}

XML_UNIT = "<trans-unit><source>LINE</source><target>LINE</target></trans-unit>\n"
TMX_UNIT = '<tu><tuv xml:lang="en"><seg>LINE</seg></tuv><tuv xml:lang="TAG"><seg>LINE</seg></tuv></tu>\n'
UNITS = {  # what stands before the units, each, and after them
    ".po": ("", 'msgid "LINE"\nmsgstr "LINE"\n\n', ""),
    ".xlf": ("<xliff><file>\n", XML_UNIT, "</file></xliff>\n"),
    ".xliff": ("<xliff><file>\n", XML_UNIT, "</file></xliff>\n"),
    ".tmx": ("<tmx><body>\n", TMX_UNIT, "</body></tmx>\n"),
    ".csv": ("source,target\n", '"LINE","LINE"\n', ""),
    ".tsv": ("source\ttarget\n", "LINE\tLINE\n", ""),
    ".json": ('{"": "', 'LINE", "LINE": "', '"}'),
    ".arb": ('{"": "', 'LINE", "LINE": "', '"}'),
    ".yaml": ("a:\n", "  - 'LINE'\n", ""),
    ".yml": ("a:\n", "  - 'LINE'\n", ""),
    ".properties": ("", "a = LINE\n", ""),
}


# --- every format × encoding × language × line end, through the door that a build uses


def written(text: str, extension: str, tag: str) -> str:
    """A page with these paragraphs in the format of an extension."""
    if extension == ".ipynb":
        return json.dumps({"cells": [{"cell_type": "markdown", "source": text}]}, ensure_ascii=False)
    if extension == ".py":
        return f'"""\n====\n标题\n====\n\n{text}"""\n'.replace("标题", text[:2])
    if extension in UNITS:
        head, unit, end = UNITS[extension]
        return head + "".join(unit.replace("LINE", line).replace("TAG", tag) for line in text.splitlines()) + end
    if "html" not in EXTENSIONS[extension]:
        return text
    paragraphs = "\n".join(f"<p>{line}</p>" for line in text.splitlines())
    return f"<!doctype html>\n<html><body><article>\n{paragraphs}\n</article></body></html>\n"


CASES = [
    (extension, tag, codec, name)
    for extension in EXTENSIONS
    for tag in TEXTS
    for codec, name in (UNICODE | OLDER[tag]).items()
    if (extension, tag) != (".tmx", "en")  # a memory names its languages; English alone has no translation
]


@pytest.mark.parametrize(("extension", "tag", "codec", "name"), CASES)
@pytest.mark.parametrize("is_placed", [True, False], ids=["in a folder of its language", "anywhere"])
def test_page_is_read_to_the_letter(tmp_path, extension, tag, codec, name, is_placed):
    for line_end in ("\n", "\r\n", "\r"):
        page = written(TEXTS[tag], extension, tag).replace("\n", line_end)
        path = tmp_path / f"page{extension}"
        path.write_bytes(page.encode(codec))
        language = parse_tag(tag)
        assert language is not None
        document = read(
            PlacedFile(path, path.name, EXTENSIONS[extension], "page", language if is_placed else None), 1 << 20
        )
        assert (document.status, document.reason, document.lang) == ("ok", None, language.lang)
        assert [entry.value for entry in document.metadata if entry.key == "encoding"] == [name] * (name != "UTF-8")
        if format_of(document.media_type).is_extracted:
            assert all(line in document.text for line in TEXTS[tag].splitlines())
        else:
            assert document.text == page


# --- pieces of every length: read right or not at all


def pieces(text: str, codec: str, count: int, seed: int = 1) -> list[str]:
    """Stretches of 10 to 1,000 characters, as far as the encoding can hold them, that are not ASCII alone."""
    draw = random.Random(seed)
    stretches = []
    for length in (10, 20, 40, 80, 200, 1000) * count:
        start = draw.randrange(max(1, len(text) - length))
        piece = text[start : start + length].encode(codec, "ignore").decode(codec)
        if not piece.isascii() and not is_utf8(piece.encode(codec)):
            stretches.append(piece)
    return stretches


def is_utf8(data: bytes) -> bool:
    """Two-byte characters may be valid UTF-8 by chance (伪 in GB18030 is α); then UTF-8 is what is read."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def confusion(text: str, codec: str, locale: str, count: int) -> Counter[str]:
    """How many pieces were read right, wrong and not at all, and how many long ones were not read."""
    outcome: Counter[str] = Counter()
    for piece in pieces(text, codec, count):
        try:
            verdict = "right" if decode(piece.encode(codec), locale).text == piece else f"wrong: {piece!r}"
        except UnreadableError:
            verdict = "unread" if sum(character > "\x7f" for character in piece) < 40 else f"unread: {piece!r}"
        outcome[verdict] += 1
    return outcome


def own_text(tag: str) -> str:
    lang = tag[:2]
    files = sorted([*ROOT.glob(f"corpus/samples/*/{lang}.md"), *ROOT.glob(f"tests/gold/pages/*.{lang}.txt")])
    return in_script("\n".join(file.read_text(encoding="utf-8") for file in files), tag)


def in_script(text: str, tag: str) -> str:
    # A few signs stand for two characters in Big5 (• and ‧, ～ and ∼): there the web's choice is read, see below.
    return (
        opencc.OpenCC("s2twp").convert(text).translate(dict.fromkeys(map(ord, "•‧～∼／¥¢£¯‾①②③④⑤⑥⑦⑧⑨⑩")))
        if tag == "zh-TW"
        else text
    )


ALL = [(tag, codec) for tag, codecs in OLDER.items() for codec in codecs if not codec.startswith("iso2022")]


@pytest.mark.slow
@pytest.mark.parametrize("has_hint", [True, False], ids=["hint", "no hint"])
@pytest.mark.parametrize(("tag", "codec"), [*ALL, ("zh", "utf-16-le"), ("zh-TW", "utf-16-be"), ("ja", "utf-16-le")])
def test_no_piece_of_a_page_is_misread_and_no_long_one_is_refused(tag, codec, has_hint):
    for text in (own_text(tag), TEXTS[tag]):
        outcome = confusion(text, codec, tag if has_hint else "", 12)
        assert set(outcome) <= {"right", "unread"}
        assert outcome["right"] > outcome["unread"]


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize(("tag", "codec"), ALL)
def test_no_piece_of_real_documentation_is_misread(tag, codec):
    lang = "ja" if tag == "ja" else "zh"
    files = sorted((SHARED / "data/hf-course/docs").glob(f"{lang}*/**/*.mdx"))[:60]
    files += sorted((SHARED / "articles").glob(f"*/{lang}.txt"))
    text = in_script("\n".join(file.read_text(encoding="utf-8") for file in files), tag)
    outcome = confusion(text.translate(dict.fromkeys(map(ord, "〜−"))), codec, "", 60)
    assert set(outcome) <= {"right", "unread"}
    assert outcome["right"] > 5 * outcome["unread"]


# --- what is not read

FOREIGN = {
    "EUC-KR": ("cp949", "어제 저녁 갑작스러운 폭우로 도시 전체가 혼란에 빠졌다. 텐서의 크기를 바꾸려면 다음 함수를 호출한다.\n"),
    "KOI8-R": ("koi8_r", "Вчера вечером внезапный ливень погрузил весь город в хаос. Тензор можно изменить.\n"),
    "Windows-1251": ("cp1251", "Вчера вечером внезапный ливень погрузил весь город в хаос. Тензор можно изменить.\n"),
    "ISO-8859-5": ("iso8859_5", "Вчера вечером внезапный ливень погрузил весь город в хаос. Тензор можно изменить.\n"),
    "Windows-1252": ("cp1252", "Hier soir, une pluie soudaine a plongé la ville dans le désordre. À l’entrée du métro…\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", FOREIGN)
@pytest.mark.parametrize("locale", ["", "zh", "zh-TW", "ja", "en"])
def test_encoding_that_is_not_read_is_named(name, locale):
    codec, text = FOREIGN[name]
    with pytest.raises(UnreadableError, match=rf"^not UTF-8: 0x[\da-f]+ at byte \d+ .*looks like {name}, which taiyaku does not read; save it as UTF-8$"):  # fmt: skip
        decode(text.encode(codec), locale)


STRANGE = [
    ("Thai", "cp874", "เมื่อวานตอนเย็นฝนตกหนักทำให้ทั้งเมืองวุ่นวาย ผู้คนเบียดเสียดกันที่ทางเข้าสถานี"),
    ("Greek", "iso8859_7", "Χθες το βράδυ μια ξαφνική βροχή βύθισε την πόλη στο χάος."),
    ("Hebrew", "iso8859_8", "אתמול בערב גשם פתאומי הכניס את כל העיר לכאוס."),
    ("Arabic", "cp1256", "أمس مساء تسبب مطر مفاجئ في فوضى في المدينة كلها. هل تتذكر ذلك الشتاء؟"),
    ("Polish", "iso8859_2", "Wczoraj wieczorem nagła ulewa pogrążyła całe miasto w chaosie. Źdźbło, żółć, gęś."),
    ("Turkish", "cp1254", "Dün akşam aniden başlayan yağmur şehri karıştırdı. Gülümsedi, çünkü öyleydi."),
    ("Vietnamese", "cp1258", "Tôi hôm qua, môt con mua làm cả thành phô hôn loan."),
    ("English of a Macintosh", "mac_roman", "The storm came without warning — and the city stopped. “Do you remember?” she asked."),
    ("Korean of the Internet", "iso2022_kr", "어제 저녁 갑작스러운 폭우"),
    ("random bytes", "latin-1", "".join(map(chr, random.Random(1).randbytes(400).replace(b"\0", b"\1")))),
    ("all bytes", "latin-1", "".join(map(chr, range(1, 256)))),
    ("one byte over and over", "latin-1", "\xff" * 100),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "codec", "text"), STRANGE, ids=[case[0] for case in STRANGE])
@pytest.mark.parametrize("locale", ["", "zh", "zh-TW", "ja", "en"])
def test_text_of_no_encoding_of_ours_is_refused_in_whole_and_in_part(fact, codec, text, locale):
    data = text.encode(codec, "ignore")
    for number in range(0, len(data), 20):
        for piece in (data[number : number + 20], data[number : number + 60], data):
            if not is_utf8(piece):
                with pytest.raises(UnreadableError):
                    decode(piece, locale)


@pytest.mark.parametrize("text", [ZH, TW, JA, "The café’s naïve model — “déjà vu”, she said…\n" * 3, "def f():\n\xa0\xa0\xa0\xa0return\xa0x\n"])  # fmt: skip
def test_one_wrong_byte_in_utf8_is_named_and_never_another_encoding(text):
    data, draw = text.encode(), random.Random(1)
    places = [offset for offset, byte in enumerate(data) if byte > 0x7F]
    for offset in draw.sample(places, min(12, len(places))):
        wrong = data[:offset] + b"\xff" + data[offset + 1 :]
        with pytest.raises(UnreadableError, match=r"^broken UTF-8: 0x[\da-f]+ at byte [\d,]+ \(.*\); fix it or save it as UTF-8$") as error:  # fmt: skip
            decode(wrong)
        with pytest.raises(UnicodeDecodeError) as strict:
            wrong.decode()
        assert f" at byte {strict.value.start:,} (" in str(error.value)


@pytest.mark.parametrize(("tag", "codec"), ALL)
def test_one_wrong_byte_in_an_older_encoding_is_named(tag, codec):
    right = TEXTS[tag].encode(codec)
    with pytest.raises(UnreadableError, match=rf"^broken {OLDER[tag][codec]}: 0xff at byte {len(right):,} \(illegal multibyte sequence\)"):  # fmt: skip
        decode(right + b"\xff\n")


@pytest.mark.parametrize(("tag", "codec"), ALL)
def test_two_encodings_in_one_file_are_refused(tag, codec):
    older, line = TEXTS[tag].encode(codec), TEXTS[tag].splitlines()[0]
    for length in range(5, len(line), 5):
        with pytest.raises(UnreadableError, match=r"; (?:fix it or )?save it as UTF-8$"):
            decode(older + line[:length].encode() + b"\n" + older)


# --- single facts

FACTS = [
    ("four bytes of GB18030", "这里有表情🎉和生僻字𠮷，还能读吗", "gb18030", "GB18030"),
    ("GB18030 of Traditional text", "這裡有一個關於張量的問題", "gb18030", "GB18030"),
    ("GB18030 that quotes Japanese", "日语里写作テンソル，读音也差不多是这样", "gb18030", "GB18030"),
    ("Cantonese of Hong Kong", "佢哋喺度做咗好多嘢，唔知點解。今日天氣好熱，大家一齊去海邊游水", "big5hkscs", "Big5"),
    ("half-width katakana", "ﾃﾝｿﾙの形を変えるにはﾋﾞｭｰを使います", "cp932", "Shift_JIS"),
    ("signs of NEC in Shift_JIS", "①次に㈱日本の製品を選びます", "cp932", "Shift_JIS"),
    ("signs of NEC in EUC-JP", "①次に㈱日本の製品を選びます", "euc_jis_2004", "EUC-JP"),
    ("three bytes of EUC-JP", "鷗外の本名は森林太郎といいます。丂という字もあります", "euc_jp", "EUC-JP"),
    ("kanji alone", "深層学習入門講座第一回配布資料", "euc_jp", "EUC-JP"),
    ("katakana alone", "テンソルカーネルオプティマイザー", "euc_jp", "EUC-JP"),
    ("a few words in much code", "import torch\nx = torch.ones(2, 3)\n" * 200 + "# 先把张量移到另一个设备上\n" + "print(x)\n" * 200, "gb18030", "GB18030"),
    ("the same in Shift_JIS", "import torch\nx = torch.ones(2, 3)\n" * 200 + "# テンソルを別のデバイスへ移す\n" + "print(x)\n" * 200, "cp932", "Shift_JIS"),
    ("one line over and over", "我们训练模型。" * 50, "gb18030", "GB18030"),
    ("UTF-16 without a line end", "这里没有换行也没有英文字母", "utf-16-be", "UTF-16BE"),
    ("UTF-32 without a mark", "张量和算子", "utf-32-le", "UTF-32LE"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "codec", "name"), FACTS, ids=[case[0] for case in FACTS])
def test_text_is_read(fact, text, codec, name):
    assert decode(text.encode(codec)) == Decoded(text, name)


def test_signs_of_big5_are_those_of_the_web():
    """Python's Big5-HKSCS has • for 0xA145 and ∼ for 0xA1E3; browsers and Windows have ‧ and ～."""
    data = "湯姆先生說，今天的氣溫大約".encode("big5") + b"\xa1\x45\xa1\xe3" + "八到十度".encode("big5")
    assert decode(data).text == "湯姆先生說，今天的氣溫大約‧～八到十度"


LABELS = [
    (b'<meta charset="gb2312">', "GB18030"),
    (b"<META http-equiv=Content-Type content='text/html; charset=Big5-HKSCS'>", "Big5"),
    (b'<meta charset = "x-sjis" />', "Shift_JIS"),
    (b'<meta charset="windows-31j">', "Shift_JIS"),
    (b'<?xml version="1.0" encoding="euc-jp"?>', "EUC-JP"),
    (b"# -*- mode: python; coding: euc-jp-unix -*-", "EUC-JP"),
    (b"<meta charset=utf-8>", "UTF-8"),
    (b'<meta charset="ks_c_5601-1987">', "EUC-KR"),
    (b'<meta charset="nonsense">', None),
    (b'<meta name="viewport" content="width=device-width">', None),
    (b"---\nencoding: gbk\ncharset: gbk\n---\n", None),
    (b"a" * 5000 + b"<meta charset=gbk>", None),
]


@pytest.mark.parametrize(("page", "name"), LABELS)
def test_declared_encoding(page, name):
    assert declared(page) == name


def test_declaration_decides_where_little_tells():
    text = "<meta charset=%s><p>張</p>"
    with pytest.raises(UnreadableError):
        decode((text % "none").encode("big5"))
    assert decode((text % "big5").encode("big5")) == Decoded(text % "big5", "Big5")


@pytest.mark.parametrize("label", ["utf-8", "iso-8859-1", "shift_jis", "euc-jp", "big5"])
def test_declaration_that_the_text_refutes_is_not_followed(label):
    page = f"<meta charset={label}>\n<p>{ZH}</p>"
    assert decode(page.encode("gb18030")) == Decoded(page, "GB18030")


def test_folder_decides_where_little_tells():
    with pytest.raises(
        UnreadableError,
        match=r"^not UTF-8: 0xc1 at byte 2 .* it may be GB18030, but too little tells; save it as UTF-8$",
    ):
        decode("训练".encode("gb18030"))
    assert decode("训练".encode("gb18030"), "zh") == Decoded("训练", "GB18030")


def test_folder_does_not_decide_against_the_text():
    assert decode(JA.encode("cp932"), "zh").text == JA
    assert decode(ZH.encode("gb18030"), "ja").text == ZH


def test_language_of_the_folder_reaches_the_decoder(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("训练".encode("gb18030"))
    document = read(PlacedFile(path, "zh/a.txt", "text/plain", "a", Language("zh", "zh")), 1 << 20)
    assert (document.status, document.text) == ("ok", "训练")
