"""Mending files: a page that is checked, with what is safe put right, and its file's bytes before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from corpus.errors import UnreadableError
from corpus.records import Document
from corpus.sources.discovery import Placed
from corpus.sources.encoding_roundtrip import RewritingError, form_of, rewritten
from corpus.sources.file_bytes import contents
from glossary.findings.engine import judged
from glossary.findings.states import Earlier
from glossary.fixing.apply_fixes import FixRequest, mended
from glossary.fixing.edits import Edit
from glossary.report.check_report import Checked
from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule

_EXTRACTED = "findings in HTML speak of the text that was extracted from it"


@dataclass(frozen=True, slots=True)
class Mending:
    """What is to be mended: findings that are sure enough and that the baseline does not have."""

    confidence: float
    earlier: Mapping[str, Earlier] = field(default_factory=dict)


@dataclass(frozen=True)
class MendedPage(Checked):
    """A page as it is after mending, with its file's bytes before and after."""

    file: Path = field(kw_only=True)
    unmended: Checked = field(kw_only=True)  # the page as it was
    before: bytes = field(default=b"", kw_only=True)
    after: bytes = field(default=b"", kw_only=True)
    form: str = field(default="", kw_only=True)  # the encoding
    edits: tuple[Edit, ...] = field(default=(), kw_only=True)
    unsure: int = field(default=0, kw_only=True)  # places whose remedy is less sure
    unwritable: tuple[str, ...] = field(default=(), kw_only=True)  # words that the file's encoding cannot hold
    refused: str = field(default="", kw_only=True)  # why nothing is mended, where something could be


def mended_page(
    file: Placed,
    page: RuleContext,
    shown: str,
    rules: Sequence[Rule],
    asked: Mending,
    max_bytes: int,
    again: Callable[[Document], RuleContext],
) -> tuple[MendedPage, RuleContext]:
    """A page after mending, and what rules see of it then; nothing is written."""
    found, wanted = judged(page, rules), FixRequest(asked.confidence, asked.earlier)
    own = MendedPage(
        page.document, shown, found.findings, rules,
        file=file.path, unmended=Checked(page.document, shown, found.findings, rules),
    )  # fmt: skip
    edits = wanted.edits(page.document, found)
    sure = any(map(wanted.is_sure, edits))
    if not sure or own.is_extracted:
        return replace(own, unsure=len(edits) * (not sure), refused=_EXTRACTED if sure else ""), page
    locale = file.language.locale if file.language else ""
    try:
        data = contents(file.path, max_bytes)
        form = form_of(data, page.document.text, locale)
        done = mended(page, found, rules, replace(wanted, can_write=form.can_hold), again)
        after = rewritten(form, done.page.document.text, locale) if done.edits else data
    except (RewritingError, UnreadableError, OSError) as error:
        return replace(own, refused=str(getattr(error, "strerror", None) or error)), page
    now = replace(
        own,
        document=replace(done.page.document, sha256=sha256(after).hexdigest()),
        findings=done.findings,
        before=data,
        after=after,
        form=form.encoding,
        edits=done.edits,
        unsure=done.unsure,
        unwritable=done.unwritable,
    )
    return now, done.page
