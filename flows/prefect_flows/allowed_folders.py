"""Allowed folders: those that a run may use which was started over a server's API.

`serve` hands them to the processes of its runs, and `taiyaku deployments` to those of workers, by the environment. A
flow that is called in any other way does what its caller may do.
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
    """Hand on the folders that runs in processes of this one may use, by parameter, and what is in them.

    `texts` are by parameter what they publish to and whom they tell.
    """
    os.environ[VARIABLE] = as_text(folders, texts)


def as_text(folders: Mapping[str, Sequence[Path]], texts: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return the folders and words that runs may use, by parameter, as the variable has them.

    Links are followed; in a container the folder may stand by the name that the settings give it, without the link.
    """
    places = {
        name: list(dict.fromkeys(full(path) for path in paths for full in (os.path.realpath, os.path.abspath)))
        for name, paths in folders.items()
    }
    return json.dumps({**places, **{name: list(words) for name, words in (texts or {}).items()}})


def check(parameters: Mapping[str, Any]) -> None:
    """Fail where a parameter of a run names a folder that the settings do not allow; raises SettingsError."""
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
    """Yield a value, or what a list or a group of options has, however deep."""
    if isinstance(value, OptionGroup):
        value = list(vars(value).values())
    if isinstance(value, list | tuple):
        for member in value:
            yield from _members(member)
    else:
        yield value
