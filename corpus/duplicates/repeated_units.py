"""Repeated units: rows of `parallel` that repeat an earlier one except for spaces, width, case and digits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import LANGUAGE_COLUMNS

FLAG = "duplicate"
READS = list(LANGUAGE_COLUMNS)
_SPACE, _FIGURES = r"[\s\pZ\p{Cf}]+", r"\p{Nd}+"

Keys = np.ndarray[Any, np.dtype[np.uint64]]


def unit_keys(parallel: pa.Table, langs: Sequence[str] = LANGUAGE_COLUMNS) -> Keys:
    """Return a number for each row. Rows with the same texts in these languages have the same number."""
    folded = [_folded(parallel[lang]) for lang in langs]
    joined = pc.binary_join_element_wise(*folded, "\x1f").to_pylist()
    digests = [hashlib.blake2b(text.encode(), digest_size=8).digest() for text in joined]
    return np.frombuffer(b"".join(digests), np.uint64)


def repeats(parts: Iterable[Keys]) -> list[np.ndarray[Any, np.dtype[np.bool_]]]:
    """Return, for each part of a table, which rows repeat an earlier row in that part or in a part before it."""
    keys = list(parts)
    if not keys:
        return []
    together = np.concatenate(keys)
    repeated = np.ones(together.size, bool)
    repeated[np.unique(together, return_index=True)[1]] = False
    return np.split(repeated, np.cumsum([part.size for part in keys])[:-1])


def flagged(parallel: pa.Table, repeated: np.ndarray[Any, np.dtype[np.bool_]]) -> pa.Table | None:
    """Return the table with repeated rows flagged; None if nothing changes."""
    flags: list[list[str]] = parallel["flags"].to_pylist()
    marked = [
        [*row_flags, FLAG] if is_repeated and FLAG not in row_flags else row_flags
        for row_flags, is_repeated in zip(flags, repeated.tolist(), strict=True)
    ]
    if marked == flags:
        return None
    number = parallel.schema.get_field_index("flags")
    field = parallel.schema.field(number)
    return parallel.set_column(number, field, pa.chunked_array([pa.array(marked, field.type)]))


def _folded(texts: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return texts folded: no spaces, half width, lower case, each run of digits as 0. A missing text becomes empty."""
    plain = pc.utf8_lower(pc.utf8_normalize(pc.fill_null(texts, ""), form="NFKC"))
    plain = pc.replace_substring_regex(plain, pattern=_SPACE, replacement="")
    return pc.replace_substring_regex(plain, pattern=_FIGURES, replacement="0")
