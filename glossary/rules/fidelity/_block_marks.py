"""Block marks: what opens a box, an item, a heading or a fence at the start of a line, in each dialect.

Python-Markdown (MkDocs) reads `!!! note "Title"`, markdown-it (VitePress, VuePress) `::: tip Title` with or without the
space, remark (Docusaurus) `:::tip[Title]` without it, GitHub `> [!NOTE]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from glossary.rules.calibration import HALF, LIKELY, NEARLY, sign
from glossary.rules.fidelity._markup_faults import MarkupFault, Side
from glossary.rules.source_context import SURE_PAIR, SegmentPair

_UNCOMPARED, _LIST_MARK = sign("T310.alert-uncompared", NEARLY), sign("T310.list-mark", NEARLY)
_UNHASHED, _LEVEL = sign("T310.hashes", LIKELY), sign("T310.level", HALF)

_INDENT = r"(?P<indent>[ \t>]*)"
# MkDocs' boxes, as Python-Markdown's extensions have them, and what is meant as one.
_BOX = re.compile(rf"{_INDENT}(?P<mark>[!！]{{3}}|[?？]{{3}}[+＋]?)[ \t\u3000]*(?P<rest>\S.*)")
_GOOD_BOX = re.compile(r'(?:!!!|\?\?\?\+?) ?(?P<word>[\w-]+)(?: +[\w-]+)*(?: +"(?P<title>.*)")? *')
_BOX_REST = re.compile(
    r'(?P<words>[^"“”„«「『＂\s]+(?: +[\w-]+)*?)[ \u3000]*'
    r'(?P<quoted>["“”„«「『＂](?P<title>.*?)["“”„»」』＂])?[ \u3000]*'
)
# Containers of colons.
_COLONS = re.compile(
    rf"{_INDENT}(?P<mark>[:：]{{3,}})(?P<gap>[ \t\u3000]*)"
    r"(?P<word>[^\s\[\]{}［］【】:：]*|\{[^{}]*\})(?P<rest>.*)"
)
_LABEL = re.compile(r"[ ]*[\[［【](?P<label>[^\[\]［］【】]*)[\]］】](?P<rest>.*)")
# GitHub's alerts and Obsidian's callouts.
_ALERT = re.compile(
    r"(?P<indent>[ \t]*[>＞][ \t>]*)"
    r"(?P<mark>[\[［【][ ]*[!！][ ]*(?P<word>[^\[\]［］【】]*?)[ ]*[\]］】])(?P<rest>.*)"
)
_GOOD_ALERT = re.compile(r"\[![A-Za-z][\w-]*\]", re.ASCII)
_ORDERED = re.compile(r"[ \t>]*\d{1,9}[.)][ \t]")
_NUMBER = re.compile(
    rf"{_INDENT}(?P<mark>(?P<digits>\d{{1,3}})(?P<stop>[。．、，）]|[.](?![\d.])))"
    r"(?P<gap>[ \t\u3000]*)(?=[^\W\d]|[*`\[“「《【（])"
)
_BULLET = re.compile(rf"{_INDENT}(?P<mark>[-*+])(?P<gap>\u3000*)(?=[^\W\dA-Za-z_])")
_BULLETED = re.compile(r"[ \t>]*[-*+][ \t]")
_HASHES = re.compile(rf"{_INDENT}(?P<mark>[#＃]{{1,6}})(?P<gap>[ \t\u3000]*)(?=[^\s#＃!])")
_TITLED = re.compile(r"[ \t>]*(?P<mark>#{1,6})[ \t]")
_HASHED = re.compile(r"#[ \t]")
_FENCE = re.compile(r"(?P<indent>[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?)(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)")
_FALSE_FENCE = re.compile(rf"{_INDENT}(?P<mark>[｀‘’´]{{3,}}|·{{3}})(?P<info>[A-Za-z+#-]*)[ \t]*")


def broken_boxes(page: Side, original: Side | None) -> Iterator[MarkupFault]:
    """Yield lines that are meant to open a box but do not, or open one of a kind that no style knows."""
    yield from _boxes(page, original)
    yield from _containers(page, original)
    yield from _alerts(page, original)


def _matches(pattern: re.Pattern[str], side: Side | None) -> list[re.Match[str]]:
    matches = (pattern.fullmatch(side.text, start, end) for start, end in side.lines) if side else ()
    return [match for match in matches if match]


def _counterparts(
    lines: Sequence[re.Match[str]], source: Sequence[re.Match[str]]
) -> Iterator[tuple[re.Match[str], re.Match[str] | None]]:
    """Yield each line with the original's line of the same number, or None if the sides differ in number."""
    if len(lines) == len(source):
        yield from zip(lines, source, strict=True)
    else:
        yield from ((match, None) for match in lines)


