"""Which failures may pass by themselves: those of disks and networks, never those of bad input or a bug."""

from __future__ import annotations

import errno
from typing import Any

_PASSING = {errno.EIO, errno.EAGAIN, errno.EBUSY, errno.ETIMEDOUT, errno.EINTR, errno.ESTALE}


def may_pass(task: Any, run: Any, state: Any) -> bool:
    """Whether a failed task is worth another try, as Prefect's `retry_condition_fn` asks."""
    error = getattr(state, "data", None)
    try:
        state.result()
    except BaseException as raised:
        error = raised
    return isinstance(error, OSError) and (error.errno in _PASSING or isinstance(error, ConnectionError))
