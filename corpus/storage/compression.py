"""Compression that gives the same bytes for the same data."""

from __future__ import annotations

import pyarrow as pa

_CODEC = "zstd"


def compressed(data: bytes) -> bytes:
    """Return the data compressed."""
    packed: bytes = pa.Codec(_CODEC).compress(data, asbytes=True)
    return f"{len(data)}\n".encode() + packed


def decompressed(content: bytes) -> bytes:
    """Return the decompressed data."""
    size, _, packed = content.partition(b"\n")
    data: bytes = pa.Codec(_CODEC).decompress(packed, int(size), asbytes=True)
    return data
