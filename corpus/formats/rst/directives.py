"""Directives of docutils, Sphinx and their extensions: what the argument and the body of each hold."""

from __future__ import annotations

import re
from enum import Enum, auto


class Content(Enum):
    """What a directive holds."""

    PROSE = auto()  # the body is prose; the argument is a path, a label or a setting
    TITLED = auto()  # the argument is a title, the body prose
    RUN_IN = auto()  # the prose of the body may begin where the argument would stand
    VERSION = auto()  # a version, then such prose
    CELLS = auto()  # the argument is a title, the body a list of lists whose items are cells
    ROWS = auto()  # the argument is a title, the body rows of values with commas between them
    CODE = auto()  # the body is code, or what a program reads
    MARKUP = auto()  # nothing that a reader of this page sees as text


_NAMES = {
    Content.PROSE: """
        figure container only ifconfig div grid tab-set tabs glossary compound epigraph pull-quote highlights hlist
        parsed card-carousel role-list line-block header footer class cssclass rst-class function method attribute data
        exception module describe object option program envvar cfunction staticmethod classmethod property decorator
        decoratormethod confval type struct enum enumerator macro member var concept py:function py:method py:class
        py:attribute py:data py:exception py:property py:decorator py:staticmethod py:classmethod c:function c:type
        c:macro c:struct cpp:function cpp:class cpp:member cpp:type cpp:enum cpp:struct
    """,
    Content.TITLED: """
        admonition topic sidebar rubric centered card dropdown details tab tab-item group-tab grid-item grid-item-card
        table exercise solution proof theorem lemma definition corollary example remark aside margin
    """,
    Content.RUN_IN: "attention caution danger error hint important note tip warning seealso todo compare",
    Content.VERSION: "versionadded versionchanged versionremoved deprecated deprecated-removed",
    Content.CELLS: "list-table flat-table",
    Content.ROWS: "csv-table",
    Content.MARKUP: """
        toctree contents sectnum include literalinclude image index meta currentmodule module default-role role
        default-domain highlight target-notes title sectionauthor codeauthor automodule autoclass autofunction
        automethod autoattribute autodata autoexception autosummary includenodoc galleryitem customgalleryitem
        customcarditem customcalloutitem customcardstart customcardend acks tabularcolumns py:module py:currentmodule
    """,
}
_CONTENT = {name: content for content, names in _NAMES.items() for name in re.findall(r"\S+", names)}


def content_of(name: str) -> Content:
    """Return the kind of content of a directive; an unknown one holds code."""
    return _CONTENT.get(name.lower(), Content.CODE)
