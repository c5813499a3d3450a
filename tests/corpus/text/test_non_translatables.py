"""What a translation keeps: found in a segment, and equal where nothing that counts differs."""

from __future__ import annotations

import pytest

from corpus.text.non_translatables import ADDRESS, MATH, NAME, PLACEHOLDER, form, kept_spans
from corpus.text.segments import segment
from tests.glossary.rules.cases import document_of

SAME = [
    (NAME, "fit()", "fit"),
    (NAME, 'a = "b"', "a='b'"),
    (NAME, "a [1, 2]", "a[1,2]"),
    (NAME, "my\\_name", "my_name"),
    (NAME, "a&lt;b", "a<b"),
    (MATH, r"$x_{i} \, y$", r"\\(x_i y\\)"),
    (MATH, r"$\text{loss}=1$", r"$$\text{損失} = 1$$"),
    (PLACEHOLDER, "{{ name }}", "{{name}}"),
    (PLACEHOLDER, ":ref:`the guide <guide>`", ":ref:`指南 <guide>`"),
]
DIFFERENT = [
    (NAME, "Fit", "fit"),
    (NAME, "pip install a", "pipinstalla"),
    (NAME, "my_ name", "my_name"),
    (MATH, "$a+b$", "$a-b$"),
    (PLACEHOLDER, "{name}", "{names}"),
]


@pytest.mark.parametrize(("kind", "first", "second"), SAME)
def test_what_does_not_count_makes_no_other_form(kind: str, first: str, second: str):
    assert form(first, kind) == form(second, kind)


@pytest.mark.parametrize(("kind", "first", "second"), DIFFERENT)
def test_what_counts_makes_another_form(kind: str, first: str, second: str):
    assert form(first, kind) != form(second, kind)


def test_each_stands_at_its_offsets_without_its_marks():
    document = document_of('用 `a.b()`、{name}、$x+1$ 和 <kbd>Ctrl</kbd>，见[这里](<https://k.example/a> "题")。', "zh")
    spans = [span for part in segment(document) for span in kept_spans(part)]
    assert [(span.text, span.kind) for span in spans] == [
        ("a.b()", NAME),
        ("{name}", PLACEHOLDER),
        ("$x+1$", MATH),
        ("Ctrl", NAME),
        ("https://k.example/a", ADDRESS),
    ]
    assert all(document.text[span.start : span.end] == span.text for span in spans)


def test_tags_keep_their_addresses_and_labels_of_references_nothing():
    document = document_of('见 <a href="/a/b">这里</a> 和 [那里][label]。', "zh")
    assert [span.text for part in segment(document) for span in kept_spans(part)] == ["/a/b"]
