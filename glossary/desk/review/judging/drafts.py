"""Drafts: texts that assistants offer for gaps in pages, as lines under version control; people put them in."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from corpus.languages import NAMES
from corpus.languages.scripts import CJK_CHARACTER
from corpus.moments import moment_text
from corpus.text.protected_spans import protected_spans
from glossary.decisions.files import fail_on_keys, fail_unless, is_text, line, rows
from glossary.desk.review.formats.clean_text import clean
from glossary.desk.review.judging.suggestions import NOTICE, PROTOCOL, answers_to

KINDS = {
    "untranslated": "the page has this in English",
    "omitted": "the page lacks this; a reviewer accepted that it was left out",
    "stale": "the original changed since: `now` is what the page has for `old`",
}
_ROOM = 200  # characters that a draft may have, beside twice those of its original
_ASK = (
    "Draft the text of `original` in {language}, as the page's neighbours are written. Use the forms of `terms`; keep "
    'code, addresses and marks of markup as they are. Answer with one line of JSON: {{"id": "{id}", "draft": "…"}}. '
    "A person reads it before it stands anywhere."
)


@dataclass(frozen=True, slots=True)
class Gap:
    """A text that a page lacks."""

    lang: str
    path: str  # of the page
    kind: str  # one of KINDS
    original: str  # in English
    now: str = ""  # what stands there; empty: nothing, or the English
    old: str = ""  # what the original said when that was written
    before: Mapping[str, str] = field(default_factory=dict, compare=False)  # the unit before, by language
    after: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def number(self) -> str:
        """The id by which a draft is requested; it stays the same as long as the gap does."""
        texts = (self.lang, self.path, self.original, self.now)
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Draft:
    """An assistant's text for a gap."""

    lang: str
    path: str
    kind: str
    original: str
    now: str
    text: str
    judge: str
    when: str  # UTC

    @property
    def number(self) -> str:
        """The id of its gap."""
        return Gap(self.lang, self.path, self.kind, self.original, self.now).number


def request_of(gap: Gap, terms: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the request for a gap, with the glossary's terms in its original."""
    data = {
        "original": gap.original, "now": gap.now, "old": gap.old, "before": gap.before, "after": gap.after,
        "terms": list(terms), "page": gap.path,
    }  # fmt: skip
    return {
        "protocol": PROTOCOL,
        "id": gap.number,
        "ask": _ASK.format(language=NAMES[gap.lang], id=gap.number),
        "kind": gap.kind,
        "why": KINDS[gap.kind],
        "lang": gap.lang,
        "notice": NOTICE,
        "data": {key: value for key, value in data.items() if value},
    }


def read_drafts(output: bytes, gaps: Mapping[str, Gap], judge: str) -> tuple[dict[str, Draft], Counter[str]]:
    """Return the drafts in an assistant's output by id, and how often each kind of fault occurred.

    A draft has exactly the code, addresses and tags of its original, is of about its length, and in its language.
    """
    moment = moment_text()

    def draft(answer: Mapping[str, Any], gap: Gap) -> Draft | str:
        text = answer.get("draft")
        fault = _fault(text, gap.original)
        return fault or Draft(gap.lang, gap.path, gap.kind, gap.original, gap.now, str(text), judge, moment)

    return answers_to(output, gaps, draft)


def _fault(draft: Any, original: str) -> str:
    if not isinstance(draft, str) or not draft.strip() or clean(draft) != draft:
        return "without a draft in plain text"
    if len(draft) > 2 * len(original) + _ROOM or draft.count("\n") > original.count("\n"):
        return "that are longer than their original allows"
    if not CJK_CHARACTER.search(draft):
        return "that are not in the language"
    if _protected(draft) != _protected(original):
        return "with other code, addresses or tags than their original"
    return ""


def _protected(text: str) -> Counter[str]:
    return Counter(text[span.start : span.end] for span in protected_spans(text, 0, len(text), markup=True))


def drafts_text(drafts: Iterable[Draft]) -> str:
    """Return the text of an assistant's file, one draft per line, sorted by page."""
    ordered = sorted(drafts, key=lambda draft: (draft.lang, draft.path, draft.number))
    return "".join(line(asdict(draft)) for draft in ordered)


def kept_drafts(text: str, name: str) -> list[Draft]:
    """Return the drafts of a file; raises ReviewError naming the file and the line."""
    drafts: list[Draft] = []
    for place, row in rows(text, name):
        fail_on_keys(row, (part.name for part in fields(Draft)), place)
        for key, value in row.items():
            fail_unless(is_text(value), place, f"{key} is no text")
        drafts.append(Draft(**row))
    return drafts


def po_text(drafts: Iterable[Draft], locale: str) -> str:
    """Return drafts as a catalogue of fuzzy entries, which no tool uses as translations until a person confirms."""
    head = f'msgid ""\nmsgstr ""\n"Language: {locale}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    entries = [
        f"#. {draft.kind}: draft of {draft.judge}\n#: {draft.path.replace(' ', '%20')}\n#, fuzzy\n"
        f"msgctxt {_po(draft.path)}\nmsgid {_po(draft.original)}\nmsgstr {_po(draft.text)}\n"
        for draft in sorted({draft.number: draft for draft in drafts}.values(), key=lambda draft: draft.path)
    ]
    return "\n".join([head, *entries])


def _po(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
