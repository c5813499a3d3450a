"""Which texts an edit of the glossary can meet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glossary.findings.edit_reach import EditReach, searched
from glossary.termbase.termbase import Form, Termbase
from tests.glossary.small import termbase

ENTRIES = (
    ("checkpointing", "gradient checkpointing", "梯度检查点", "勾配チェックポインティング"),
    ("embedding", "embedding", "嵌入", "組み込み"),
    ("tensor", "tensor", "张量", "テンソル"),
)


def small_termbase() -> Termbase:
    return termbase(
        *(
            {"id": name, "en": {"preferred": en}, "zh": {"preferred": zh}, "ja": {"preferred": ja}}
            for name, en, zh, ja in ENTRIES
        )
    )


def edited(concept_id: str, *forms: Form) -> EditReach:
    """What changes when an entry gains forms, or goes where none are given."""
    before = small_termbase()
    concepts = [
        replace(concept, forms=(*concept.forms, *forms)) if concept.id == concept_id else concept
        for concept in before.concepts
        if forms or concept.id != concept_id
    ]
    return EditReach(before, Termbase(tuple(concepts), "edited"))


WRONG = Form("zh", "渐变检查点", "wrong", "any")


@pytest.mark.parametrize(
    "text",
    [
        "用梯度检查点来节省内存",
        "用**梯度**检查点",
        "用梯度檢查點",
        "渐变检查点",
        "Gradient-Checkpointing",
        "gradients are checkpointed",
        "勾配チェック・ポインティング",
        "勾配ﾁｪｯｸﾎﾟｲﾝﾃｨﾝｸﾞ",
        "梯度" + "的" * 100 + "梯度检查点",
    ],
)
def test_texts_that_may_have_a_form_are_met(text: str):
    assert edited("checkpointing", WRONG).can_meet(searched([text]))


@pytest.mark.parametrize(
    "text",
    ["张量是数组", "テンソル", "A tensor is an array.", "检查代码", "梯度", "gradients" + "的" * 500 + "checkpoints"],
)
def test_others_are_not(text: str):
    assert not edited("checkpointing", WRONG).can_meet(searched([text]))


@pytest.mark.parametrize("text", ["組込", "組みこむ", "組み込んだ"])
def test_other_okurigana_is_met(text: str):
    assert edited("embedding", Form("ja", "埋め込み", "wrong", "any")).can_meet(searched([text]))


@pytest.mark.parametrize("text", ["tesnorpipe", "tensrpipe", "tensorppipe", "tensorpipes"])
def test_slip_of_a_new_word_is_met(text: str):
    assert edited("tensor", Form("en", "tensorpipe", "admitted", "any")).can_meet(searched([text]))


def test_entry_that_goes_is_met():
    assert edited("embedding").can_meet(searched(["词嵌入"]))
    assert not edited("embedding").can_meet(searched(["张量"]))


def test_other_definition_meets_nothing():
    before = small_termbase()
    after = Termbase(tuple(replace(concept, definition="Another.") for concept in before.concepts), "edited")
    assert not EditReach(before, after).can_meet(searched(["gradient checkpointing 梯度检查点"]))


def test_word_of_a_new_definition_is_met():
    before = small_termbase()
    after = Termbase(tuple(replace(concept, definition="As in tensorpipe.") for concept in before.concepts), "edited")
    reach = EditReach(before, after)
    assert reach.can_meet(searched(["用 tesnorpipe 传输"])) and reach.can_meet(searched(["tensorpipes"]))
    assert not reach.can_meet(searched(["张量"]))


def test_word_that_other_entries_say_anyway_is_not_met():
    first, *others = small_termbase().concepts
    before = Termbase((replace(first, definition="As in tensorpipe."), *others), "before")
    also = replace(others[0], definition="Unlike tensorpipe.")
    after = Termbase((before.concepts[0], also, *others[1:]), "after")
    assert not EditReach(before, after).can_meet(searched(["用 tesnorpipe 传输"]))
    assert EditReach(before, after).can_meet(searched(["unlkie others"]))


def test_many_edits_meet_everything():
    before = small_termbase()
    more = tuple(replace(before.concepts[0], id=f"more-{number}") for number in range(301))
    assert EditReach(before, Termbase((*before.concepts, *more), "edited")).can_meet(searched(["nothing of it"]))
