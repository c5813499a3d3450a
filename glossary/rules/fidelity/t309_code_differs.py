"""T309 code-differs: a name or value in the page's code that a line of the original's code has otherwise.

Why: readers copy code as it stands; model.ft(x) for model.fit(x) fails, and no reader seeks the fault in a translation.
Bad: importtorch (the original: import torch)
Good: import torch
"""

from __future__ import annotations

import builtins
import keyword
import sys
from collections import Counter
from collections.abc import Iterator

from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from corpus.languages.scripts import CJK_CHARACTER
from glossary.inventory import load
from glossary.inventory.nearest import differs_as_names_do
from glossary.rules.calibration import LIKELY, RATHER
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.fidelity._code_lines import ReplacedTokens, code_lines, line_pairs, narrowed
from glossary.rules.fidelity._code_literals import ChangedLiteral, changed_blocks
from glossary.rules.rule import DocumentSpan, Rule, Violation

_NAME = re.compile(r"[A-Za-z_]\w+", re.ASCII)
_LONG_NAME = re.compile(r"[A-Za-z_]\w{2,}", re.ASCII)
_WORD = re.compile(r"\w+")
_KEYWORDS = frozenset((*keyword.kwlist, *keyword.softkwlist))
_OF_PYTHON = frozenset((*_KEYWORDS, *dir(builtins), *sys.stdlib_module_names))
_BINDS_NEXT = frozenset(("def", "class", "as", "for", "import", "function", "const", "let", "var"))
_TWO_SLIPS = 8  # letters of a name in which two may be wrong
_OTHER_SAME, _OTHER_SHARE = 4, 0.7  # tokens of a line that are the original's, where another name stands in it
_FEW_LITERALS = 4  # that differ in a block; of more it has other data
_COPIED = 0.8  # of the lines of a block
_IN_CHANGED = LIKELY  # a literal in a block of which other lines differ too
_SHORT = 3  # letters of a word that is no slip of another
_OTHER = RATHER  # another name may be that of another release


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield characters of full width, then the names and the literals that a line has for those of the original."""
    pairs = line_pairs(page)
    wide = [offset for line, original in pairs.copies if line.wide and not original.wide for offset in line.wide]
    if wide:
        narrow = narrowed(page.text[wide[0]])
        places = tuple(DocumentSpan(offset, offset + 1) for offset in wide)
        yield Violation(places, message_id="width", words={"original": narrow}, expected=(narrow,), key="width")
    for change in pairs.replaced:
        if (message_id := _fault(page, change)) is not None:
            yield _violation(page, change, message_id)
    for block in changed_blocks(page):
        # Each literal that differs; of a block that is another version, or has other data, the first alone.
        is_copy = len(block.literals) <= _FEW_LITERALS and block.same >= _COPIED
        for literal in block.literals if is_copy else block.literals[:1]:
            is_value = is_copy and not literal.is_release and _is_same_but(literal)
            yield Violation(
                (DocumentSpan(literal.start, literal.end),),
                message_id="value" if is_value else "other",
                words={"original": literal.original},
                expected=(literal.original,),
                severity="" if is_value else "neutral",
                sure=(1.0 if block.same == 1 else _IN_CHANGED) if is_value else _OTHER,
                key=f"{literal.text}≠{literal.original}",
            )


def _is_same_but(literal: ChangedLiteral) -> bool:
    """Return whether another number stands there, or a word with a slip; another word may be the page's own choice."""
    text, original = literal.text, literal.original
    if text[0].isdecimal() and original[0].isdecimal():
        return True
    return len(original) > _SHORT and len(text) > _SHORT and OSA.distance(text, original) == 1


def _violation(page: RuleContext, change: ReplacedTokens, message_id: str) -> Violation:
    tokens = change.page_line.tokens[change.first : change.last]
    place = DocumentSpan(tokens[0].start, tokens[-1].end)
    original = " ".join(change.original) if message_id == "fused" else "".join(change.original)
    return Violation(
        (place,),
        message_id="other" if message_id == "other" else "name",
        words={"original": original},
        expected=(original,),
        severity="neutral" if message_id == "other" else "",
        sure=_OTHER if message_id == "other" else 1.0,
        key=page.text[place.start : place.end],
    )


