"""Fused names, where links or code marks were lost: `torch.linalgtorch.special`, `torch.linalgmodule`."""

from __future__ import annotations

from corpus import lazy_re as re
from glossary.inventory.names import CUSTOMARY, Inventory

_STARTS = ("torch", "functorch.", *(f"{name}." for name in CUSTOMARY))
# Packages whose names say where another name begins, though their contents are listed nowhere.
_PACKAGES = (
    r"torchvision|torchaudio|torchtext|torchdata|torchmetrics|torchrec|torchao|executorch|transformers|datasets|tokenizers"
    r"|accelerate|diffusers|evaluate|numpy|scipy|pandas|sklearn|matplotlib|tensorflow|keras|onnxruntime|lightning"
)
_REPEATED = re.compile(rf"(?P<root>{_PACKAGES})(?:\.[A-Za-z_]\w*)+?(?<=[A-Za-z0-9])(?=(?P=root)\.[A-Za-z_])", re.ASCII)
# Words that stand after a name, and lost the space between. No shorter ones: those are ends of names.
_BEHIND = re.compile(
    r"(?:API|module|package|function|method|class|namespace|library|operator|backend|and|with|which|that|from)s?",
    re.ASCII,
)


def split_fused(inventory: Inventory, name: str) -> tuple[str, ...]:
    """Return the known names that make up one that is none, at least one of them with a dot; else nothing."""
    if inventory.is_known(name):
        return ()
    return _parts(inventory, name) or _split_repeated(name)


def with_word(inventory: Inventory, name: str) -> tuple[str, str] | None:
    """Return a known name with a dot, and the English word that ran into it."""
    if inventory.is_known(name):
        return None
    match = next((word for word in _BEHIND.finditer(name, max(0, len(name) - 10)) if word.end() == len(name)), None)
    before = name[: match.start()] if match else ""
    return (before, match[0]) if match and _is_name(inventory, before) else None


def _parts(inventory: Inventory, name: str) -> tuple[str, ...]:
    """Return the first known name at its longest and the parts of the rest; a second name starts as public names do."""
    for end in range(len(name) - 1, 0, -1):
        if not name.startswith(_STARTS, end) or not _is_name(inventory, name[:end]):
            continue
        rest = name[end:]
        if names := (rest,) if _is_name(inventory, rest) else _parts(inventory, rest):
            return (name[:end], *names)
    return ()


def _split_repeated(name: str) -> tuple[str, ...]:
    """Split names of one package that ran together: torchvision.modelstorchvision.transforms."""
    names: list[str] = []
    while match := _REPEATED.match(name):
        names.append(match[0])
        name = name[match.end() :]
    return (*names, name) if names else ()


def _is_name(inventory: Inventory, name: str) -> bool:
    return "." in name and not name.endswith(".") and (inventory.is_public(name) or name in inventory.former)
