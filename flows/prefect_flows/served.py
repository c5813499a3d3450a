"""The flows as processes of `taiyaku serve` load them: from their package, not from the folder that they run in.

Prefect runs this file as a script, with its folder and the current one first on the path.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_HOME = _HERE.parents[1]  # where our own packages are
_WRONG = {_HERE, Path(os.getcwd()).resolve()} - {_HOME}
sys.path[:] = [place for place in sys.path if Path(place).resolve() not in _WRONG]

from flows.prefect_flows.build_flow import build  # noqa: E402 (the path comes first)
from flows.prefect_flows.check_flow import check  # noqa: E402
from flows.prefect_flows.review_flow import decisions, packets  # noqa: E402

__all__ = ["build", "check", "decisions", "packets"]
