"""The reference addresses of our entries, as far as they can be checked without network."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from glossary import inventory
from glossary.loading import load

_GENERATED = re.compile(r"/generated/(torch\.[\w.]+?)\.html")


def test_pages_of_single_apis_are_those_of_public_names():
    public = inventory.load()
    generated = [
        (concept.id, match[1]) for concept in load().concepts if (match := _GENERATED.search(concept.reference))
    ]
    assert len(generated) > 150
    assert [(id_, name) for id_, name in generated if public.kind(name) is None] == []


def test_addresses_are_whole():
    for concept in load().concepts:
        if not concept.reference:  # not every concept has a page to point at
            continue
        parts = urlsplit(concept.reference)
        assert parts.scheme in ("https", "http") and "." in parts.netloc and " " not in concept.reference, concept.id
