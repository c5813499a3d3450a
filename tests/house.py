"""The house measured: figures of the code that may only get better, beside what each of them aims at.

`python -m tests.house` prints the table; `--lower` writes today's figures into `house.toml` where they are better.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import sys
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_name("house.toml")
FILES = sorted(file for top in ("corpus", "glossary", "flows") for file in (ROOT / top).rglob("*.py"))
TESTS = sorted(file for file in (ROOT / "tests").rglob("*.py") if "node_modules" not in file.parts)
SCRIPTS = sorted((ROOT / "glossary/desk/report/web/scripts").glob("*.js"))
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "outputs/README.md")),
    *(
        file
        for top in ("corpus", "glossary", "flows")
        for file in sorted((ROOT / top).rglob("*.md"))
        if "node_modules" not in file.parts
    ),
]
# A figure that is better by this share of it is to be lowered.
MARGIN = 0.02

# Names of variables and parameters that would fit any value at all.
EMPTY = {
    "one", "own", "said", "told", "found", "made", "at", "seen", "met", "each", "both", "every", "what", "known", "kept",
    "asked", "wanted", "done", "meant", "given", "taken", "says", "who", "where", "when", "here", "there", "now", "again",
    "only", "way", "ways", "named", "shown", "it", "this", "that", "these", "those", "them",
}  # fmt: skip
# Words that English developers do not write, with the forms that count.
WORDS = {
    "told": "told",
    "anew": "anew",
    "nobody": "nobody",
    "somebody": "somebody",
    "company": "company|companies",
    "mend": "mend(?:s|ed|ing)?",
    "behind": "behind",
    "graver": "grav(?:er|est)",
    "be it": "be it",
}
QUESTIONS = ("What", "Whether", "Where", "How")
CJK = re.compile("[\u2e80-\u2fdf\u3005-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]")
LONG_CHAIN = 5
SHORT_MODULE = 40

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Figure(NamedTuple):
    """One figure: its value, and the places that it counts."""

    value: float
    places: Sequence[str] = ()


class Measure(NamedTuple):
    """How a figure is counted."""

    how: str
    figure: Callable[[], Figure]


# --- reading


@cache
def text(file: Path) -> str:
    """Return the text of a file."""
    return file.read_text("utf-8")


@cache
def tree(file: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(text(file))


def where(file: Path, line: int = 0) -> str:
    """Return the name of a place."""
    return file.relative_to(ROOT).as_posix() + (f":{line}" if line else "")


def percent(part: float, whole: float) -> float:
    """Return a share in per cent, with one decimal."""
    return round(100 * part / whole, 1)


def functions(file: Path) -> Iterator[Function]:
    """Yield the functions and methods of a module, inner ones too."""
    return (node for node in ast.walk(tree(file)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def docstrings(file: Path) -> Iterator[ast.Constant]:
    """Yield the docstrings of a module, its classes and functions."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(value=ast.Constant(value=str()) as docstring), *_]:
                    yield docstring


def literals(file: Path) -> Iterator[ast.Constant]:
    """Yield the strings of a module that are no docstrings."""
    documentation = {id(docstring) for docstring in docstrings(file)}
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node


def comments(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments of a module, each with its line."""
    for token in tokenize.generate_tokens(io.StringIO(text(file)).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def bound(module: ast.AST) -> Iterator[ast.Name | ast.arg]:
    """Yield the places at which a module binds a variable or a parameter."""
    for node in ast.walk(module):
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)):
            yield node


# --- size


def modules() -> Figure:
    """Count the modules."""
    return Figure(len(FILES))


def lines() -> Figure:
    """Count the lines."""
    sizes = Counter({where(file): len(text(file).splitlines()) for file in FILES})
    return Figure(sizes.total(), [f"{name}: {size}" for name, size in sizes.most_common(10)])


def blank_lines() -> Figure:
    """Measure the share of lines that are blank."""
    rows = [line for file in FILES for line in text(file).splitlines()]
    return Figure(percent(sum(not row.strip() for row in rows), len(rows)))


def short_modules() -> Figure:
    """Count the modules that hold little."""
    short = [where(file) for file in FILES if 0 < len(text(file).splitlines()) < SHORT_MODULE and not opens(file)]
    return Figure(len(short), short)


def opens(file: Path) -> bool:
    """Return whether a module is the `__init__` of a package that holds a docstring at most."""
    return file.name == "__init__.py" and len(tree(file).body) < 2


# --- functions


def private_functions(file: Path) -> dict[str, Function]:
    """Return the private functions on the top level of a module, by name."""
    nodes = tree(file).body
    return {
        node.name: node
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and re.match("_[^_]", node.name)
    }


def references(node: ast.AST, names: Iterable[str]) -> Iterator[str]:
    """Yield the names among those given that are read below a node, once for each place."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and inner.id in names:
            yield inner.id


@cache
def imported_private_names() -> frozenset[str]:
    """Return the private names that modules take from each other."""
    nodes = (node for file in FILES for node in ast.walk(tree(file)))
    return frozenset(
        name
        for node in nodes
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom)
            else [node.attr]
            if isinstance(node, ast.Attribute)
            else []
        )
        if name.startswith("_")
    )


