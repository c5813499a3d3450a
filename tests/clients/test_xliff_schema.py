"""XLIFF before its schema, as the Debian package php-symfony-translation ships it; nothing is fetched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from glossary.desk.review.formats.xliff.write_xliff import xliff_bytes
from tests.glossary.desk.review.formats.test_write_xliff import same_unit
from tests.glossary.desk.review.packet_files import packet

_SCHEMAS = Path("/usr/share/php/Symfony/Component/Translation/Resources/schemas")


class _Beside(etree.Resolver):
    """Finds the schema of xml:space, which the other names by an address, beside it."""

    def resolve(self, system_url: str, public_id: str, context: Any = None) -> Any:
        resolver: Any = self  # its stubs know half of it
        return resolver.resolve_filename(str(_SCHEMAS / Path(system_url).name), context)


@pytest.fixture(scope="module")
def schema() -> etree.XMLSchema:
    path = _SCHEMAS / "xliff-core-1.2-strict.xsd"
    if not path.exists():
        pytest.skip("no schema of XLIFF 1.2: apt-get install php-symfony-translation")
    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(_Beside())
    return etree.XMLSchema(etree.parse(path, parser))


@pytest.mark.parametrize("lang", ["zh", "ja"])
@pytest.mark.parametrize("rows", [0, 1, 7])
def test_packet_fits_the_schema(schema: etree.XMLSchema, rows: int, lang: str):
    schema.assertValid(etree.fromstring(xliff_bytes(packet(rows, lang))))


def test_unit_of_several_findings_fits_the_schema(schema: etree.XMLSchema):
    schema.assertValid(etree.fromstring(xliff_bytes(same_unit(packet(4)))))


def test_schema_sees_what_is_wrong(schema: etree.XMLSchema):
    data = xliff_bytes(packet(1))
    for good, bad in (
        (b'mtype="term"', b'mtype="word"'),
        (b"alt-trans", b"alt-text"),
        (b' id="guide', b' name="guide'),
    ):
        assert good in data and not schema.validate(etree.fromstring(data.replace(good, bad)))
