"""Formats: how the pages of each format are named, read and cut into blocks, and what their text may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import PurePath
from typing import NamedTuple
from urllib.parse import unquote

from corpus.formats import gallery, html, markdown, notebook, plaintext, rst, units
from corpus.formats.markdown import frontmatter
from corpus.formats.units import keyed_files, po, unit_tables, xml_units
from corpus.records import Block, Document

# What the blocks of a page depend on beside our code, for the signature.
VERSION = "+".join(f"{name}-{version(name)}" for name in ("markdown-it-py", "mdit-py-plugins", "selectolax"))
TEXT_ATTRIBUTES = "text_attributes"  # the entry of `metadata` that names more attributes whose values readers see


class PageContent(NamedTuple):
    """What was read from a file's text."""

    text: str  # that offsets speak of
    entries: Mapping[str, str]  # what the file says of itself
    language: str = ""  # the tag that the file gives itself
    media_type: str = ""  # where what it holds tells more than its name
    original: PageContent | None = None  # the English that the file itself has beside each part of its text


def no_keyed_texts(text: str) -> Sequence[frontmatter.Entry]:
    """Return no entries, as pages of this format have no keys in their head."""
    return ()


@dataclass(frozen=True, slots=True)
class Format:
    """One format of pages; whatever depends on the format is looked up here."""

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
    has_units: bool = False  # files of texts one by one, with places in the file
    is_bilingual: bool = False  # files hold the English original of what they say
    rewritten: Callable[[str, str], str] | None = None  # an extracted format's file, with another text
    read_units: Callable[[str], units.UnitFile] | None = None  # of a file's text; raises UnreadableError
    pretranslated: Callable[[str, Mapping[int, str]], str] | None = None  # a file with translations, marked fuzzy

    @property
    def keeps_markup(self) -> bool:
        """Return whether the text has the markup that its author wrote."""
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


def _of_units(
    media_type: str,
    extensions: tuple[str, ...],
    name: str,
    read: Callable[[str], units.UnitFile],
    is_article: Callable[[str], bool] | None = None,
    is_bilingual: bool = True,
    pretranslated: Callable[[str, Mapping[int, str]], str] | None = None,
) -> Iterator[Format]:
    """Yield the format of a kind of unit file, and its variants by the markup that the texts are written in."""

    def content(source: str) -> PageContent:
        target, *original = (
            PageContent(side.text, side.entries, side.language, f"{media_type}+{side.markup}".rstrip("+"))
            for side in units.texts(read(source), source)
        )
        return target._replace(original=original[0]) if original else target

    for markup in ("", "markdown", "rst"):
        yield Format(
            f"{media_type}+{markup}".rstrip("+"),
            () if markup else extensions,
            content,
            units.blocks,
            keyed_texts=units.entries,
            has_markup=bool(markup),
            has_roles=markup == "rst",
            is_extracted=True,
            name=name,
            is_article=is_article,
            has_units=True,
            is_bilingual=is_bilingual,
            rewritten=lambda source, text: units.rewritten(read(source), source, text),
            read_units=read,
            pretranslated=pretranslated,
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
    Format("text/x-rst", (".rst",), _plain_content, rst.blocks, has_markup=True, has_roles=True, comments={"..": "\n"}),
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
        lambda source: PageContent(gallery.read(source), {}),
        rst.blocks,
        has_markup=True,
        has_roles=True,
        is_extracted=True,
        name="tutorials",
        is_article=gallery.is_tutorial,
        comments={"..": "\n"},
    ),
    *_of_units("text/x-gettext-translation", (".po",), "catalogues", po.unit_file, pretranslated=po.pretranslated),
    *_of_units("application/xliff+xml", (".xlf", ".xliff"), "catalogues", xml_units.xliff),
    *_of_units("application/x-tmx+xml", (".tmx",), "catalogues", xml_units.tmx),
    *_of_units("text/csv", (".csv", ".tsv"), "tables", unit_tables.unit_file, unit_tables.is_table),
    *_of_units(
        "application/x-messages+json",
        (".json", ".arb"),
        "files of texts",
        keyed_files.json_file,
        keyed_files.is_keyed_json,
        False,
    ),
    *_of_units(
        "application/x-messages+yaml",
        (".yaml", ".yml"),
        "files of texts",
        keyed_files.yaml_file,
        keyed_files.is_keyed_yaml,
        False,
    ),
    *_of_units("text/x-java-properties", (".properties",), "files of texts", keyed_files.properties_file, None, False),
)
EXTENSIONS = {extension: entry.media_type for entry in FORMATS for extension in entry.extensions}
UNREAD = {  # what people try, and what to do instead
    ".adoc": "check the catalogues that po4a makes of it",
    ".asciidoc": "check the catalogues that po4a makes of it",
    ".docx": "check the XLIFF of your translation tool, or save it as HTML",
    ".org": "check the catalogues that po4a makes of it",
}
KEYED = frozenset(entry.media_type for entry in FORMATS if entry.has_units and not entry.is_bilingual)
MARKED_UP = tuple(entry.media_type for entry in FORMATS if entry.has_markup)

_BY_MEDIA_TYPE = {entry.media_type: entry for entry in FORMATS}
_UNREAD = Format("", (), _plain_content, plaintext.blocks)  # of files that are none of these


def format_of(media_type: str) -> Format:
    """Return the format with a media type. An unknown type gets plain text without extensions or markup."""
    return _BY_MEDIA_TYPE.get(media_type, _UNREAD)


def places_of(document: Document) -> str:
    """Return the places of a document's units in its file; empty for documents without units."""
    return _unit_entry(document, units.PLACES)


def template_of(document: Document) -> str:
    """Return the template that documents with pairing units have in common; empty for documents without units."""
    return _unit_entry(document, units.TEMPLATE)


def keyed_texts_of(document: Document) -> Sequence[frontmatter.Entry]:
    """Return the texts of front matter by key, or the units of a document by name or number."""
    entries = format_of(document.media_type).keyed_texts(document.text)
    if not (listed := _unit_entry(document, units.NAMES)):
        return entries
    names = listed.split(" ")
    return [entry._replace(key=names[int(entry.key)]) for entry in entries]


def contexts_of(document: Document) -> Mapping[str, str]:
    """Return, by key, the contexts of units that have one, as written in their file (`msgctxt`)."""
    return _listed_by_key(document, units.CONTEXTS)


def line_ends_of(document: Document) -> Mapping[str, str]:
    """Return, by key, the units that begin (^) or end ($) with a line end, which their texts leave out."""
    return _listed_by_key(document, units.LINE_ENDS)


def _listed_by_key(document: Document, entry: str) -> Mapping[str, str]:
    listed = _unit_entry(document, entry)
    return {key: unquote(words) for part in listed.split() for key, _, words in (part.partition("="),)}


def _unit_entry(document: Document, key: str) -> str:
    if not format_of(document.media_type).has_units:
        return ""  # front matter may have such a key
    return next((entry.value for entry in document.metadata if entry.key == key), "")


def blocks_of(document: Document) -> list[Block]:
    """Return the blocks of a document, according to its format and its file's extension."""
    form = format_of(document.media_type)
    blocks = form.dialects.get(PurePath(document.path.partition("\0")[0]).suffix.lower(), form.blocks)
    names = next((entry.value for entry in document.metadata if entry.key == TEXT_ATTRIBUTES), "")
    return blocks(document.text, names.split()) if names and form.has_attributes else blocks(document.text)