def used_once() -> Figure:
    """Measure the share of functions that are private and stand for one line elsewhere in their module."""
    count, places = 0, []
    for file in FILES:
        count += sum(1 for _ in functions(file))
        private = private_functions(file)
        uses = Counter(references(tree(file), private))
        places += [
            f"{where(file, node.lineno)} {name}"
            for name, node in private.items()
            if uses[name] == 1 and name not in imported_private_names()
        ]
    return Figure(percent(len(places), count), places)


def chains() -> Figure:
    """Count the modules with a chain of functions, the later ones private and called by the one before alone."""
    longest = {file: longest_chain(file) for file in FILES}
    places = [f"{where(file)}: {' → '.join(chain)}" for file, chain in longest.items() if len(chain) >= LONG_CHAIN]
    return Figure(len(places), places)


def longest_chain(file: Path) -> list[str]:
    """Return the longest chain of a module's top-level functions in which each but the first has one caller."""
    private = private_functions(file)
    callers: defaultdict[str, set[str]] = defaultdict(set)
    for node in tree(file).body:
        for callee in references(node, private):
            callers[callee].add(getattr(node, "name", ""))

    def chain(name: str, *later: str) -> list[str]:
        before = callers[name] - {name}
        if name in private and len(before) == 1 and not before & {"", *later}:
            return chain(*before, name, *later)
        return [name, *later]

    return max(map(chain, private), key=len, default=[])


# --- names and texts


def question_docstrings() -> Figure:
    """Measure the share of functions' docstrings that begin with a question word and not with a verb."""
    count, places = 0, []
    for file in FILES:
        for node in functions(file):
            if docstring := ast.get_docstring(node):
                count += 1
                if docstring.split()[0] in QUESTIONS:
                    places.append(f"{where(file, node.lineno)} {node.name}: {docstring.splitlines()[0]}")
    return Figure(percent(len(places), count), places)


def empty_names(files: Iterable[Path]) -> Figure:
    """Measure the share of bound names that would fit any value."""
    places, count = [], 0
    for file in files:
        for node in bound(tree(file)):
            name = node.arg if isinstance(node, ast.arg) else node.id
            count += 1
            if name in EMPTY:
                places.append(f"{where(file, node.lineno)} {name}")
    return Figure(percent(len(places), count), places)


SCRIPT_BOUND = re.compile(
    r"""\b(?:const|let|var)\s+ (?: [{\[](?P<pattern>[^}\]]*)[}\]] | (?P<name>\w+) )
    | \bfunction\b[\w\s*]* \( (?P<parameters>[^()]*) \)
    | \( (?P<arrow>[^()]*) \)\s*=>
    | (?P<single>\w+)\s*=>
    | \bcatch\s*\( (?P<error>\w+) \)""",
    re.VERBOSE,
)


def script_names(source: str) -> Iterator[str]:
    """Yield the names of the variables and parameters that a script binds."""
    for match in SCRIPT_BOUND.finditer(source):
        yield from re.findall(r"[A-Za-z_$][\w$]*", re.sub(r"=[^,]*|\w+:", "", match[match.lastgroup or 0]))


def empty_script_names() -> Figure:
    """Measure the share of names that would fit any value among those that the page's scripts bind."""
    names = [(file, name) for file in SCRIPTS for name in script_names(text(file))]
    empty = Counter(f"{where(file)} {name}" for file, name in names if name in EMPTY)
    return Figure(percent(empty.total(), len(names)), [f"{place}: {count}" for place, count in empty.items()])


