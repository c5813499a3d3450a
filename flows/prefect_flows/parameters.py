"""Parameters: a flow of one options object as Prefect shows it, each option a parameter with its description."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature, get_annotations
from typing import Annotated, Any, TypeVar

from pydantic import Field
from pydantic.fields import FieldInfo

from flows.options.options import OptionGroup

Options = TypeVar("Options", bound=OptionGroup)
Result = TypeVar("Result")


def takes(
    options: type[Options],
) -> Callable[[Callable[[Options], Awaitable[Result]]], Callable[..., Awaitable[Result]]]:
    """Make a function of these options one of keyword parameters, each with type, bounds, default and description."""

    def decorate(function: Callable[[Options], Awaitable[Result]]) -> Callable[..., Awaitable[Result]]:
        async def flow(**values: Any) -> Result:
            return await function(options(**values))

        flow.__name__, flow.__qualname__, flow.__module__ = (
            function.__name__,
            function.__qualname__,
            function.__module__,
        )
        flow.__doc__ = f"{function.__doc__}\n\nArgs:\n" + "".join(
            f"    {name}: {field.description}\n" for name, field in _fields(options)
        )
        vars(flow)["__signature__"] = Signature([_parameter(options, name, field) for name, field in _fields(options)])
        return flow

    return decorate


def _fields(options: type[OptionGroup]) -> list[tuple[str, FieldInfo]]:
    """Return the options in the order of Prefect's form: the class's own, then the shared by section."""
    sections = {name: _section(options, name) for name in options.model_fields}
    order = list(dict.fromkeys(sections.values()))
    return sorted(
        options.model_fields.items(),
        key=lambda item: (item[0] not in options.__annotations__, order.index(sections[item[0]])),
    )


def _section(options: type[OptionGroup], name: str) -> str:
    """Return the section of the settings that an option stands in; empty for one that is a parameter alone."""
    return next(str(vars(kind).get("section", "")) for kind in options.__mro__ if name in get_annotations(kind))


def _parameter(options: type[OptionGroup], name: str, field: FieldInfo) -> Parameter:
    """Return the parameter of an option; its label names the section, as Prefect's form groups nothing but objects."""
    section = _section(options, name)
    label = [Field(json_schema_extra={"title": f"[{section}] {name}"})] if section else []
    hint = Annotated[field.annotation, *field.metadata, *label] if field.metadata or label else field.annotation
    return Parameter(name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hint)
