"""Orchestration: the command line, the plain steps of a build, and the Prefect flows that run them."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["publish"]


def publish(
    sources: str | PathLike[str] | Sequence[str | PathLike[str]],
    out: str | PathLike[str] = "outputs",
    glossary: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    glossary_only: bool = False,
) -> Path:
    """Build the corpus of these files and folders in this process, without Prefect; returns the build's folder. Like
    `taiyaku build`, it publishes all or nothing, and `<out>/latest` points at it. Raises ValueError where the input is
    at fault, naming what is wrong, and OSError where the machine is.
    """
    from corpus.text.printable import path_tuple
    from flows.options.flow_parameters import BuildOptions
    from flows.pipeline.lifecycle import publish

    folders = tuple(folder.absolute() for folder in path_tuple(glossary))
    return publish(
        BuildOptions(
            sources=path_tuple(sources),
            out=path_tuple(out)[0].absolute(),
            glossary=folders,
            glossary_only=glossary_only,
        )
    )
