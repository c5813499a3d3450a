"""XML markup that other people's tools accept, with nothing in it that XML cannot hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from lxml import etree

from corpus import lazy_re as re

DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_DTD = "has a DTD (<!DOCTYPE …>), which may name anything; take it out"
_DECLARATIONS = re.compile(r"""<!DOCTYPE(?:"[^"]*"|'[^']*'|[^>\["'])*\[""")


class MarkupError(ValueError):
    """A file that is not XML, or not safe to read; the message says what was found and what to do."""


def clean(text: str) -> str:
    """Return the text without characters that XML cannot hold: most controls, lone surrogates, U+FFFE and U+FFFF."""
    return _NOT_XML.sub("", text)


def one_line(text: str) -> str:
    """Return the text on one line, without characters that XML cannot hold."""
    return " ".join(clean(text).split())


def root(tag: str, attributes: Mapping[str, str], spaces: dict[str | None, str] | None = None) -> etree._Element:
    """Return the root element of a document; `spaces` are its namespaces by prefix."""
    element = etree.Element(tag, nsmap=cast("Mapping[str, str] | None", spaces))  # its stubs forget the default one
    return _fill_element(element, attributes, None)


def child(
    parent: etree._Element, tag: str, text: str | None = None, attributes: Mapping[str, str] | None = None
) -> etree._Element:
    """Add a last child to an element and return it, in the element's namespace unless the tag names another."""
    space = etree.QName(parent).namespace
    name = f"{{{space}}}{tag}" if space and not tag.startswith("{") else tag
    return _fill_element(etree.SubElement(parent, name), attributes or {}, text)


def _fill_element(element: etree._Element, attributes: Mapping[str, str], text: str | None) -> etree._Element:
    for name, value in attributes.items():
        element.set(name, clean(value))
    element.text = None if text is None else clean(text)
    return element


def as_bytes(top: etree._Element) -> bytes:
    """Return the document in UTF-8, with the indentation that it has."""
    return DECLARATION + etree.tostring(top, encoding="UTF-8") + b"\n"


def parse_xml(data: bytes) -> etree._Element:
    """Return the root element of a file from outside; nothing else is read. Raises MarkupError."""
    declares = _DECLARATIONS.search(data.replace(b"\0", b"").decode("latin-1"))  # of UTF-16 too
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        top = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, LookupError) as error:  # an unknown encoding is a LookupError
        if declares:
            raise MarkupError(_DTD) from None
        raise MarkupError(f"is no XML ({' '.join(str(error).split())}); is it whole, and saved in UTF-8?") from None
    dtd: Any = top.getroottree().docinfo.internalDTD  # what it names outside is never loaded
    if dtd is not None and (declares or any(dtd.iterelements()) or any(dtd.iterentities())):
        raise MarkupError(_DTD)
    return top
