"""Folders: works grouped by where they lie, at a depth that leaves few enough of them to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable


def folders(works: Iterable[str], most: int) -> dict[str, str]:
    """Return the folder that each work is grouped by: the deepest ones, of which there are no more than so many.

    Where even the outermost are more than that, those with the fewest works are one, under an empty name.
    """
    names = sorted(set(works))
    depth = max((work.count("/") for work in names), default=0)
    while depth > 1 and len({_folder(work, depth) for work in names}) > most:
        depth -= 1
    by_work = {work: _folder(work, depth) for work in names}
    largest = _largest(by_work.values(), most)
    return {work: folder if folder in largest else "" for work, folder in by_work.items()}


def first_folders(works: Iterable[str]) -> dict[str, str]:
    """Return of each work its outermost folder that not all of them lie in; "./" where it lies in none."""
    names = sorted(set(works))
    deepest = max((work.count("/") for work in names), default=0)
    depth = next((depth for depth in range(1, deepest) if len({_folder(work, depth) for work in names}) > 1), deepest)
    return {work: _folder(work, depth) for work in names}


def folder_filter(folder: str, names: Collection[str]) -> str:
    """Return the filter of the page for the works of a folder: "a/." where folders in it are listed apart."""
    return folder + "." if any(name != folder and name.startswith(folder) for name in names) else folder


def folder_numbers(works: Iterable[str]) -> tuple[list[str], list[int]]:
    """Return the names of all folders that works lie in, and the number of each work's."""
    own_folders = [_folder(work, work.count("/")) for work in works]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(own_folders))}
    return list(numbers), [numbers[name] for name in own_folders]


def _folder(work: str, depth: int) -> str:
    return "/".join([*(work.split("/")[:-1][:depth] or ["."]), ""])


def _largest(folder_of_each: Iterable[str], most: int) -> set[str]:
    """Return all of these names, or the most frequent ones that leave room for one more."""
    counts = Counter(folder_of_each)
    if len(counts) <= most:
        return set(counts)
    return set(sorted(counts, key=lambda name: (-counts[name], name))[: most - 1])
