"""Option groups: dataclasses that declare each option once, for settings, flows and the command line.

Nothing here is slow to import: pydantic and argparse are loaded when they check or offer values.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cache
from inspect import get_annotations
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple, Self, dataclass_transform, get_type_hints

REQUIRED = ...  # in the place of a default


def option(default: Any = REQUIRED, description: str = "", argument: str = "", **more: Any) -> Any:
    """Declare an option: its default, its meaning, and its form on the command line, such as `--out DIR` or `SOURCE`.

    The bounds of pydantic's `Field` (`gt`, `ge`, `le` …) apply to settings, flows and command line. Further
    keywords for an argument:
        help: what --help says, where the description does not fit.
        noun: what a value is, for the message on one that is not: "a number of lines".
        least: the lowest value of the argument, where `ge` is another.
        parse: function from the argument's text to a value; raises `argparse.ArgumentTypeError`.
        const: value of an argument that is given without one.
        instead_of: name of the group of arguments of which only one may be given.
    For an option that is not a key of its class's section, `setting` is its place in the settings: `review.dir`.
    The argument overrides that key, or the one that `overrides` names; none if that is empty.
    """
    default_of = {"default_factory": type(default)} if isinstance(default, dict) else {"default": default}
    metadata = {"description": description, "argument": argument, **more}
    return field(**({} if default is REQUIRED else default_of), metadata=metadata)


@dataclass(frozen=True)
class Checked:
    """A function that pydantic applies to a value before or after checking its type."""

    function: Callable[[Any], Any]
    is_before: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        checks = core_schema.no_info_before_validator_function, core_schema.no_info_after_validator_function
        return checks[not self.is_before](self.function, handler(source))


# TOML and JSON have lists.
AS_TUPLE = Checked(lambda value: tuple(value) if isinstance(value, list) else value, is_before=True)
Texts = Annotated[tuple[str, ...], AS_TUPLE]


@dataclass_transform(kw_only_default=True, frozen_default=True)
@dataclass(frozen=True, eq=False, repr=False)
class OptionGroup:
    """Options that belong together; each subclass is a frozen dataclass. Unknown options are refused."""

    section: ClassVar[str] = ""  # of `taiyaku.toml`, where it is one's
    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"extra": "forbid", "strict": True}

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True, eq=False, repr=False)(cls)  # written once, below: --help waits for each

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return {**handler(source), "strict": False}  # tables are read as groups; their values stay strict

    @classmethod
    def checked(cls, values: Mapping[str, Any]) -> Self:
        """Return the group with values that are checked first; raises `pydantic.ValidationError`."""
        kind: Any = cls
        group: Self = adapter(kind).validate_python(dict(values))
        return group

    def as_json(self) -> dict[str, Any]:
        """Return the options as JSON values."""
        kind: Any = type(self)
        values: dict[str, Any] = adapter(kind).dump_python(self, mode="json")
        return values

    def resolved(self, folder: Path) -> Self:
        """Return the same options with relative paths resolved against a folder."""
        paths = {name: folder / value for name, value in vars(self).items() if isinstance(value, Path)}
        lists = {
            name: tuple(folder / path for path in value)
            for name, value in vars(self).items()
            if isinstance(value, tuple) and all(isinstance(path, Path) for path in value)
        }
        return replace(self, **paths, **lists)


@cache
def adapter(kind: Any) -> Any:
    """Return pydantic's type adapter, which checks values and writes them as JSON."""
    from pydantic import TypeAdapter  # not before something is to be checked or written

    return TypeAdapter(kind)


class Declaration(NamedTuple):
    """A declared option, in a group or in an argument class that only one command has."""

    name: str
    hint: Any
    default: Any  # REQUIRED where there is none
    metadata: Mapping[str, Any]
    section: str = ""

    @property
    def setting(self) -> str:
        """The place in the settings that the option is taken from; empty if no setting has it."""
        return str(self.metadata.get("setting") or (f"{self.section}.{self.name}" if self.section else ""))


def declarations(kind: type) -> list[Declaration]:
    """Return the options of a class in order, those of its base classes first."""
    hints, bases = get_type_hints(kind, include_extras=True), kind.__mro__
    if issubclass(kind, OptionGroup):
        declared = {entry.name: entry for entry in fields(kind)}
    else:  # a class of arguments, which is never made
        attributes = (item for base in reversed(bases) for item in vars(base).items())
        declared = {name: entry for name, entry in attributes if isinstance(entry, Field)}
    homes = {name: next(base for base in bases if name in get_annotations(base)) for name in declared}
    return [
        Declaration(name, hints[name], _default(entry), entry.metadata, str(vars(homes[name]).get("section", "")))
        for name, entry in declared.items()
    ]


def _default(entry: Field[Any]) -> Any:
    if entry.default_factory is not MISSING:
        return entry.default_factory()
    return REQUIRED if entry.default is MISSING else entry.default


def given(kinds: Iterable[type], arguments: Namespace) -> list[tuple[Declaration, Any]]:
    """Return the options that a call gives, with their values; lists become tuples."""
    declared = [entry for kind in kinds for entry in declarations(kind) if entry.metadata["argument"]]
    values = [(entry, getattr(arguments, entry.name, None)) for entry in declared]
    return [
        (entry, tuple(value) if isinstance(value, list) else value)
        for entry, value in values
        if value is not None and value is not False and value != []
    ]
