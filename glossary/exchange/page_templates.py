"""Templates of web pages: everything that is put in is escaped, and what a template names must be there."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template


def page_environment() -> Environment:
    """Return the environment that reads the templates of pages."""
    return Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@cache
def page_template(package: str, name: str) -> Template:
    """Return the template in a file of a package."""
    return page_environment().from_string((files(package) / name).read_text(encoding="utf-8"))
