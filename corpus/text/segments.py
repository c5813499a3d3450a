"""Segments: a document cut into sentences, headings, list items and code blocks."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from corpus import lazy_re as re
from corpus.formats import blocks_of, format_of
from corpus.languages import KNOWN, pack
from corpus.languages.detection import segment_language
from corpus.languages.scripts import CJK_CHARACTER, LETTER
from corpus.records import Block, Document, Segment, Span
from corpus.text.plain_text import readable
from corpus.text.protected_spans import protected_spans
from corpus.text.rst_spans import rst_spans

OPENERS = {"(": ")", "（": ")", "[": "]", "［": "]", "【": "】", "「": "」", "『": "』", "《": "》", "〈": "〉",
            "“": "”", "‘": "’", "{": "}", "〔": "〕", "｢": "｣"}  # fmt: skip
CLOSERS = {")": ")", "）": ")", "]": "]", "］": "]", **{c: c for c in "】」』》〉”’}〕｣"}}
_BRACKET = re.compile(r"[()（）\[\]［］【】「」『』《》〈〉“”‘’{}〔〕｢｣\"]")


def pairs_in(view: str) -> list[tuple[int, int]]:
    """Return the pairs of matching brackets and quotes; those without a partner are skipped."""
    stack: list[tuple[str, int]] = []
    waiting: Counter[str] = Counter()
    pairs: list[tuple[int, int]] = []
    straight = view.count('"') % 2 == 0
    for match in _BRACKET.finditer(view):
        char, offset = match.group(), match.start()
        if char == '"':
            closes, kind = waiting[char] > 0, char
            if not straight:
                continue
        else:
            closes, kind = char in CLOSERS, CLOSERS.get(char) or OPENERS[char]
        if not closes:
            stack.append((kind, offset))
            waiting[kind] += 1
        elif waiting[kind] and not _is_apostrophe(view, offset):
            while True:
                top, opened = stack.pop()
                waiting[top] -= 1
                if top == kind:
                    break
            pairs.append((opened, offset))
    return pairs


def _is_apostrophe(view: str, offset: int) -> bool:
    return (
        view[offset] == "’"
        and view[offset - 1 : offset].isalpha()
        and view[offset + 1 : offset + 2].isalpha()
        and view[offset - 1].isascii()
    )


def outermost(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs that are inside no other pair, in order."""
    outer: list[tuple[int, int]] = []
    for a, b in sorted(pairs):
        if not outer or a > outer[-1][1]:
            outer.append((a, b))
    return outer


_MARKS = "！？!?‼⁇⁈⁉．."  # what may end a sentence; a language adds what always does
_EMPHASIS = re.compile(r"\*{1,3}|_{1,3}|~~")
_MARKER = re.compile(r"[\s>#*+•·・●◦○▪■◆◇–-]*(?:[(（]?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,4})[.．。)）]\s*)?")
_ABBREVIATION = re.compile(
    r"\b(?:e\.g|i\.e|vs|cf|al|approx|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|Dept|Univ|U\.S|U\.K|Ph\.D)$",
    re.ASCII,
)
_BEFORE_CAPITAL = re.compile(r"\b(?:etc|a\.m|p\.m)$", re.ASCII)  # these end a sentence only before a capital
_BEFORE_NUMBER = re.compile(
    r"\b(?:fig|figs|eq|eqs|sec|ch|no|nos|vol|pp?|ver|v|rev|max|min|avg)$", re.ASCII | re.IGNORECASE
)
_NUMBERED_THING = re.compile(r"(?:図|图|表|例|式)\s?\d+(?:[.-]\d+)*$")
_INITIAL = re.compile(r"(?<![A-Za-z])[A-Za-z](?:\.[A-Za-z]){0,20}$", re.ASCII)
_STARTER = re.compile(
    r"(?:A|An|All|As|At|Both|But|By|Do|Each|For|Hence|How|However|I|If|In|It|Its|Most|No|Note|Now|On|Only|Otherwise|"
    r"Our|See|So|"
    r"That|The|Then|There|These|They|This|Those|Thus|To|Use|We|When|While|With|You|Your)\b"
)
_NAMES = re.compile(r"\b(?:Yahoo|Jeopardy|Joomla)$", re.ASCII)
_PARTICLE = re.compile(
    r"\s*(?:と(?!ころ|りわけ|にかく|はいえ|もあれ)|って|という|の|は|が|を|に|で(?!す。)|も|へ|や|から|まで|など|だ|です)"
)
_CONTINUES_ZH = re.compile(
    r"[的地得了等和与或是之及吗呢吧啊三两]|[这那][一个种类些样]|以及|一[类词句书文章节]|为题|字样"
)
_CONTINUES = re.compile(r"\s*[，、,；;：:。．.）)」』】》〉”’…—～]")
_REFERENCE = re.compile(r"\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]")
_LATIN_NAME = re.compile(" [A-Z]")
_EMOJI = re.compile(r"[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+")
_IMAGE = re.compile(r"!(?=\[[^\[\]]*\]\()")
_WINDOW = 40  # characters looked at on either side of a terminator
_REACH = 1_000  # how far back emphasis may have been opened

