"""Names that ran together when links or code marks were lost: `torch.linalgtorch.special`."""

from __future__ import annotations

from glossary.inventory.names import CUSTOMARY, Inventory

_STARTS = ("torch", *(f"{name}." for name in CUSTOMARY))


def parted(inventory: Inventory, name: str) -> tuple[str, ...]:
    """The known names that make up one that is none, at least one of them with a dot; else nothing."""
    if inventory.is_known(name):
        return ()
    return _parts(inventory, name)


def _parts(inventory: Inventory, name: str) -> tuple[str, ...]:
    """The first known name at its longest and the parts of the rest; a second name starts as public names do."""
    for end in range(len(name) - 1, 0, -1):
        if not name.startswith(_STARTS, end) or not _is_name(inventory, name[:end]):
            continue
        rest = name[end:]
        if found := (rest,) if _is_name(inventory, rest) else _parts(inventory, rest):
            return (name[:end], *found)
    return ()


def _is_name(inventory: Inventory, name: str) -> bool:
    return "." in name and not name.endswith(".") and (inventory.is_public(name) or name in inventory.former)
