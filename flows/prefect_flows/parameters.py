"""Parameters: a flow of one options object as Prefect shows it, each option a parameter with its description."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel
from pydantic.fields import FieldInfo

Options = TypeVar("Options", bound=BaseModel)
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
        vars(flow)["__signature__"] = Signature([_parameter(name, field) for name, field in _fields(options)])
        return flow

    return decorate


def _fields(options: type[BaseModel]) -> list[tuple[str, FieldInfo]]:
    """The options in the order of Prefect's form: those that the class adds come before those that it shares."""
    return sorted(options.model_fields.items(), key=lambda item: item[0] not in options.__annotations__)


def _parameter(name: str, field: FieldInfo) -> Parameter:
    hint = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    return Parameter(name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hint)