# Stand-ins in the view: markup that belongs to the sentence before it, a link's target, any other protected span.
_ATTACHED, _TARGET, _WORD = "\ue000", "\ue001", "X"
_NOTHING = re.compile(rf"[\s{_ATTACHED}¶#]*")  # after a sentence: footnote marks, what is left of anchors


def split_sentences(
    text: str, start: int, end: int, spans: Sequence[Span] = (), skip: Iterable[tuple[int, int]] = ()
) -> list[tuple[int, int]]:
    """Return the sentences of text[start:end] as (start, end), covering everything but white space around them.
    `spans` contain no sentence end; `skip` is markup inside the block (quote signs) that counts as white space.
    """
    view = _masked(text, start, end, spans, skip)
    sentences: list[tuple[int, int]] = []
    begin = 0
    for stop in _boundaries(view):
        _add(sentences, text, start + begin, start + stop)
        begin = stop
    _add(sentences, text, start + begin, end)
    return sentences


def _add(sentences: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start == end:
        return
    if sentences and not any(char.isalnum() for char in text[start:end]):
        start = sentences.pop()[0]  # a stray full stop or mark belongs to what it follows
    sentences.append((start, end))


def _masked(text: str, start: int, end: int, spans: Sequence[Span], skip: Iterable[tuple[int, int]]) -> str:
    """Return text[start:end] at the same length: spans as letters, footnote marks and closing tags as closers."""
    pieces: list[str] = []
    position = start
    marks = [_mask(text, span) for span in spans] + [(a, b, " ") for a, b in skip]
    marks += [(match.start(), match.end(), _WORD) for match in _IMAGE.finditer(text, start, end)]
    for a, b, letter in sorted(marks):
        if a < position or b > end:
            continue
        pieces += [text[position:a], letter * (b - a)]
        position = b
    return "".join([*pieces, text[position:end]])


def _mask(text: str, span: Span) -> tuple[int, int, str]:
    if span.kind == "link" and text[span.start - 1 : span.start] in ("(", "["):
        return span.start - 1, span.end + 1, _TARGET
    attached = span.kind == "tag" and (
        text.startswith(("[^", "{#", "{:", "</", "<br", "<BR"), span.start)
        or (text.startswith("[[", span.start) and text.endswith("]]", span.start, span.end))
        or (text.startswith(("[", " ["), span.start) and text.endswith("]_", span.start, span.end))
        or (text.startswith("\\", span.start) and text[span.start + 1 : span.end].isspace())
    )
    return span.start, span.end, _ATTACHED if attached else _WORD


def _boundaries(view: str) -> Iterable[int]:
    """Yield offsets in `view` after which a new sentence begins."""
    pairs = pairs_in(view)
    outer = outermost(pairs)
    opens = [a for a, _ in outer]
    closing = {b for _, b in pairs}
    begin = 0
    terminator, always = _terminators(tuple(KNOWN))
    for match in terminator.finditer(view):
        if match.start() < begin:
            continue
        if match.end() - begin < _WINDOW and _MARKER.fullmatch(view, begin, match.end()):
            continue
        index = bisect(opens, match.start()) - 1
        inside = index >= 0 and match.start() < outer[index][1]
        stop = _closers(view, match.end(), begin, closing)
        if inside and stop <= outer[index][1]:
            continue
        if _NOTHING.fullmatch(view, stop, stop + _WINDOW):
            ends = _NOTHING.fullmatch(view, stop, stop + 4 * _WINDOW) is None
        elif inside:
            ends = _ends_with_bracket(view, match, outer[index][0], stop, begin)
        else:
            ends = _ends_sentence(view, match, stop, always)
        if ends and stop < len(view):
            yield stop
            begin = stop


def _closers(view: str, offset: int, begin: int, closing: set[int]) -> int:
    """Return the offset after the closing brackets, quotes, emphasis and marks that follow a terminator."""
    while offset < len(view):
        if view[offset] == _ATTACHED or offset in closing or view[offset] in "”’」』）)】》":
            offset += 1
        elif (match := _REFERENCE.match(view, offset) or _emoji(view, offset)) or (
            (match := _EMPHASIS.match(view, offset))
            and view.count(match.group(), max(begin, offset - _REACH), offset) % 2
        ):
            offset = match.end()
        else:
            break
    return offset


def _emoji(view: str, offset: int) -> re.Match[str] | None:
    """Return the match of an emoji that closes a sentence; None before its Latin name, as in 🤗 Transformers."""
    match = _EMOJI.match(view, offset)
    return None if match and _LATIN_NAME.match(view, match.end()) else match


@cache
def _terminators(codes: tuple[str, ...]) -> tuple[re.Pattern[str], frozenset[str]]:
    """Return the pattern of possible sentence ends in these languages, and the characters that always end one."""
    always = frozenset("".join(pack(code).sentence_ends for code in codes))
    return re.compile(f"[{re.escape(_MARKS + ''.join(sorted(always)))}]+"), always


def _ends_sentence(view: str, match: re.Match[str], stop: int, always: frozenset[str]) -> bool:
    """Return whether a terminator outside brackets ends a sentence."""
    run, after = match.group(), view[stop : stop + _WINDOW]
    before = view[max(0, match.start() - _WINDOW) : match.start()]
    if not always.isdisjoint(run):
        return True
    if all(char in ".．" for char in run):
        return _dot_ends(run, before, view[match.end() : match.end() + 1], after)
    following = after.lstrip()
    spaced = len(following) < len(after)
    if _CONTINUES.match(after):
        return False
    if run[-1] in "！？‼⁇⁈⁉":
        return not (_PARTICLE.match(after) and before[-1:].isascii())
    if not before.strip() or _NAMES.search(before):
        return False
    if spaced:
        return not following[0].islower()
    if before[-1].isspace():
        return False
    return bool(CJK_CHARACTER.match(before[-1])) or (bool(CJK_CHARACTER.match(after)) and not _PARTICLE.match(after))


def _dot_ends(run: str, before: str, directly: str, after: str) -> bool:
    if len(run) > 1 or not before:
        return False
    if before[-1].isdigit() and directly[:1].isdigit():
        return False
    if run == "．":
        return True
    following = after.lstrip()
    spaced = len(following) < len(after)
    if _ABBREVIATION.search(before) or (_BEFORE_NUMBER.search(before) and following[0].isdigit()):
        return False
    if _NUMBERED_THING.search(before):
        return False
    if _INITIAL.search(before) and not _STARTER.match(following):
        return False
    if _BEFORE_CAPITAL.search(before):
        return spaced and following[0].isupper()
    if re.match(r"[-•*]\s", following):
        return True
    if spaced:
        return not (following[0].islower() or following[0] in ",;:)-–—=")
    if before[-1].islower() and _STARTER.match(after):
        return True  # the space between two English sentences was lost
    return bool(CJK_CHARACTER.match(after)) or (bool(CJK_CHARACTER.match(before[-1])) and after[0].isalnum())


def _ends_with_bracket(view: str, match: re.Match[str], opener: int, stop: int, begin: int) -> bool:
    """Return whether a terminator followed by the bracket or quote that encloses it ends a sentence."""
    after = view[stop : stop + _WINDOW]
    following = after.lstrip()
    if _CONTINUES.match(after) or _PARTICLE.match(after) or following[0] == _TARGET:
        return False
    if following[0] in "“「『‘《" or (following[0].isascii() and following[0].islower()):
        return False
    quoted = view[opener] in '“"「『‘《'
    if quoted and _CONTINUES_ZH.match(following):
        return False
    if not any(char.isalnum() for char in view[begin:opener]):
        return True  # the whole sentence stands in the brackets
    if quoted and (CJK_CHARACTER.match(following) or not match.group().isascii()):
        return True
    return after[0].isspace() and following[0].isupper()


PROSE = ("heading", "paragraph", "list_item", "table_cell")
_WHOLE = ("code", "markup")


def is_prose(segment: Segment) -> bool:
    """Return whether a segment is text that a translator translates: it has a letter outside of markup."""
    return segment.kind in PROSE and LETTER.search(segment.text) is not None


def _kind(block: Block, text: str, start: int, spans: Sequence[Span]) -> str:
    """Return the block's kind, or markup if all letters are in tags and link targets: an image without a name."""
    if block.kind not in PROSE or not any(span.kind in ("tag", "link") for span in spans):
        return block.kind
    position, outside = 0, ""
    for span in spans:
        if span.kind in ("tag", "link"):
            outside += text[position : span.start - start]
            position = span.end - start
    has_letter = LETTER.search(outside + text[position:]) or not LETTER.search(text)
    return block.kind if has_letter else "markup"


def is_markdown(document: Document) -> bool:
    """Return whether emphasis, links and tags in the document's text are markup."""
    return format_of(document.media_type).has_markup


def document_spans(document: Document, start: int, end: int) -> list[Span]:
    """Return the protected spans of a stretch of prose in a document, by the markup of its format."""
    form = format_of(document.media_type)
    if form.has_roles:
        return rst_spans(document.text, start, end)
    return protected_spans(document.text, start, end, form.has_markup)


def own_spans(segment: Segment) -> list[Span]:
    """Return the protected spans of a segment, with offsets from its own start."""
    return [Span(span.start - segment.start, span.end - segment.start, span.kind) for span in segment.protected]


def blanked(text: str, places: Iterable[tuple[int, int]], start: int = 0, end: int | None = None) -> str:
    """Return a text, or a stretch of it, with these places, in order, replaced by as many spaces."""
    pieces, position = [], start
    for begins, ends in places:
        pieces += [text[position:begins], " " * (ends - begins)]
        position = ends
    return "".join([*pieces, text[position:end]])


def readable_text(segment: Segment, markup: bool) -> str:
    """Return a segment as a reader sees it; `markup` where its text is Markdown."""
    return readable(segment.text, 0, len(segment.text), own_spans(segment), markup=markup)


def segment(document: Document, blocks: Sequence[Block] | None = None) -> list[Segment]:
    """Return the segments of a document, or of these blocks, without words: in order, disjoint, all but white space."""
    return list(_segments(document, blocks_of(document) if blocks is None else blocks))


def _segments(document: Document, blocks: Sequence[Block]) -> Iterator[Segment]:
    markup = is_markdown(document)
    ordinal, section = 0, None
    for block in blocks:
        spans = block_spans(document, block)
        if block.kind in _WHOLE:
            pieces = [(block.start, block.end)]
        else:
            pieces = split_sentences(document.text, block.start, block.end, spans, block.skip)
        starts = [span.start for span in spans]
        for start, end in pieces:
            first = max(0, bisect_left(starts, start) - 1)
            inside = [
                Span(max(span.start, start), min(span.end, end), span.kind)
                for span in spans[first : bisect_left(starts, end)]
                if span.end > start
            ]
            yield _segment(document, block, ordinal, section, start, end, inside)
            ordinal += 1
        if block.kind == "heading" and block.level:  # a <summary> heads its own box alone
            section = readable(document.text, block.start, block.end, spans, block.skip, markup) or section


def block_spans(document: Document, block: Block) -> list[Span]:
    """Return the protected spans of a block, in order."""
    if block.kind == "code":
        return [Span(block.start, block.end, "code")]
    if block.kind == "markup":
        return []
    spans = document_spans(document, block.start, block.end)
    return _with_borders(spans, block) if block.skip and format_of(document.media_type).has_roles else spans


def _with_borders(spans: Sequence[Span], block: Block) -> list[Span]:
    """Return the spans of a table cell, and the borders between its lines that are in no span."""
    free = [
        Span(start, end, "tag")
        for start, end in block.skip
        if not any(start < span.end and span.start < end for span in spans)
    ]
    return sorted([*spans, *free], key=lambda span: span.start)


def _segment(
    document: Document, block: Block, ordinal: int, section: str | None, start: int, end: int, spans: list[Span]
) -> Segment:
    text = document.text[start:end]
    kind = _kind(block, text, start, spans)
    return Segment(
        segment_id=f"{document.doc_id}-{ordinal:05d}",
        doc_id=document.doc_id,
        work=document.work,
        lang=document.lang,
        ordinal=ordinal,
        kind=kind,
        section=section,
        text_lang=document.lang if kind in _WHOLE else segment_language(text, document.lang),
        start=start,
        end=end,
        text=text,
        tokens=[],
        token_starts=[],
        protected=spans,
    )


def is_whole_words(segment: Segment, start: int, end: int) -> bool:
    """Return whether a place in the document begins and ends at word borders of the segment."""
    first, last = bisect_left(segment.token_starts, start), bisect_left(segment.token_starts, end) - 1
    if last < first or segment.token_starts[first] != start:
        return False
    return segment.token_starts[last] + len(segment.tokens[last]) == end
