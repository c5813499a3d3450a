"""Parameters: turns a flow of one options object into one with a documented parameter per option, for Prefect."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, TypeVar

from pydantic import Field

from flows.options.option_group import Declaration, OptionGroup, declarations

Options = TypeVar("Options", bound=OptionGroup)
Result = TypeVar("Result")
_BOUNDS = ("gt", "ge", "lt", "le", "min_length", "allow_inf_nan")


def takes(
    options: type[Options],
) -> Callable[[Callable[[Options], Awaitable[Result]]], Callable[..., Awaitable[Result]]]:
    """Turn a function of these options into one of keyword parameters with type, bounds, default and description."""

    def decorate(function: Callable[[Options], Awaitable[Result]]) -> Callable[..., Awaitable[Result]]:
        async def flow(**values: Any) -> Result:
            return await function(options.checked(values))

        for name in ("__name__", "__qualname__", "__module__"):
            setattr(flow, name, getattr(function, name))
        # In the order of Prefect's form: what is a parameter alone, then the keys of each section.
        declared = declarations(options)
        sections = ["", *dict.fromkeys(entry.section for entry in declared if entry.section)]
        entries = sorted(declared, key=lambda entry: sections.index(entry.section))
        flow.__doc__ = f"{function.__doc__}\n\nArgs:\n" + "".join(
            f"    {entry.name}: {entry.metadata['description']}\n" for entry in entries
        )
        vars(flow)["__signature__"] = Signature([_parameter(entry) for entry in entries])
        return flow

    return decorate


def _parameter(entry: Declaration) -> Parameter:
    """Return the parameter of an option; its label names the section, as Prefect's form groups only objects."""
    bounds = {name: bound for name, bound in entry.metadata.items() if name in _BOUNDS}
    title = {"title": f"[{entry.section}] {entry.name}"} if entry.section else None
    hint = Annotated[entry.hint, Field(**bounds, json_schema_extra=title)]  # type: ignore[name-defined]
    return Parameter(entry.name, Parameter.KEYWORD_ONLY, default=entry.default, annotation=hint)
