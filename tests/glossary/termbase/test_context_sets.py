"""Sets of context words that entries name."""

from __future__ import annotations

import pytest

from glossary.exchange.entry_tables.entry_rows import entry_rows
from glossary.loading import load
from glossary.matching import Text
from glossary.termbase.context_sets import context_sets, with_set_names, with_set_words
from glossary.termbase.display import entry
from glossary.termbase.fault import Place
from glossary.termbase.termbase import GlossaryError
from tests.glossary.small import matcher, termbase

LIBRARY = 'id = "library"\nzh.preferred = { form = "书库", only_near = ["书架", "@training"] }'


def test_a_name_stands_for_the_words_of_its_set_in_every_language():
    (form,) = termbase(LIBRARY).concepts[0].in_language("zh")
    assert form.only_near == ("书架", *context_sets()["@training"])
    assert {"gradient", "梯度", "勾配"} < set(form.only_near)


def test_lists_that_have_all_words_of_a_set_are_shown_with_its_name():
    (form,) = termbase(LIBRARY).concepts[0].in_language("zh")
    assert with_set_names(form.only_near) == ("@training", "书架")
    assert with_set_names(("梯度", "训练")) == ("梯度", "训练")


def test_exports_and_what_is_shown_of_an_entry_have_the_name():
    library = termbase(LIBRARY)
    assert any("@training" in row.get("only_near", "") for row in entry_rows(library))
    assert "only near @training, 书架" in "".join(part[0] for line in entry(library.concepts[0]) for part in line)


def test_a_word_of_the_set_is_context():
    found = matcher(LIBRARY).find_all
    assert [len(terms) for terms in found([Text("训练时用书库"), Text("街上的书库")], "zh")] == [1, 0]


@pytest.mark.parametrize("word", ["@property", "@torch.jit.script", "模型", ""])
def test_other_words_are_themselves(word: str):
    assert with_set_words([word], Place()) == (word,)


def test_a_slip_of_a_name_is_refused():
    with pytest.raises(GlossaryError, match=r"only_near names '@trainng', which is no set; did you mean '@training'\?"):
        termbase(LIBRARY.replace("@training", "@trainng"))


def test_every_set_is_used_and_has_no_word_twice():
    used = {name for concept in load([]).concepts for form in concept.forms for name in with_set_names(form.only_near)}
    assert used >= set(context_sets())
    assert all(len(words) == len(set(words)) for words in context_sets().values())
