"""Lexicons: learned from beads, written and read back, and those that come with taiyaku."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.alignment import ibm1
from corpus.alignment.aligner import align_documents
from corpus.alignment.ibm1 import learn
from corpus.alignment.lexicon import Lexicon, LexiconError, lexicon_text, lexicons, parse_lexicon
from tests.corpus.alignment.made import said

PAIRS = [
    (("训练", "模型"), ("model", "train")),
    (("模型", "加载"), ("load", "model")),
    (("训练", "数据"), ("data", "train")),
    (("加载", "数据"), ("data", "load")),
]


def partners(lexicon: Lexicon, word: str) -> list[str]:
    """The partners of a source word, the likeliest first."""
    return [target for target, _ in sorted(lexicon.by_source.get(word, []), key=lambda partner: -partner[1])]


def test_words_that_always_meet_are_pairs_and_others_are_not():
    learned = learn(PAIRS * 3, Lexicon())
    assert {word: partners(learned, word) for word in ("训练", "模型", "加载", "数据")} == {
        "训练": ["train"],
        "模型": ["model"],
        "加载": ["load"],
        "数据": ["data"],
    }
    assert learned.source["模型"] == 6 and learned.target["model"] == 6


def test_pair_met_once_among_many_words_is_discounted_away():
    assert learn([(tuple("abcdefgh"), tuple("stuvwxyz"))], Lexicon()).pairs == {}


def test_what_is_known_decides_between_words_that_meet_once():
    lexicon = Lexicon({("算子", "oper"): 20.0}, {"算子": 20.0}, {"oper": 20.0})
    learned = learn([(("算子", "注册"), ("oper", "regist"))], lexicon)
    assert partners(learned, "算子") == ["oper"] and "oper" not in partners(learned, "注册")


@pytest.mark.parametrize("beads", [[], [((), ())], [(("a",), ())]])
def test_nothing_is_learned_from_nothing(beads):
    assert learn(beads, Lexicon()).pairs == {}


@pytest.mark.parametrize(
    ("lexicon", "rounds"), [(Lexicon(), 2), (Lexicon({("张量", "tensor"): 9.0}, {"张量": 9.0}, {"tensor": 9.0}), 1)]
)
def test_pages_are_aligned_once_to_learn_on_top_of_a_lexicon(
    lexicon: Lexicon, rounds: int, monkeypatch: pytest.MonkeyPatch
):
    aligned = []

    def noted(*arguments):
        aligned.append(align_documents(*arguments))
        return aligned[-1]

    monkeypatch.setattr(ibm1, "align_documents", noted)
    pair = [said("张量 算子"), said("张量")], [said("tensor operator"), said("tensor")]
    assert ibm1.learned([pair], ("zh", "en"), lexicon).beads == [aligned[-1]]
    assert len(aligned) == rounds


def test_sum_and_turned():
    lexicon = Lexicon({("a", "x"): 1.0}, {"a": 2.0}, {"x": 3.0})
    assert (lexicon + lexicon).pairs == {("a", "x"): 2.0} and (lexicon + Lexicon()).source == {"a": 2.0}
    assert lexicon.inverse == Lexicon({("x", "a"): 1.0}, {"x": 3.0}, {"a": 2.0})


def test_lexicon_survives_its_file():
    learned = learn(PAIRS * 3, Lexicon())
    read = parse_lexicon(lexicon_text(learned, ["provenance", "more"]), "zh-en.tsv")
    assert read.source == learned.source and read.target == learned.target
    assert {pair: round(count, 1) for pair, count in learned.pairs.items()} == read.pairs


@pytest.mark.parametrize("line", ["a\tb", "a\tb\tc", "a b 1", "a\tb\t1\t2", "a\tb\tnan", "a\tb\tinf", "a\tb\t-1"])
def test_bad_line_names_file_line_and_remedy(line):
    remedy = "a line is word, tab, word, tab, count; make the file again with `taiyaku lexicon train --out`"
    with pytest.raises(LexiconError) as raised:
        parse_lexicon(f"# head\n{line}\n", "en-zh.tsv")
    assert str(raised.value) == f"en-zh.tsv:2: {line!r} is no line of a lexicon; {remedy}"


@pytest.mark.parametrize(
    ("source", "target", "word", "partner"),
    [
        ("en", "zh", "train", "训练"),
        ("zh", "en", "训练", "train"),
        ("ja", "en", "学習", "train"),
        ("zh", "ja", "模型", "モデル"),
        ("ja", "zh", "モデル", "模型"),
    ],
)
def test_shipped_lexicon_knows_common_words_both_ways(source, target, word, partner):
    assert partners(lexicons().of(source, target), word)[0] == partner


def test_languages_without_lexicon_have_an_empty_one():
    assert lexicons().of("en", "en") == Lexicon()


def test_fingerprint_is_short_and_of_these_files():
    assert len(lexicons().fingerprint) == 8 and lexicons().fingerprint == lexicons().fingerprint


# --- folders


def folder(path: Path, **files: str) -> Path:
    for name, text in files.items():
        (path / f"{name.replace('_', '-')}.tsv").write_text(text, encoding="utf-8")
    return path


def test_folder_is_added_to_what_comes_with_taiyaku(tmp_path: Path):
    combined = lexicons([folder(tmp_path, zh_en="算子\tquux\t90\n<\t算子\t90\n>\tquux\t90\n")])
    assert combined.of("zh", "en").pairs["算子", "quux"] == combined.of("en", "zh").pairs["quux", "算子"] == 90
    assert partners(combined.of("en", "zh"), "train")[0] == "训练"
    assert combined.fingerprint != lexicons().fingerprint


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "{folder}: no lexicon in it, such as en-zh.tsv; make one with `taiyaku lexicon train --out`"),
        ({"en_fr": ""}, "{folder}/en-fr.tsv: its name should be two of en, ja, zh, as en-zh.tsv"),
        ({"en_en": ""}, "{folder}/en-en.tsv: its name should be two of en, ja, zh, as en-zh.tsv"),
        (
            {"en_zh": "a b c\n"},
            "{folder}/en-zh.tsv:1: 'a b c' is no line of a lexicon; a line is word, tab, word, tab, count; "
            "make the file again with `taiyaku lexicon train --out`",
        ),
    ],
)
def test_bad_folder_is_reported_in_one_line(files, message, tmp_path: Path):
    with pytest.raises(LexiconError) as raised:
        lexicons([folder(tmp_path, **files)])
    assert str(raised.value) == message.format(folder=tmp_path)


def test_missing_folder_and_other_encodings_are_reported(tmp_path: Path):
    with pytest.raises(
        LexiconError, match="nowhere: no such folder; name one that `taiyaku lexicon train --out` has written"
    ):
        lexicons([tmp_path / "nowhere"])
    (tmp_path / "en-zh.tsv").write_bytes("train\t训练\t3\n".encode("gb18030"))
    with pytest.raises(LexiconError, match=r"en-zh\.tsv: not UTF-8 at byte 8; save it as UTF-8"):
        lexicons([tmp_path])
