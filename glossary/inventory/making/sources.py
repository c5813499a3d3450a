"""Module sources: a module's `__all__`, what it defines and imports, and the members of its classes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

_REGISTERING = {"register_buffer", "register_parameter", "register_module"}
_PROPERTIES = {"property", "cached_property", "lazy_property", "setter"}


@dataclass
class ModuleSource:
    """A module's public names with their kinds, as found in its source."""

    listed: set[str] = field(default_factory=set)  # in __all__, those under a condition too
    defined: dict[str, str] = field(default_factory=dict)  # functions, classes and what is assigned
    imported: dict[str, str] = field(default_factory=dict)  # name: the module it comes from
    starred: set[str] = field(default_factory=set)  # modules that it imports everything from
    members: dict[str, dict[str, str]] = field(default_factory=dict)  # class: member: kind


def read_module_source(file: Path, package: str) -> ModuleSource:
    """Return the names in a `.py` or `.pyi` file; relative imports are resolved from `package`."""
    source = ModuleSource()
    for node in _statements(ast.parse(file.read_text(encoding="utf-8")).body):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                source.defined[name] = "function"
            case ast.ClassDef(name=name):
                source.defined[name] = "class"
                source.members.setdefault(name, {}).update(_members(node))
            case ast.ImportFrom():
                origin = _origin(node, package)
                source.imported.update({name.asname or name.name: origin for name in node.names})
                source.starred |= {origin for name in node.names if name.name == "*"}
            case ast.Assign(targets=targets, value=value):
                for name in _names(targets):
                    _assign(source, name, value)
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
            ):
                _assign(source, name, value)
            case _:
                pass
    return source


def is_public(name: str) -> bool:
    """Return whether no part of a dotted name begins with an underscore."""
    return not any(part.startswith("_") for part in name.split("."))


def _assign(source: ModuleSource, name: str, value: ast.expr | None) -> None:
    if name == "__all__":
        source.listed |= set(_texts(value))
    else:
        source.defined.setdefault(name, "attribute")


def _texts(value: ast.expr | None) -> Iterator[str]:
    for node in ast.walk(value) if value else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, including those under `if`, `try` and `with`."""
    for node in body:
        yield node
        for inner in ("body", "orelse", "finalbody"):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.For | ast.While):
                yield from _statements(getattr(node, inner, ()))
        for handler in getattr(node, "handlers", ()):
            yield from _statements(handler.body)


def _names(targets: Iterable[ast.expr]) -> Iterator[str]:
    for target in targets:
        yield from (
            node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )


def _origin(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    above = parts[: len(parts) - node.level + 1]
    return ".".join([*above, node.module] if node.module else above)


def _members(cls: ast.ClassDef) -> dict[str, str]:
    members: dict[str, str] = {}
    for node in _statements(cls.body):
        match node:
            case (
                ast.FunctionDef(name=name, decorator_list=decorators)
                | ast.AsyncFunctionDef(name=name, decorator_list=decorators)
            ):
                marks = {_decorator_name(decorator) for decorator in decorators}
                members[name] = "property" if marks & _PROPERTIES else "method"
                members.update({attribute: "attribute" for attribute in _set_on_self(node) if attribute not in members})
            case ast.ClassDef(name=name):
                members[name] = "class"
            case ast.AnnAssign(target=ast.Name(id=name)):
                members.setdefault(name, "attribute")
            case ast.Assign(targets=targets):
                for name in _names(targets):
                    members.setdefault(name, "attribute")
            case _:
                pass
    return {name: kind for name, kind in members.items() if is_public(name)}


def _decorator_name(decorator: ast.expr) -> str:
    match decorator:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=func):
            return _decorator_name(func)
    return ""


def _set_on_self(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield the attributes that __init__ sets (`self.x = …`) or registers, and the names that __getattr__ answers."""
    for inner in ast.walk(node):
        match inner:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()) if node.name == "__init__":
                yield name
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="self"), attr=call), args=[ast.Constant(value=str(name)), *_]
            ) if call in _REGISTERING and node.name == "__init__":
                yield name
            case ast.Compare(left=ast.Name(id="name"), comparators=[ast.Constant(value=str(name))]) if (
                node.name == "__getattr__"
            ):
                yield name
            case _:
                pass
