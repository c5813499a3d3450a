"""T206 string-drift: a catalogue string that is translated otherwise than in most other places.

Why: Users take two names for two things, and look for the wrong button.
Bad: msgid "Save" → "保存", "保存" and once "储存"
Good: msgid "Save" → "保存" each time, or a context (msgctxt) that says why not
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from glossary.rules.calibration import LIKELY, sign
from glossary.rules.digest import Digest, PageUnit
from glossary.rules.rule import DocumentSpan, Rule, Violation, fold_surface
from glossary.termbase.termbase import Termbase

_END = re.compile(r"[\s.。．:：…!！]+\Z")
_SURE = 3  # uses of one translation, from which another is rather a slip than a second way; by hand
_FEW = sign("T206.few", LIKELY)


def across(digests: Sequence[Digest], _: Termbase) -> Iterator[Violation]:
    """Yield the places where a string is translated differently from most others."""
    groups: defaultdict[tuple[str, str, str], list[tuple[Digest, PageUnit]]] = defaultdict(list)
    for digest in digests:
        for unit in digest.units:
            groups[digest.locale, unit.source, unit.context].append((digest, unit))
    for (_locale, source, _context), uses in groups.items():
        counts = Counter(_folded(unit.text) for _, unit in uses)
        (leading, most), *others = counts.most_common()
        text = next(unit.text for _, unit in uses if _folded(unit.text) == leading)
        for other, count in others:
            if count >= most:
                continue  # which is right, nothing says
            places = [(digest, unit) for digest, unit in uses if _folded(unit.text) == other]
            yield Violation(
                tuple(DocumentSpan(unit.start, unit.end, digest.doc_id) for digest, unit in places),
                words={"source": source, "leading": text, "most": str(most)},
                expected=(text,),
                sure=1.0 if most >= max(_SURE, 2 * count) else _FEW,
                key=f"{source}→{other}",
            )


def _folded(text: str) -> str:
    """Return a translation without insignificant differences: width, case, spaces and the final sign."""
    return fold_surface(_END.sub("", text)).casefold()


RULE = Rule("T206", "string-drift", "terminology/inconsistent-use", "minor", 0.8, "corpus", across=across)
