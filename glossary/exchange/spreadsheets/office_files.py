"""Office files, known by their first bytes."""

from __future__ import annotations

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # Excel before 2007, and what Excel encrypts
_LOCKED = "EncryptedPackage".encode("utf-16-le")  # the name of a stream in it


def is_archive(data: bytes) -> bool:
    """Return whether the file is packed as .xlsx files are."""
    return data.startswith(_ZIP)


def old_format_hint(data: bytes) -> str:
    """Return what to do with a file of a kind that is not read, in words; empty for other files."""
    if not data.startswith(_OLE):
        return ""
    if _LOCKED in data:
        return "has a password; save it without one"
    return "is no .xlsx file but of Excel before 2007 (.xls); save it as .xlsx"
