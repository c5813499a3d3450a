"""Laws of the matcher that hold for any text."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from corpus.records import Span
from glossary.matching import Matcher, Text, glosses
from tests.glossary.small import matcher, termbase

CONCEPTS = (
    'id = "tensor"\nen.preferred = "tensor"\nzh.preferred = "张量"\nzh.admitted = ["tensor"]\nja.preferred = "テンソル"',
    'id = "tensor-core"\nen.preferred = "Tensor Core"\nzh.preferred = "Tensor Core"\nja.preferred = "Tensor コア"',
    'id = "pytorch"\nkeep = true\nen.preferred = "PyTorch"\nzh.wrong = ["火炬"]',
    'id = "memory-profiler"\nen.preferred = "memory profiler"\nzh.preferred = "内存分析器"\nja.preferred = "メモリプロファイラー"',
    'id = "profiler"\nen.preferred = "profiler"\nzh.preferred = "分析器"\nja.preferred = "プロファイラ"',
    'id = "graph"\nen.preferred = "graph"\nzh.preferred = "图"\nja.preferred = { form = "グラフ", not_in = ["グラフA"] }',
)
GLOSSARY = matcher(*CONCEPTS)
WIDER = Matcher(
    termbase(*CONCEPTS, 'id = "other"\nen.preferred = "qqxx"\nzh.preferred = "鑫鑫"\nja.preferred = "ヱヱヱ"')
)

PIECES = ["張量", "記憶體", "(", ")", "（", "）", "「", "」", "分佈", "Tensor", "tensors", " ", "コア", "PyTorch", "Pytorch", "火炬", "メモリ", "・", "プロファイラ", "ー", "内存", "分析器",
          "张量", "图", "グラフ", "A", "s", "_", ".", "1.9", "\n", "  ", "\u200b", "Ｔｅｎｓｏｒ", "ﾃﾝｿﾙ", "-", "库", "的", "qqxx", "é"]  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=2)), max_size=14).map("".join)
LANGS = st.sampled_from(["zh", "ja", "en"])
SENTENCES = st.text(st.sampled_from("。！？"), min_size=1, max_size=1)


@given(TEXTS, LANGS, st.booleans())
def test_surface_is_true_to_the_text(text, lang, cut):
    borders = set(range(len(text) + 1)) if cut else None
    for mention in GLOSSARY.find(text, lang, borders=borders):
        assert text[mention.start : mention.end] == mention.surface != ""
        assert 0 < mention.confidence <= 1


@given(TEXTS, LANGS)
def test_mentions_cross_nowhere_and_only_nested_ones_lie_inside_others(text, lang):
    mentions = GLOSSARY.find(text, lang, borders=set(range(len(text) + 1)))
    outer = [(mention.start, mention.end) for mention in mentions if not mention.nested]
    assert all(before[1] <= after[0] for before, after in pairwise(outer))
    for mention in mentions:
        if mention.nested:
            assert any(
                start <= mention.start and mention.end <= end and mention.surface != text[start:end]
                for start, end in outer
            )


@given(TEXTS, LANGS)
def test_unrelated_concept_changes_no_other_mention(text, lang):
    mentions = [mention for mention in WIDER.find(text, lang) if mention.concept_id != "other"]
    assert mentions == GLOSSARY.find(text, lang)


@given(TEXTS, SENTENCES, TEXTS, LANGS)
def test_pieces_split_at_a_sentence_end_give_the_whole(first, end, second, lang):
    whole = GLOSSARY.find(first + end + second, lang)
    places = [(mention.start, mention.end, mention.concept_id, mention.status, mention.nested) for mention in whole]
    offset = len(first + end)
    parts = [
        (mention.start, mention.end, mention.concept_id, mention.status, mention.nested)
        for mention in GLOSSARY.find(first + end, lang)
    ]
    parts += [
        (mention.start + offset, mention.end + offset, mention.concept_id, mention.status, mention.nested)
        for mention in GLOSSARY.find(second, lang)
    ]
    assert places == parts


@given(TEXTS, LANGS, st.integers(0, 40), st.integers(1, 10))
def test_nothing_touches_a_protected_span(text, lang, start, length):
    spans = [Span(start, min(start + length, len(text)), "url")] if start < len(text) else []
    for mention in GLOSSARY.find(text, lang, spans):
        assert all(mention.end <= span.start or span.end <= mention.start for span in spans)


@given(TEXTS, LANGS)
def test_finding_twice_finds_the_same(text, lang):
    assert GLOSSARY.find(text, lang) == matcher(*CONCEPTS).find(text, lang)


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=6), LANGS, st.booleans())
def test_many_at_once_are_found_as_one_by_one(pairs, lang, cut):
    texts = [Text(text, context=context, borders=set(range(len(text) + 1)) if cut else None) for text, context in pairs]
    alone = [GLOSSARY.find(text.text, lang, context=text.context, borders=text.borders) for text in texts]
    assert GLOSSARY.find_all(texts, lang) == alone


@given(TEXTS, LANGS)
def test_glosses_lie_in_brackets_after_their_terms(text, lang):
    for gloss in glosses(text, GLOSSARY.find(text, lang)):
        assert 0 <= gloss.term[0] < gloss.term[1] < gloss.gloss[0] < gloss.gloss[1] < len(text)
        assert text[gloss.term[1] : gloss.gloss[0]].strip() and not text[slice(*gloss.gloss)].isspace()


@given(TEXTS)
def test_script_moves_no_offset(text):
    places = [(mention.start, mention.end) for mention in GLOSSARY.find(text, "zh") if mention.concept_id == "tensor"]
    swapped = GLOSSARY.find(text.replace("張量", "张量"), "zh")
    assert [(mention.start, mention.end) for mention in swapped if mention.concept_id == "tensor"] == places