def _fault(page: RuleContext, change: ReplacedTokens) -> str | None:
    """Return what is wrong with the tokens: fused, translated, a slip, or another name; None where nothing is."""
    names = change.page_line.texts[change.first : change.last]
    if len(names) != len(change.original):
        return "fused" if _is_fused(page, names, change.original) else None
    if len(names) > 1 or not change.same or not _LONG_NAME.fullmatch(change.original[0]):
        return None
    name, original = names[0], change.original[0]
    if CJK_CHARACTER.search(name):
        return "translated" if _is_code(change, original) and not _is_own(page, name) else None
    if not _NAME.fullmatch(name) or _is_known(page, name) or _is_own(page, name):
        return None
    if _is_slip(name, original):
        return "slip"
    tokens = len(change.page_line.tokens)
    is_near = change.is_apart and change.same >= max(_OTHER_SAME, _OTHER_SHARE * tokens)
    is_bound = name in _own_names(page)[1]
    return "other" if is_near and len(name) > 2 and not is_bound and name not in _in_prose(page) else None


def _is_fused(page: RuleContext, names: tuple[str, ...], original: tuple[str, ...]) -> bool:
    """Return whether words ran together, or one was cut in two, and the result is no name of the original."""
    if "".join(names) != "".join(original) or not all(map(_NAME.fullmatch, (*names, *original))):
        return False
    return any(not _is_known(page, name) and not _is_own(page, name) for name in names)


def _is_code(change: ReplacedTokens, original: str) -> bool:
    """Return whether a name is part of the language or of a library: a keyword, a call, what follows a dot."""
    texts = change.page_line.texts
    before, after = texts[: change.first][-1:], texts[change.last :][:1]
    return original in _KEYWORDS or after == ("(",) or before == (".",)


def _is_slip(name: str, original: str) -> bool:
    """Return whether one or two letters are wrong, or underscores or capitals were lost: no number, no plural."""
    if name.replace("_", "").casefold() == original.replace("_", "").casefold():
        return not differs_as_names_do(name, original)
    most = 1 if len(original) < _TWO_SLIPS else 2
    return not differs_as_names_do(name, original) and OSA.distance(name, original) <= most


def _is_known(page: RuleContext, name: str) -> bool:
    return name in _in_original(page) or name in _OF_PYTHON or load().is_known(name)


@page_fact
def _in_original(page: RuleContext) -> frozenset[str]:
    """Return the words of the original, in code or prose."""
    return frozenset(_WORD.findall(page.source))


@page_fact
def _in_prose(page: RuleContext) -> frozenset[str]:
    """Return the words of the page's prose."""
    return frozenset(name for segment in page.prose for name in _NAME.findall(segment.text))


def _is_own(page: RuleContext, name: str) -> bool:
    """Return whether the page's code gives something this name, and uses it: it works."""
    counts, bound = _own_names(page)
    return name in bound and counts[name] > 1


@page_fact
def _own_names(page: RuleContext) -> tuple[Counter[str], frozenset[str]]:
    """Return how often the page's code has each word, and the words that it gives to something."""
    counts: Counter[str] = Counter()
    bound: set[str] = set()
    for line in code_lines(page.segments):
        texts = line.texts
        counts.update(texts)
        defines = "def" in texts or "lambda" in texts
        for before, text, after in zip(("", *texts), texts, (*texts[1:], ""), strict=False):
            is_left = after in ("=", ",", ":") and before not in (".", "(") and "(" not in texts[: texts.index(text)]
            if before in _BINDS_NEXT or (defines and before in ("(", ",", "lambda")) or is_left:
                bound.add(text)
    return counts, frozenset(bound)


RULE = Rule("T309", "code-differs", "design/markup", "minor", 0.8, "document", find, trusts_original=True)
