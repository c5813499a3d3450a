"""Walking torch: its public modules, the names in them, the members of its classes, and which names are aliases."""

from __future__ import annotations

import enum
import functools
import importlib
import inspect
import logging
import pkgutil
import sys
import types
import typing
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from glossary.inventory.making.sources import ModuleSource, is_public, read_module_source

_TESTS = {"test", "tests", "examples", "generate_bytecode", "gen_pyi"}
PACKAGES = ("functorch", "torch")  # what the wheel of torch installs
OPEN = ("torch.classes", "torch.ops")  # hold whatever is registered at run time
_METHODS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    classmethod,
    staticmethod,
    functools.partialmethod,
)
_PROPERTIES = (property, functools.cached_property, types.GetSetDescriptorType, types.MemberDescriptorType)
_NOT_NAMES = (types.ModuleType, typing.TypeVar, typing.ParamSpec, logging.Logger, dict)
_OF_ENUMS = ("name", "value")  # each enum of C++ has them
_DESCRIBED_IN = ("torch.nn.functional", "torch.futures")  # torch.conv1d and torch.jit.Future are the same objects
# Written in C++: `torch` and `torch.Tensor` take their names from these stubs too.
_FUNCTIONS, _CLASSES = "_C/_VariableFunctions.pyi", "_C/__init__.pyi"


@dataclass
class PublicName:
    """A public name under its parent; `object` identifies aliases, `of` is the canonical name of an alias."""

    kind: str
    object: Any = None
    of: str = ""
    bases: tuple[str, ...] = ()
    parents: tuple[type, ...] = ()  # the objects that `bases` names
    members: dict[str, str] = field(default_factory=dict)
    documented: bool = False  # it has a docstring of its own
    documented_members: frozenset[str] = frozenset()


def walk(removed: Iterable[str]) -> dict[str, dict[str, PublicName]]:
    """Return the names of each public module of the installed torch, aliases resolved. Those in `removed` are left
    out: torch.symeig and torch.Tensor.symeig still exist, only to say that they are gone.
    """
    warnings.simplefilter("ignore")
    root = Path(str(importlib.import_module("torch").__file__)).parent
    sources = {name: _source(root.parent, name) for name in sorted(_modules(root.parent))}
    modules = {name: _names(name, source, sources) for name, source in sources.items()}
    _add_stubs(modules, root)
    for module in OPEN:
        modules["torch"].pop(module.removeprefix("torch."), None)
        modules[module] = {}
    for name in removed:
        _drop(modules, name)
    _resolve(modules)
    return {module: modules[module] for module in sorted(modules)}


def _drop(modules: dict[str, dict[str, PublicName]], name: str) -> None:
    parent, _, child = name.rpartition(".")
    modules.get(parent, {}).pop(child, None)
    module, _, cls = parent.rpartition(".")
    if cls in modules.get(module, {}):
        modules[module][cls].members.pop(child, None)


def _modules(folder: Path) -> Iterator[str]:
    """Yield public modules by their files, so that those not importable here (no CUDA, no tensorboard) are included."""
    for package in PACKAGES:
        yield from _member_paths(folder / package, package, True)


def _member_paths(path: Path, name: str, package: bool) -> Iterator[str]:
    if not is_public(name) or name.rpartition(".")[2] in _TESTS:
        return
    yield name
    if package:
        for info in pkgutil.iter_modules([str(path)]):
            yield from _member_paths(path / info.name, f"{name}.{info.name}", info.ispkg)


def _source(folder: Path, name: str) -> ModuleSource:
    path = folder.joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    package = name if path.is_dir() else name.rpartition(".")[0]
    source = read_module_source(file, package) if file.exists() else ModuleSource()
    stub = file.with_suffix(".pyi")
    if stub.exists():
        typed = read_module_source(stub, package)
        source.defined = {**typed.defined, **source.defined}
        for cls, members in typed.members.items():
            source.members[cls] = {**members, **source.members.get(cls, {})}
    return source


def _import_module(name: str) -> types.ModuleType | None:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit):  # noqa: BLE001 (whatever a module that lacks its hardware or libraries raises)
        return None


