"""Allowed: the folders that a run may use which somebody asked for over a server's API.

`serve` hands them to the processes of its runs. A flow that is called in any other way does what its caller may do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from corpus.text.printable import printable
from flows.settings import SettingsError

_VARIABLE = "TAIYAKU_ALLOWED"


def hand_on(folders: Mapping[str, Sequence[Path]]) -> None:
    """From now on, runs in processes of this one use these folders alone, by parameter, and what is in them."""
    os.environ[_VARIABLE] = json.dumps(
        {name: [os.path.realpath(path) for path in paths] for name, paths in folders.items()}
    )


def check(parameters: BaseModel | Mapping[str, Any]) -> None:
    """Fails where a parameter of a run names a folder that the settings do not allow; raises SettingsError."""
    allowed: dict[str, list[str]] | None = json.loads(os.environ.get(_VARIABLE, "null"))
    if allowed is None:
        return
    for name, value in dict(parameters).items():
        for place in value if isinstance(value, list | tuple) else [value]:
            if isinstance(place, Path) and not _is_below(place, allowed.get(name, ())):
                raise SettingsError(f"{name}: {printable(place)}: {_remedy(allowed.get(name, ()))}")


def _is_below(place: Path, folders: Sequence[str]) -> bool:
    return any(Path(os.path.realpath(place)).is_relative_to(folder) for folder in folders)


def _remedy(folders: Sequence[str]) -> str:
    advice = f"name {printable(', '.join(folders))} or what is in it" if folders else "name none"
    return f"no folder that the settings of `serve` allow here; {advice}, or change taiyaku.toml"
