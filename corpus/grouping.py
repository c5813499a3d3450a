"""Grouping: items by a common key, with groups and items in the order of first occurrence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Item = TypeVar("Item")
GroupKey = TypeVar("GroupKey", bound=Hashable)


def grouped(items: Iterable[Item], key: Callable[[Item], GroupKey]) -> defaultdict[GroupKey, list[Item]]:
    """Return the items by key; a key that none has gives an empty list."""
    groups: defaultdict[GroupKey, list[Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def leader_of(member: GroupKey, leaders: dict[GroupKey, GroupKey]) -> GroupKey:
    """Return the member that represents a member's group, for groups that are merged pairwise (union–find)."""
    while leaders.setdefault(member, member) != member:
        leaders[member] = member = leaders[leaders[member]]
    return member