def _names(name: str, source: ModuleSource, sources: dict[str, ModuleSource]) -> dict[str, PublicName]:
    module = _import_module(name)
    values = dict(vars(module)) if module else {}
    if module and type(module) is not types.ModuleType:  # torch.backends: settings are properties of the module
        values = {**vars(type(module)), **values}
    names = {}
    for child in _public_names(name, source, values, sources):
        value = values.get(child, getattr(module, child, None) if module else None)
        if isinstance(value, _NOT_NAMES) or not is_public(child) or (value is None and f"{name}.{child}" in sources):
            continue
        names[child] = _name(value, source, child, sources)
    return names


def _public_names(
    name: str, source: ModuleSource, values: dict[str, Any], sources: dict[str, ModuleSource]
) -> set[str]:
    """Return the module's own names: `__all__` if it has one, else those it defines and, in a package, re-exports."""
    listed = {*source.listed, *map(str, values.get("__all__", ()))}
    if name == "torch":  # its __all__ leaves out much that is documented
        defined = {child for child, value in values.items() if _is_of_torch(value)}
        return listed | defined
    defined = set(source.defined) | _settings(values)
    package = str(values.get("__file__", "__init__.py")).endswith("__init__.py")
    gathered = {child for child, origin in source.imported.items() if _is_reexport(name, origin)} if package else set()
    for origin in source.starred & sources.keys():
        gathered |= (
            sources[origin].listed if _is_reexport(name, origin) else set()
        )  # those of hardware that is not here too
    if listed:  # it forgets much: torch.fft.hfft2, torch.jit.is_scripting
        return listed | _settings(values) | {child for child in defined | gathered if _is_described(values.get(child))}
    if not package:
        return defined
    starred = {
        child
        for child, value in values.items()
        if isinstance(value, type | types.FunctionType) and str(value.__module__).startswith(f"{name}.")
    }
    return (defined | gathered | starred) - {"*"}


def _is_reexport(package: str, origin: str) -> bool:
    """Return whether a package re-exports an import as its own: from a module below it, or from a private one."""
    return f"{origin}.".startswith(f"{package}.") or (origin.startswith("torch.") and not is_public(origin))


def _settings(values: dict[str, Any]) -> set[str]:
    return {child for child, value in values.items() if _is_setting(value)}


def _is_setting(value: Any) -> bool:
    return type(value).__name__ == "ContextProp"


def _is_described(value: Any) -> bool:
    """Return whether a value is a class of torch, or a callable of torch with a docstring."""
    home = str(getattr(value, "__module__", None) or "torch")
    is_of_torch = home.split(".", maxsplit=1)[0] == "torch"
    return callable(value) and is_of_torch and bool(isinstance(value, type) or value.__doc__)


def _is_of_torch(value: Any) -> bool:
    kind = type(value).__name__
    if kind in ("dtype", "layout", "memory_format", "qscheme"):
        return True
    home = str(getattr(value, "__module__", None) or "")
    return callable(value) and home.split(".", maxsplit=1)[0] == "torch" and bool(value.__doc__)


def _name(value: Any, source: ModuleSource, child: str, sources: dict[str, ModuleSource]) -> PublicName:
    kind = _kind(value, source.defined.get(child), child)
    if kind == "class":
        if not isinstance(value, type):  # could not be imported, or stands in a stub alone
            return PublicName(kind, members=dict(source.members.get(child, {})))
        if type(value).__name__ == "tensortype":  # torch.FloatTensor
            return PublicName(kind, value, parents=(sys.modules["torch"].Tensor,))
        members, parents = _class(value, sources)
        described = frozenset(member for member in members if getattr(getattr(value, member, None), "__doc__", None))
        is_documented = bool(vars(value).get("__doc__"))
        return PublicName(
            kind, value, parents=parents, members=members, documented=is_documented, documented_members=described
        )
    if kind == "attribute" and (str(type(value).__module__).startswith("torch.backends") and not _is_setting(value)):
        return PublicName(kind, members=_class(type(value), sources)[0])  # torch.backends.cuda.matmul.allow_tf32
    documented = kind == "function" and bool(getattr(value, "__doc__", None))
    return PublicName(kind, value if kind in ("function", "dtype") else None, documented=documented)