def _boxes(page: Side, original: Side | None) -> Iterator[MarkupFault]:
    source = _matches(_BOX, original)
    if any(not _good_box(match) for match in source) or (original and not source):
        return  # the original shows its own, or these are exclamations
    words = {match["word"] for other in source if (match := _good_box(other))}
    for match, other in _counterparts(_matches(_BOX, page), source):
        good, counterpart = _good_box(match), _good_box(other) if other else None
        if good and (not words or good["word"] in words or (good["word"].isascii() and not counterpart)):
            continue
        rest = _BOX_REST.fullmatch(match["rest"])
        word = counterpart["word"] if counterpart else (rest["words"] if rest else "")
        if not good and not original and not (rest and rest["quoted"] and word.isascii()):
            continue
        if not good or counterpart:
            mark = match["mark"].replace("！", "!").replace("？", "?").replace("＋", "+")
            title = rest["title"] if rest and rest["quoted"] else None
            right = f"{mark} {word}" + (f' "{title}"' if title is not None else "") if rest and word.isascii() else ""
            yield _fault(match, "box", right)


def _good_box(match: re.Match[str]) -> re.Match[str] | None:
    return _GOOD_BOX.fullmatch(match.string, match.start("mark"), match.end())


def _fault(match: re.Match[str], kind: str, right: str, sure: float = 1.0) -> MarkupFault:
    """Return the fault of a line, starting at its first mark."""
    return MarkupFault(match.start("mark"), match.end(), kind, right, sure=sure)


def _containers(page: Side, original: Side | None) -> Iterator[MarkupFault]:
    containers, source = _matches(_COLONS, page), _matches(_COLONS, original)
    if not source and original:
        return
    openers, source_openers = ([m for m in side if m["word"] or m["rest"].strip()] for side in (containers, source))
    words = {match["word"] for match in source_openers}
    if any("：" in match["mark"] or not match["word"].isascii() for match in source):
        return
    for match, other in _counterparts(openers, source_openers):
        wide = "：" in match["mark"]
        is_known = match["word"] in words or match["word"].isascii()
        label = _LABEL.fullmatch(match["rest"])
        wide_label = bool(label) and match["rest"].lstrip()[0] in "［【"
        has_label = bool(other and _LABEL.fullmatch(other["rest"]))
        spaced = bool(other and has_label and label and match["gap"] and not other["gap"])
        if not wide and is_known and not spaced and not (wide_label and has_label):
            continue
        if not original and not wide:
            continue
        right = _right_container(match, other, label) if other or is_known else ""
        yield _fault(match, "container", right)
    for match in containers:
        if "：" in match["mark"] and match not in openers:
            yield _fault(match, "container", match["mark"].replace("：", ":"))


def _right_container(match: re.Match[str], other: re.Match[str] | None, label: re.Match[str] | None) -> str:
    mark = match["mark"].replace("：", ":")
    gap, word, rest = (other or match)["gap"], (other or match)["word"], match["rest"]
    if label:
        return f"{mark}{gap}{word}[{label['label']}]{label['rest']}"
    glued = match["word"].removeprefix(word) if match["word"] != word and match["word"].startswith(word) else ""
    return f"{mark}{gap}{word}{' ' if glued or rest else ''}{glued}{rest if glued else rest.lstrip()}"


def _alerts(page: Side, original: Side | None) -> Iterator[MarkupFault]:
    source = _matches(_ALERT, original)
    if any(not _GOOD_ALERT.fullmatch(match["mark"]) for match in source) or (original and not source):
        return
    for match, other in _counterparts(_matches(_ALERT, page), source):
        if _GOOD_ALERT.fullmatch(match["mark"]) and ">" in match["indent"]:
            continue
        word = other["word"] if other else match["word"] if match["word"].isascii() else ""
        if word or original:
            right = f"[!{word}]" if word else ""
            yield MarkupFault(*match.span("mark"), "alert", right, sure=1.0 if original else _UNCOMPARED)


# --- items, headings, fences


def broken_marks(page: Side, original: Side | None, pairs: Sequence[SegmentPair]) -> Iterator[MarkupFault]:
    """Yield broken item marks: `1。` and, where the original has an item, a mark without its space."""
    sources = _paired_heads(page, pairs, original)
    numbered = any(_wrong_number(original.text, *line) for line in original.lines) if original else False
    bulleted = any(_BULLET.match(original.text, *line) for line in original.lines) if original else True
    begins = True  # a line that goes on with a sentence may begin with its number
    for start, end in page.lines:
        head, number = sources.get(start, ""), _wrong_number(page.text, start, end)
        bullet = None if number else _BULLET.match(page.text, start, end)
        if number and not numbered and (_ORDERED.match(head) or (number["stop"] == "。" and begins)):
            yield _mark(number, "number", f"{number['digits']}.", _LIST_MARK)
        elif bullet and not bulleted and _BULLETED.match(head) and not page.text.startswith("**", bullet.start("mark")):
            yield _mark(bullet, "bullet", bullet["mark"], _LIST_MARK)
        begins = number is not None or not page.text[start:end].strip()