@cache
def cjk_literals() -> Counter[str]:
    """Count the Chinese and Japanese characters in the strings of each module."""
    counts = {where(file): sum(len(CJK.findall(str(node.value))) for node in literals(file)) for file in FILES}
    return +Counter(counts)


def cjk_characters() -> Figure:
    """Count the Chinese and Japanese characters in strings."""
    return Figure(cjk_literals().total(), [f"{name}: {count}" for name, count in cjk_literals().most_common()])


def cjk_modules() -> Figure:
    """Count the modules with such characters."""
    return Figure(len(cjk_literals()), list(cjk_literals()))


def rule_floats() -> Figure:
    """Count the decimal figures in the packages of the rules."""
    places = [
        f"{where(file, node.lineno)} {node.value}"
        for file in FILES
        if (ROOT / "glossary/rules") in file.parents
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value not in (0.0, 1.0)
    ]
    return Figure(len(places), places)


@cache
def known_names() -> frozenset[str]:
    """Return the words of code, data and settings: what a docstring can name."""
    words = {*sys.stdlib_module_names, *dir(builtins)}
    for file in (*FILES, *TESTS):
        for token in tokenize.generate_tokens(io.StringIO(text(file)).readline):
            if token.type == tokenize.NAME:
                words.add(token.string)
        words.update(word for node in literals(file) for word in re.findall(r"\w+", str(node.value)))
        words.update(file.relative_to(ROOT).with_suffix("").parts)
    data = (file for ending in ("toml", "js", "css", "j2") for file in ROOT.glob(f"*/**/*.{ending}"))
    for file in (*data, ROOT / "pyproject.toml", ROOT / "Makefile"):
        if "entries" not in file.parts and "node_modules" not in file.parts:
            words.update(re.findall(r"\w+", text(file)), [file.stem])
    return frozenset(words)


def unknown_names() -> Figure:
    """Count the names between backticks in docstrings that are nowhere in the project, Python or its libraries."""
    places = [
        f"{where(file, docstring.lineno)} `{span}`"
        for file in FILES
        for docstring in docstrings(file)
        for span in re.findall(r"(?<!`)`([A-Za-z_][\w.]*)(?:\(\))?`(?!`)", str(docstring.value))
        if not set(re.findall(r"\w+", span)) <= known_names()
    ]
    return Figure(len(places), places)


def context_strings() -> Figure:
    counts: Counter[str] = Counter()
    for file in (ROOT / "glossary/entries").glob("*.toml"):
        counts[where(file)] = listed_context(tomllib.loads(text(file)))
    return Figure(counts.total(), [f"{name}: {count}" for name, count in counts.most_common()])


def listed_context(value: object) -> int:
    """How many strings lists of `only_near` and `not_in` have in a table, or a list of tables."""
    if isinstance(value, list):
        return sum(map(listed_context, value))
    if not isinstance(value, dict):
        return 0
    listed = sum(len(value[key]) for key in ("only_near", "not_in") if isinstance(value.get(key), list))
    return listed + sum(map(listed_context, value.values()))


def strange_openings() -> Figure:
    """Count the modules whose first sentence has no word of what the file is called."""
    places = []
    for file in FILES:
        docstring = ast.get_docstring(tree(file)) or ""
        sentence = re.split(r"(?<=[.])\s", docstring)[0].lower()
        stems = [word[:4].rstrip("e") for word in file.stem.lower().split("_") if len(word) > 1]
        if not file.name.startswith("__") and not any(stem in sentence for stem in stems):
            places.append(f"{where(file)}: {sentence}")
    return Figure(len(places), places)


# --- words


def english(file: Path) -> Iterator[tuple[int, str]]:
    """Yield what a file says in English, each passage with its line; of a module its comments and strings."""
    if file.suffix == ".py":
        yield from comments(file)
        yield from ((node.lineno, str(node.value)) for nodes in (docstrings(file), literals(file)) for node in nodes)
    else:
        whole = text(file)
        yield 1, re.split(r"(?m)^(?=## )", whole)[1] if file.name == "CHANGELOG.md" else whole


