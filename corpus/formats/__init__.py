"""Formats: how the pages of each are named, read and cut into blocks, and what their text may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import PurePath
from typing import NamedTuple

from corpus.formats import gallery, html, markdown, notebook, plaintext, po, rst
from corpus.formats.markdown import frontmatter
from corpus.records import Block, Document

# What the blocks of a page depend on beside our code, for the signature.
VERSION = "+".join(f"{name}-{version(name)}" for name in ("markdown-it-py", "mdit-py-plugins", "selectolax"))
TEXT_ATTRIBUTES = "text_attributes"  # the entry of `metadata` that names more attributes whose values readers see


class PageContent(NamedTuple):
    """What was read from the text of a file."""

    text: str  # that offsets speak of
    entries: Mapping[str, str]  # what the file says of itself
    language: str = ""  # the tag that the file gives itself
    media_type: str = ""  # where what it holds tells more than its name
    original: PageContent | None = None  # the English that the file itself has beside each part of its text


def no_keyed_texts(text: str) -> Sequence[frontmatter.Entry]:
    """Return no entries: the head of such pages has no keys."""
    return ()


@dataclass(frozen=True, slots=True)
class Format:
    """One format of pages: whatever depends on the format asks its record."""

    media_type: str
    extensions: tuple[str, ...]
    content: Callable[[str], PageContent]  # of a file's text; raises UnreadableError
    blocks: Callable[..., list[Block]]  # of a text: in order and disjoint, covering all that is not white space
    dialects: Mapping[str, Callable[..., list[Block]]] = field(default_factory=dict)  # the same, by extension
    keyed_texts: Callable[[str], Sequence[frontmatter.Entry]] = no_keyed_texts  # of a page's head, in order
    has_attributes: bool = False  # of tags; `blocks` also takes the names of more that readers see
    has_markup: bool = False  # emphasis, links and tags in a page's text are markup
    has_roles: bool = False  # that markup is reStructuredText's inside a line, not Markdown's
    is_extracted: bool = False  # from the file: the text's lines are not those of the file
    is_converted: bool = False  # the text's markup is not what its author wrote
    name: str = ""  # as messages call its files, where the text is extracted
    is_article: Callable[[str], bool] | None = None  # known by how a file in a folder begins; without it, all are
    comments: Mapping[str, str] = field(default_factory=dict)  # what opens one in the text, and what closes it
    is_bilingual: bool = False  # files hold the English original of what they say
    rewritten: Callable[[str, str], str] | None = None  # an extracted format's file, with another text

    @property
    def keeps_markup(self) -> bool:
        """Return whether the text has markup as its author wrote it."""
        return self.has_markup and not self.is_converted


def _plain_content(source: str) -> PageContent:
    return PageContent(source, {})


def _markdown_content(source: str) -> PageContent:
    return PageContent(source, frontmatter.parse(source))


def _html_content(source: str) -> PageContent:
    page = html.read(source)
    columns = {"title": page.title, "origin": page.origin, "license": page.license}
    return PageContent(page.text, {**page.metadata, **columns}, page.language)


def _notebook_content(source: str) -> PageContent:
    page = notebook.read(source)
    return PageContent(page.text, {**page.entries, notebook.CELLS: page.cells}, page.language)


def _gallery_content(source: str) -> PageContent:
    return PageContent(gallery.read(source), {})


_CATALOGUE = "text/x-gettext-translation"


def _catalogue_content(source: str) -> PageContent:
    target, original = (
        PageContent(side.text, side.entries, side.language, f"{_CATALOGUE}+{side.markup}".rstrip("+"))
        for side in po.texts(source)
    )
    return target._replace(original=original)


def _catalogue(markup: str, *extensions: str) -> Format:
    return Format(
        f"{_CATALOGUE}+{markup}".rstrip("+"),
        extensions,
        _catalogue_content,
        po.blocks,
        keyed_texts=po.units,
        has_markup=bool(markup),
        has_roles=markup == "rst",
        is_extracted=True,
        name="catalogues",
        is_bilingual=True,
        rewritten=po.rewritten,
    )


FORMATS = (
    Format("text/plain", (".txt",), _plain_content, plaintext.blocks),
    Format(
        "text/markdown",
        (".md", ".mdx", ".markdown"),
        _markdown_content,
        markdown.blocks,
        {".mdx": markdown.mdx_blocks},
        keyed_texts=frontmatter.texts,
        has_attributes=True,
        has_markup=True,
        comments={"<!--": "-->", "{/*": "*/}"},
    ),
    Format(
        "text/x-rst",
        (".rst",),
        _plain_content,
        rst.blocks,
        has_markup=True,
        has_roles=True,
        comments={"..": "\n"},
    ),
    Format(
        "text/html",
        (".html", ".htm"),
        _html_content,
        html.blocks,
        has_markup=True,
        is_extracted=True,
        is_converted=True,
        name="HTML",
    ),
    Format(
        "application/x-ipynb+json",
        (".ipynb",),
        _notebook_content,
        markdown.blocks,
        has_attributes=True,
        has_markup=True,
        is_extracted=True,
        name="notebooks",
        comments={"<!--": "-->"},
    ),
    Format(
        "text/x-python",
        (".py",),
        _gallery_content,
        rst.blocks,
        has_markup=True,
        has_roles=True,
        is_extracted=True,
        name="tutorials",
        is_article=gallery.is_tutorial,
        comments={"..": "\n"},
    ),
    _catalogue("", ".po"),
    _catalogue("markdown"),
    _catalogue("rst"),
)
EXTENSIONS = {extension: entry.media_type for entry in FORMATS for extension in entry.extensions}
MARKED_UP = tuple(entry.media_type for entry in FORMATS if entry.has_markup)

_BY_MEDIA_TYPE = {entry.media_type: entry for entry in FORMATS}
_UNREAD = Format("", (), _plain_content, plaintext.blocks)  # of files that are none of these


def format_of(media_type: str) -> Format:
    """Return the format with a media type; of an unknown one, one that promises nothing."""
    return _BY_MEDIA_TYPE.get(media_type, _UNREAD)


def places_of(document: Document) -> str:
    """Return where the units of a catalogue stand in its file; empty of other documents."""
    return _unit_entry(document, po.PLACES)


def template_of(document: Document) -> str:
    """Return what is the same for translations of the same originals; empty of documents that are no catalogues."""
    return _unit_entry(document, po.TEMPLATE)


def _unit_entry(document: Document, key: str) -> str:
    if not format_of(document.media_type).is_bilingual:
        return ""  # front matter may have such a key
    return next((entry.value for entry in document.metadata if entry.key == key), "")


def blocks_of(document: Document) -> list[Block]:
    """Return the blocks of a document, as its format and the extension of its file say."""
    form = format_of(document.media_type)
    blocks = form.dialects.get(PurePath(document.path).suffix.lower(), form.blocks)
    names = next((entry.value for entry in document.metadata if entry.key == TEXT_ATTRIBUTES), "")
    return blocks(document.text, names.split()) if names and form.has_attributes else blocks(document.text)