def _wrong_number(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the number that starts a line if Markdown rejects its stop or the space after it, else None."""
    match = _NUMBER.match(text, start, end)
    return match if match and not (match["stop"] == "." and match["gap"][:1] in (" ", "\t")) else None


def _mark(match: re.Match[str], kind: str, right: str, sure: float) -> MarkupFault:
    """Return the fault of a mark that needs a space after it; a full-width space is part of its place."""
    gap = match["gap"]
    end = match.end("gap") if gap.startswith("\u3000") else match.end("mark")
    return MarkupFault(match.start("mark"), end, kind, right if gap[:1] in (" ", "\t") else f"{right} ", sure=sure)


def _paired_heads(page: Side, pairs: Sequence[SegmentPair], original: Side | None) -> dict[int, str]:
    """Return, by the start of each page line, the head of the original's line that it surely translates."""
    heads: dict[int, str] = {}
    if original is None:
        return heads
    for pair in pairs:
        if pair.is_sure:
            start, source = pair.target[0].start, pair.source[0].start
            line, source_line = page.text.rfind("\n", 0, start) + 1, original.text.rfind("\n", 0, source) + 1
            heads.setdefault(line, original.text[source_line : source + 12])
    return heads


def headings(page: Side, original: Side | None, pairs: Sequence[SegmentPair]) -> Iterator[MarkupFault]:
    """Yield broken headings, and those whose level differs from the original's, unlike on the rest of the page."""
    spaced = not original or not any(_unspaced(original.text, *line) for line in original.lines)
    heads = _paired_heads(page, pairs, original)
    for start, end in page.lines if spaced else ():
        match = _unspaced(page.text, start, end)
        if match and (len(match["mark"]) > 1 or (original and _stands_alone(page.text, start, end))):
            sure = 1.0 if original and _HASHED.search(original.text) else _UNHASHED
            fault = _mark(match, "heading", match["mark"].replace("＃", "#"), sure)
            # What stands for no title of the original may be a leftover, which a space would make a title.
            yield fault if not original or _TITLED.match(heads.get(start, "")) else fault._replace(right="")
    if original:
        yield from _levels(page, original, pairs)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Return whether a line has no text line next to it; a hash in a paragraph is a tag."""
    return text[max(0, start - 4) : start].endswith(("\n\n", "---\n")) and text[end : end + 2] in ("\n\n", "\n", "")


def _unspaced(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the hashes of a line that fail as a heading, having no space after them or full width; else None."""
    match = _HASHES.match(text, start, end)
    return match if match and ("＃" in match["mark"] or match["gap"][:1] not in (" ", "\t")) else None


def _levels(page: Side, original: Side, pairs: Sequence[SegmentPair]) -> Iterator[MarkupFault]:
    """Yield the headings whose level differs from the original's, if nearly all others agree or differ alike. Of four
    such headings in real pages one was a slip; two were slips of the original. So they are neutral.
    """
    levels: list[tuple[re.Match[str], int, int]] = []
    for pair in pairs:
        if pair.score >= SURE_PAIR and len(pair.target) == len(pair.source) == 1:
            match = _TITLED.match(page.text, page.text.rfind("\n", 0, pair.target[0].start) + 1)
            other = _TITLED.match(original.text, original.text.rfind("\n", 0, pair.source[0].start) + 1)
            if match and other and pair.target[0].kind == pair.source[0].kind == "heading":
                levels.append((match, len(match["mark"]), len(other["mark"])))
    shifts = [level - other for _, level, other in levels]
    if not shifts:
        return
    usual = max(sorted(set(shifts), key=abs), key=shifts.count)
    if shifts.count(usual) < max(3, 0.8 * len(shifts)):
        return  # another outline, not a slip
    for mark, level, source_level in levels:
        if level - source_level != usual and source_level > 1 <= source_level + usual:
            words = {"level": str(level), "original": str(source_level + usual)}
            yield MarkupFault(*mark.span("mark"), "level", words=words, sure=_LEVEL, severity="neutral")


def fences(page: Side, original: Side | None) -> Iterator[MarkupFault]:
    """Yield code fences that are never closed, and those of signs other than backticks. The end of a page closes its
    last block; that is no fault if the original's page ends with that block, too.
    """
    if original:
        source_opened, source_end = _open_fence(original.text)
        opened, _ = _open_fence(page.text)
        swallows = opened and (original.text[source_end:].strip() or not page.text[opened.end() :].strip())
        if opened and swallows and not source_opened:
            yield MarkupFault(*opened.span("mark"), "fence")
    for start, end in page.lines:
        if match := _FALSE_FENCE.fullmatch(page.text, start, end):
            yield MarkupFault(match.start("mark"), end, "signs", "```" + match["info"])


def _open_fence(text: str) -> tuple[re.Match[str] | None, int]:
    """Return the fence still open at the end of a text, or None, and the offset where the last one was closed."""
    opened: re.Match[str] | None = None
    closed = 0
    for line in re.finditer(r"[^\n]+", text):
        match = _FENCE.fullmatch(text, *line.span())
        if not match:
            continue
        if opened is None:
            opened = match
        elif match["mark"].startswith(opened["mark"]) and not match["info"].strip():
            opened, closed = None, match.end()
    return opened, closed
