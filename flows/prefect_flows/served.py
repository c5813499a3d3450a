"""The served flows, as `taiyaku serve` and workers load them: from their package, not from the working folder.

Prefect runs this file as a script, with its folder and the current one first on the path, or imports it as a
module, with the current folder first.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_HOME = _HERE.parents[1]  # where our own packages are
_WRONG = {_HERE, Path(os.getcwd()).resolve()} - {_HOME}
_AS_MODULE = os.getcwd() in sys.path[:1] and __name__ == "flows.prefect_flows.served"
sys.path[:] = [place for place in sys.path if Path(place).resolve() not in _WRONG]

from flows.prefect_flows.build_flow import build  # noqa: E402 (the path comes first)
from flows.prefect_flows.check_flow import check, glossary, retention  # noqa: E402
from flows.prefect_flows.review_flow import decisions, packets  # noqa: E402

if _AS_MODULE:
    sys.path.append(os.getcwd())  # Prefect takes out what it put there, and fails where it is gone

__all__ = ["build", "check", "decisions", "glossary", "packets", "retention"]
