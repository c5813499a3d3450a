"""Facts, not sentences: no module searches, splits or cuts a message to get back what its maker knew."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house import FILES, ROOT, text, where

# What messages and signatures are called, and how a text is searched or cut: splitting at white space or line ends lays
# a text out anew and asks it nothing.
MESSAGE = re.compile(r"(?:\w+_)?(?:error|message|msg|problem|fault|reason|signature|refusal)s?")
CUTS = {
    "startswith", "endswith", "partition", "rpartition", "split", "rsplit", "find", "index", "removeprefix", "removesuffix",
}  # fmt: skip
PATTERNS = {"search", "match", "fullmatch", "findall", "finditer"}
# Messages of others, who hand over nothing else.
OF_OTHERS = {
    "flows/files/git_repository.py": "git says on standard error what is wrong",
    "flows/prefect_flows/run.py": "Prefect raises a bare RuntimeError where no server answers",
    "flows/options/settings.py": "pydantic begins its messages with words that say nothing here",
}


def called(node: ast.expr) -> str:
    """What the value of an expression is called: `str(build.manifest["signature"])` is a signature."""
    match node:
        case ast.Attribute(attr="args", value=value):
            return called(value)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
        case ast.Subscript(value=value):
            return called(value)
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(name)), *_]):
            return name
        case ast.Call(func=ast.Name(id="str" | "repr" | "printable"), args=[value]):
            return called(value)
        case ast.Call(func=ast.Attribute(value=value)):
            return called(value)
    return ""


def searches(source: str) -> Iterator[str]:
    """The expressions of a source that search or cut a message."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=ast.Constant(value=str()) | ast.JoinedStr(), comparators=[text, *_]):
                texts = [text] if isinstance(node.ops[0], ast.In | ast.NotIn) else []
            case ast.Call(func=ast.Attribute(attr=method), args=[*texts]) if method in PATTERNS:
                pass
            case ast.Call(func=ast.Attribute(value=text, attr=method), args=[ast.Constant(value=str(mark)), *_]):
                texts = [text] if method in CUTS and mark.strip() else []
            case ast.Call(func=ast.Attribute(value=text, attr=method), args=[_, *_]) if method in CUTS:
                texts = [text]
            case _:
                texts = []
        if any(MESSAGE.fullmatch(called(text)) for text in texts):
            yield ast.unparse(node)


def test_no_module_searches_messages():
    searching = {
        name: list(expressions)
        for file in FILES
        if (expressions := list(searches(text(file)))) and (name := where(file)) not in OF_OTHERS
    }
    assert searching == {}, "let the record carry the fact as a field"


@pytest.mark.parametrize("name", OF_OTHERS)
def test_exceptions_are_needed(name: str):
    assert list(searches(text(ROOT / name)))


@pytest.mark.parametrize(
    "source",
    [
        "'T907' in str(error)",
        'f" {change.lang} " not in fault.message',
        "str(build.manifest['signature']).split('|')",
        "str(manifest.get('signature')).split('|')",
        "'|since:' in self.signature",
        "problem.endswith(UNKNOWN)",
        "problem.startswith(f'{file}: ')",
        "messages[0].partition(': ')",
        "error.args[0].partition(': ')",
        "re.search('line (\\\\d+)', str(error))",
        "_LINE.match(error_message)",
    ],
)
def test_what_searches_a_message(source: str):
    assert list(searches(source)) == [ast.unparse(ast.parse(source))]


@pytest.mark.parametrize(
    "source",
    [
        "str(error).splitlines()[0]",
        "message.split('\\n')",
        "' '.join(str(error).split())",
        "problem in problems",
        "type(error).__module__.split('.')",
        "message_id.rsplit('-', 1)",
        "line.startswith('# ')",
    ],
)
def test_what_does_not(source: str):
    assert list(searches(source)) == []
