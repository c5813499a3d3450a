"""The inventory of PyTorch's public names: the kind of an identifier, its page, and what a misspelled one meant.

    inventory = load()
    inventory.kind("torch.nn.Linear.forward")        # "method"
    inventory.former_name("torch.symeig").now        # "torch.linalg.eigh"
    nearest(inventory, "torch.distribued")           # (NearbyName(name="torch.distributed", edits=1),), of `.nearest`

The names of one release are in `torch-<release>.txt` (see `glossary.inventory.making`), those of earlier releases in
`former.toml`, kept by hand.
"""

from __future__ import annotations

from functools import cache

from glossary.inventory.names import FormerName, Inventory, NearbyName

__all__ = ["FormerName", "Inventory", "NearbyName", "load"]


@cache
def load() -> Inventory:
    """Return the shipped inventory, read once."""
    from glossary.inventory.reading import shipped

    return shipped()