def _kind(value: Any, source_kind: str | None, child: str) -> str:
    if type(value).__name__ == "dtype":
        return "dtype"
    if inspect.isclass(value):
        return "class"
    if callable(value) and not isinstance(value, enum.Enum) and typing.get_origin(value) is None:
        return "function"
    if value is None and source_kind in ("class", "function"):
        return source_kind
    if value is None and source_kind is None:
        return "class" if child[0].isupper() and not child.isupper() else "function" if child.islower() else "constant"
    return "constant" if child.isupper() or type(value).__module__ in ("builtins", "torch") else "attribute"


def _class(cls: type, sources: dict[str, ModuleSource]) -> tuple[dict[str, str], tuple[type, ...]]:
    """Return the members of a class, including those of non-public bases, and its public bases."""
    members: dict[str, str] = {}
    bases: list[type] = []
    waiting: list[type] = [cls]
    while waiting:
        current = waiting.pop(0)
        public = is_public(f"{current.__module__}.{current.__qualname__}") and current.__module__ in sources
        if current is not cls and public:
            bases.append(current)
            continue
        if current.__module__.split(".")[0] != "torch":
            continue
        annotated = {name: "attribute" for name in vars(current).get("__annotations__", {}) if is_public(name)}
        for name, kind in {
            **annotated,
            **_module_source(current.__module__).members.get(current.__qualname__, {}),
            **_own_members(current),
        }.items():
            members.setdefault(name, kind)
        waiting += [base for base in current.__bases__ if base is not object]
    return members, tuple(bases)


def _own_members(cls: type) -> dict[str, str]:
    members = {}
    for name, value in vars(cls).items():
        if not is_public(name) or (name in _OF_ENUMS and "__entries" in vars(cls)):
            continue
        if isinstance(value, cls) and issubclass(cls, enum.Enum):
            members[name] = "constant"
        elif isinstance(value, _PROPERTIES):
            members[name] = "property"
        elif isinstance(value, type):
            members[name] = "class"
        elif isinstance(value, _METHODS) or callable(value):
            members[name] = "method"
        else:
            members[name] = "attribute"
    return members


@functools.cache
def _module_source(module: str) -> ModuleSource:
    file = getattr(sys.modules.get(module), "__file__", None)
    return read_module_source(Path(file), module) if file and file.endswith(".py") else ModuleSource()


def _add_stubs(modules: dict[str, dict[str, PublicName]], root: Path) -> None:
    for name, kind in read_module_source(root / _FUNCTIONS, "torch._C").defined.items():
        if is_public(name) and kind == "function":
            modules["torch"].setdefault(name, PublicName("function"))
    tensor = modules["torch"]["Tensor"].members
    for name, kind in read_module_source(root / _CLASSES, "torch._C").members["TensorBase"].items():
        tensor.setdefault(name, kind)


def _resolve(modules: dict[str, dict[str, PublicName]]) -> None:
    """Set the canonical name of every alias, and of the bases of each class."""
    places: dict[int, list[str]] = defaultdict(list)
    for module, names in modules.items():
        for child, name in names.items():
            if name.object is not None:
                places[id(name.object)].append(f"{module}.{child}")
    objects = [name.object for names in modules.values() for name in names.values() if name.object is not None]
    names_by_id = {id(value): _canonical_place(value, places[id(value)]) for value in objects}
    for module, names in modules.items():
        for child, name in names.items():
            canonical = names_by_id.get(id(name.object), f"{module}.{child}") if name.object is not None else ""
            name.of = canonical if canonical != f"{module}.{child}" else ""
            name.bases = tuple(names_by_id[id(parent)] for parent in name.parents if id(parent) in names_by_id)


def _canonical_place(value: Any, places: Iterable[str]) -> str:
    """Return the name that the reference describes, else the shortest above the object; for a dtype, its own name."""
    if type(value).__name__ == "dtype":
        return str(value)
    home = f"{getattr(value, '__module__', None) or ''}."

    def rank(place: str) -> tuple[bool, bool, int, int, str]:
        module = place.rpartition(".")[0]
        return (module not in _DESCRIBED_IN, not home.startswith(f"{module}."), place.count("."), len(place), place)

    return min(places, key=rank)
