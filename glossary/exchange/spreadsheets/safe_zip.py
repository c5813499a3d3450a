"""Safe ZIP: unpacking an XLSX file that may be malicious.

The sizes in its directory may be false, so they are counted while unpacking. The content is then packed again for
the library that reads it, which trusts the sizes. Markup that declares entities is refused: Office writes none.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from struct import error as StructError  # noqa: N812 (struct calls it so)
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from corpus.text.printable import quote_text


class SpreadsheetError(ValueError):
    """A spreadsheet or cell that cannot be read; the message says what is wrong and what to do, verb first."""


class OversizedError(SpreadsheetError):
    """A spreadsheet that unpacks to more than is read."""


_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # Excel before 2007, and what Excel encrypts
_LOCKED = "EncryptedPackage".encode("utf-16-le")  # the name of a stream in it


def is_archive(data: bytes) -> bool:
    """Return whether the file is a ZIP archive, as .xlsx files are."""
    return data.startswith(_ZIP)


def old_format_hint(data: bytes) -> str:
    """Return what to do with a file of an unsupported kind, in words; empty for other files."""
    if not data.startswith(_OLE):
        return ""
    if _LOCKED in data:
        return "has a password; save it without one"
    return "is no .xlsx file but of Excel before 2007 (.xls); save it as .xlsx"


MOST = 64 * 2**20  # bytes, unpacked; a packet of 5,000 rows has 12 MiB
_RATIO = 250  # most that was met: 62, of the notes of a packet that LibreOffice saved
_SMALL = 2**20  # what is no longer than this does no harm at any ratio
MOST_TAGS = 1_000_000  # in all; a packet of 5,000 rows has 600,000, each of which takes some hundred bytes to be read
_PARTS = 2_000
_STEP = 2**16
_READ = (".xml", ".rels")  # macros, pictures and settings of printers are left alone
_ENCRYPTED = 0x1  # flag of an entry
_AGAIN = "save it again as .xlsx"
_TOO_LARGE = f"unpacks to more than {MOST // 2**20} MiB or too many cells; copy what counts into a new one"
# What `zipfile` and `expat` raise for broken files; RuntimeError stands for NotImplementedError too.
_BROKEN = (BadZipFile, EOFError, ExpatError, LookupError, OSError, RuntimeError, StructError, ValueError, zlib.error)


def parts(data: bytes, most_tags: int = MOST_TAGS) -> dict[str, bytes]:
    """Name → content of the parts of an XLSX file that hold text; OversizedError if they have too many tags."""
    try:
        with ZipFile(BytesIO(data)) as file:
            _refuse_others(file)
            return _unpacked(file, most_tags)
    except SpreadsheetError:
        raise
    except _BROKEN as error:
        raise SpreadsheetError(f"is a broken .xlsx file; {_AGAIN}") from error


def pack_zip(contents: Mapping[str, bytes]) -> BytesIO:
    """Return the parts as an archive whose sizes are true, for reading."""
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_STORED) as file:
        for name, content in contents.items():
            file.writestr(name, content)
    archive.seek(0)
    return archive


def _refuse_others(file: ZipFile) -> None:
    names = set(file.namelist())
    if "mimetype" in names or "content.xml" in names:
        raise SpreadsheetError(f"is an OpenDocument file; {_AGAIN}")
    if "xl/workbook.bin" in names:
        raise SpreadsheetError(f"is a binary workbook (.xlsb); {_AGAIN}")
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise SpreadsheetError(f"is an archive without a spreadsheet; {_AGAIN}")
    if sum(info.file_size for info in file.infolist()) > MOST or len(names) > _PARTS:
        raise OversizedError(_TOO_LARGE)


def _unpacked(file: ZipFile, most_tags: int) -> dict[str, bytes]:
    bytes_left = MOST
    contents: dict[str, bytes] = {}
    for info in file.infolist():
        if info.filename.lower().endswith(_READ):
            contents[info.filename] = content = b"".join(_steps(file, info, bytes_left))
            bytes_left -= len(content)
            if len(content) > max(_SMALL, _RATIO * info.compress_size):
                raise OversizedError(_TOO_LARGE)
            if _declares(content):
                name = quote_text(info.filename)
                raise SpreadsheetError(f"declares entities in {name}, which no spreadsheet does; {_AGAIN}")
    if sum(content.count(b"<") for content in contents.values()) > most_tags:
        raise OversizedError(_TOO_LARGE)
    return contents


def _steps(file: ZipFile, info: ZipInfo, bytes_left: int) -> Iterator[bytes]:
    """Yield the content of a part in steps of bounded size; raises OversizedError if it is too long."""
    if info.flag_bits & _ENCRYPTED:
        raise SpreadsheetError("has a password; save it without one")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise SpreadsheetError(f"is packed as no .xlsx file is; {_AGAIN}")
    with file.open(info) as part:
        while step := part.read(_STEP):
            bytes_left -= len(step)
            if bytes_left < 0:
                raise OversizedError(_TOO_LARGE)
            yield step


class _ScanDone(Exception):  # noqa: N818 (it ends a scan, and is no error)
    """The end of a scan that has its answer."""


def _declares(content: bytes) -> bool:
    """Return whether a document type, which can declare entities, comes before the first tag."""
    flags: list[bool] = []

    def met(*arguments: object) -> None:
        flags.append(len(arguments) > 2)  # a document type has a name and three more, a tag its attributes alone
        raise _ScanDone

    parser = ParserCreate()
    parser.StartDoctypeDeclHandler = parser.StartElementHandler = met
    with suppress(_ScanDone):
        parser.Parse(content, True)
    return flags[0]