@cache
def passages() -> list[tuple[Path, int, str]]:
    """Return all that is said in English: in modules, scripts of the page, messages and documents."""
    tables = [file for top in ("corpus", "glossary", "flows") for file in sorted((ROOT / top).rglob("*.toml"))]
    pages = [file for file in (*tables, *DOCUMENTS) if not {"entries", "samples", "zh", "ja"} & set(file.parts)]
    return [(file, *passage) for file in (*FILES, *SCRIPTS, *pages) for passage in english(file)]


def word(forms: str) -> Figure:
    """Count a word in comments, strings, messages and documents."""
    pattern = re.compile(rf"\b(?:{forms})\b", re.IGNORECASE)
    places = [
        where(file, line + passage.count("\n", 0, match.start()))
        for file, line, passage in passages()
        for match in pattern.finditer(passage)
    ]
    return Figure(len(places), places)


# --- the table

MEASURES: dict[str, Measure] = {
    "modules": Measure("Python files of corpus, glossary and flows", modules),
    "lines": Measure("their lines", lines),
    "blank lines, %": Measure("lines of white space, of all lines", blank_lines),
    "short modules": Measure(
        f"under {SHORT_MODULE} lines, without each `__init__` of a docstring alone", short_modules
    ),
    "private functions used once, %": Measure("top-level, `_name`, one reference, of all functions", used_once),
    "modules with long chains": Measure(
        f"{LONG_CHAIN} functions, the later ones private and called by the one before alone", chains
    ),
    "question docstrings, %": Measure(
        f"begin with {', '.join(QUESTIONS)}, of functions' docstrings", question_docstrings
    ),
    "empty names, product, %": Measure("bound names of EMPTY, of all bound names", partial(empty_names, FILES)),
    "empty names, tests, %": Measure("the same in tests", partial(empty_names, TESTS)),
    "empty names, scripts, %": Measure("the same in the scripts of the report page", empty_script_names),
    "CJK characters": Measure("in strings that are no docstrings", cjk_characters),
    "CJK modules": Measure("modules with such characters", cjk_modules),
    "floats in rules": Measure("decimal literals in glossary/rules but 0.0 and 1.0", rule_floats),
    "context strings": Measure("strings that built-in entries list in `only_near` and `not_in`", context_strings),
    "unknown names": Measure("`names` of docstrings that are in no code or data here, nor in Python", unknown_names),
    "strange openings": Measure("modules whose first sentence has no word of the file's name", strange_openings),
    **{
        f"word: {name}": Measure(f"{forms} in comments, strings, messages, documents", partial(word, forms))
        for name, forms in WORDS.items()
    },
}


class Limit(NamedTuple):
    """What a figure may be at most, and what it aims at."""

    most: float
    aim: float


def limits() -> dict[str, Limit]:
    """Return the limits that `house.toml` holds."""
    return {name: Limit(**limit) for name, limit in tomllib.loads(text(TABLE)).items()}


def is_worse(value: float, limit: Limit) -> bool:
    """Return whether a figure got worse."""
    return value > limit.most


def is_better(value: float, limit: Limit) -> bool:
    """Return whether a figure is better by a clear margin."""
    return value < limit.most * (1 - MARGIN)


def lower() -> None:
    """Write the figures that are better than their limits."""
    source = text(TABLE)
    for name, limit in limits().items():
        if (value := MEASURES[name].figure().value) < limit.most:
            source = re.sub(rf'(?m)^("{re.escape(name)}" = {{ most = )[\d.]+', rf"\g<1>{value:g}", source)
    TABLE.write_text(source, "utf-8")


def main() -> None:
    """Print the table; with `--lower`, lower the limits first; with the name of a figure, print its places."""
    arguments = sys.argv[1:]
    if arguments == ["--lower"]:
        lower()
        text.cache_clear()
    elif arguments:
        print(*MEASURES[arguments[0]].figure().places, sep="\n")
        return
    width = max(map(len, MEASURES))
    print(f"{'figure':{width}}  {'today':>7}  {'most':>7}  {'aim':>7}  counted")
    for name, limit in limits().items():
        value = MEASURES[name].figure().value
        print(f"{name:{width}}  {value:7g}  {limit.most:7g}  {limit.aim:7g}  {MEASURES[name].how}")


if __name__ == "__main__":
    main()
