"""Allowed folders: those that a run started over a server's API may use.

`serve` passes them to the processes of its runs, and `taiyaku deployments` to those of workers, through the
environment. A flow called in any other way may do whatever its caller may.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from corpus.text.printable import printable
from flows.options.option_group import OptionGroup
from flows.options.settings import SettingsError

VARIABLE = "TAIYAKU_ALLOWED"
_TEXTS = ("targets", "channels", "heartbeat")


def hand_on(folders: Mapping[str, Sequence[Path]], texts: Mapping[str, Sequence[str]] | None = None) -> None:
    """Pass on, by parameter, the folders and their contents that runs in child processes may use. `texts` are, by
    parameter, the targets that they publish to and the channels that they notify.
    """
    os.environ[VARIABLE] = as_text(folders, texts)


def as_text(folders: Mapping[str, Sequence[Path]], texts: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return, by parameter, the folders and texts that runs may use, in the format of the environment variable. Links
    are resolved; as a container may have a folder only under the name in the settings, that name is listed, too.
    """
    places = {
        name: list(dict.fromkeys(full(path) for path in paths for full in (os.path.realpath, os.path.abspath)))
        for name, paths in folders.items()
    }
    return json.dumps({**places, **{name: list(words) for name, words in (texts or {}).items()}})


def check(parameters: Mapping[str, Any]) -> None:
    """Fail if a parameter of a run names a folder that the settings do not allow; raises SettingsError."""
    allowed: dict[str, list[str]] | None = json.loads(os.environ.get(VARIABLE, "null"))
    if allowed is None:
        return
    for name in _TEXTS:
        value = parameters.get(name, ())
        for text in [value] if isinstance(value, str) else value:
            if text and text not in allowed.get(name, ()):
                raise SettingsError(f"{name}: {printable(text)}: not in the settings of `serve`; change taiyaku.toml")
    for name, value in parameters.items():
        folders = allowed.get(name, ())
        for place in (member for member in _members(value) if isinstance(member, Path)):
            if not any(Path(os.path.realpath(place)).is_relative_to(folder) for folder in folders):
                advice = f"name {printable(', '.join(folders))} or what is in it" if folders else "name none"
                raise SettingsError(
                    f"{name}: {printable(place)}: no folder that the settings of `serve` allow here; {advice}, or "
                    "change taiyaku.toml"
                )


def _members(value: Any) -> Iterator[Any]:
    """Yield a value, or all members of a list or option group, at any depth."""
    if isinstance(value, OptionGroup):
        value = list(vars(value).values())
    if isinstance(value, list | tuple):
        for member in value:
            yield from _members(member)
    else:
        yield value
