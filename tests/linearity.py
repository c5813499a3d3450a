"""Linearity: readers, rules and patterns run over shapes of two lengths; what is linear takes ten times as long."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from corpus.errors import UnreadableError
from corpus.formats import Format
from corpus.records import Document
from corpus.text.segments import segment
from flows.checking.page_check import source_page, text_page
from flows.options.termbase_cache import glossary
from glossary.findings.engine import check
from glossary.rules.context import RuleContext
from tests.corpus.small import MARKDOWN, document
from tests.patterns import NamedPattern
from tests.shapes import QUADRATIC, TIMES, HungError, alarm, seconds_of, shape

_NOISE = 0.1  # processor's seconds that say nothing
_SHORTEST = 0.001
_HEADS = {
    "zh": "# 张量\n\n张量是多维数组，算子在 GPU 上运行。\n\n",
    "ja": "# テンソル\n\nテンソルは多次元配列です。\n\n",
    "en": "# Tensors\n\nA tensor is an array. Operators run on the GPU.\n\n",
}


def faults(
    run: Callable[[Any], object],
    names: tuple[str, ...],
    length: int,
    most: float,
    make: Callable[[str], Any] = str,
) -> Iterator[str]:
    """Yield the shapes that take longer than `most` seconds, or more than linear time, each with its figures.

    What `make` makes of a shape is run; making it takes no part.
    """
    for name in names:
        long, short = make(shape(name, length)), make(shape(name, length // TIMES))
        try:
            with alarm(most):
                least = min(seconds_of(partial(run, short)) for _ in range(2))  # the first compiles
                seconds = seconds_of(partial(run, long))
                for _ in range(4):  # it may have loaded or compiled what the short one did not need, beside other work
                    if seconds > max(_NOISE, QUADRATIC * max(_SHORTEST, least)):
                        seconds = min(seconds, seconds_of(partial(run, long)))
        except HungError as error:
            yield f"{name}: {error}"
            continue
        growth = seconds / max(_SHORTEST, least)
        if seconds > _NOISE and growth > QUADRATIC:
            yield f"{name}: {seconds:.2f} s, {growth:.0f} times as long as a tenth of it"


def reader(form: Format) -> Callable[[str], object]:
    """Return what reads a page of a format and cuts it into segments; the shape is the page, and what it shows."""

    def read(text: str) -> None:
        for source in (text, _wrapped(text, form.media_type)):
            try:
                content = form.content(source).text
            except UnreadableError:
                continue
            segment(document(content, form.media_type))

    return read


def _wrapped(text: str, media_type: str) -> str:
    """A page of a format that shows a text."""
    if media_type == "application/x-ipynb+json":
        cells: list[dict[str, object]] = [
            {"cell_type": kind, "metadata": {}, "source": text} for kind in ("markdown", "code")
        ]
        return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    if media_type == "text/x-python":
        quoted = text.replace("\\", "\\\\").replace('"""', "")
        return f'"""\nTitle\n=====\n\n{quoted}\n"""\n# %%\n# ' + text.replace("\n", "\n# ")
    return f"# 张量\n\n- 张量 `a` {text}" if media_type == MARKDOWN else ""


def shape_page(lang: str, *, with_original: bool) -> Callable[[str], RuleContext]:
    """Return what makes a page of a shape, aligned with an original of the same shape or by itself.

    Aligning compares all segments of a page with all of its original where nothing in them is certain: of 50,000
    headings in 100 KB it takes a minute, and `max_seconds` bounds it. So it is no part of what rules take.
    """
    termbase = glossary((), False)

    def page(text: str) -> RuleContext:
        source = source_page(replace(_page(text, "en"), doc_id="original"), termbase) if with_original else None
        context = text_page(_page(text, lang), source, termbase)
        _ = context.pairs, context.terms  # aligned here
        return context

    check(page("张量"))  # dictionaries and tables are loaded
    return page


def judged(page: RuleContext) -> None:
    """Judge a page by all rules, none of whose facts are there yet."""
    check(copy(page))


def _page(text: str, lang: str) -> Document:
    head = "" if text.startswith(("---", "+++")) else _HEADS[lang]
    return document(head + text, MARKDOWN, lang)


def pattern_faults(named_pattern: NamedPattern, names: tuple[str, ...], length: int, most: float) -> Iterator[str]:
    """Yield the shapes on which a pattern takes more than linear time."""
    named_pattern.pattern.search("")  # compiled
    for method in named_pattern.methods:
        for fault in faults(partial(named_pattern.run, method), names, length, most):
            yield f"{named_pattern.name}.{method}: {fault}"
