"""Packets: new decisions for reviewers of a language, in the formats of their tools."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus.grouping import grouped
from corpus.storage.signature import read_signature
from corpus.text.printable import printable
from flows.console.output_formats import PacketFormat
from flows.files.atomic_write import write
from flows.files.build_reader import PublishedBuild
from flows.files.review_folder import PACKETS, decisions_in, drafts_in, exclusive_access, packets_in, suggestions_in
from flows.options.options import MINUTES, GlossaryOptions, SuggestionOptions
from flows.options.termbase_cache import termbase_of
from flows.pipeline.publishing import notes_of
from glossary.decisions.adjudication import adjudicate
from glossary.decisions.decision import ReviewError
from glossary.desk.report import web
from glossary.desk.report.wording import counted
from glossary.desk.review.formats.xliff import write_xliff
from glossary.desk.review.formats.xlsx.write_xlsx import xlsx_bytes
from glossary.desk.review.judging.drafts import Draft
from glossary.desk.review.judging.measured_judges import above_bar, measure, rejected_places, with_opinions
from glossary.desk.review.packets import sent_log
from glossary.desk.review.packets.packet import READS, Bounds, Material, packet
from glossary.desk.review.packets.row import Packet
from glossary.exchange import tbx, tmx, tool_tables
from glossary.findings.decided import measured
from glossary.rules.calibration import JudgedCounts
from glossary.rules.source import t507_meaning_doubt
from glossary.termbase.termbase import Termbase

_PASSAGES = 200  # to translate, of a packet


@dataclass(frozen=True, slots=True)
class PacketRequest:
    """What is to be packed."""

    lang: str
    review: Path  # the review folder
    out: Path  # folder in which each packet gets one of its own
    formats: Sequence[PacketFormat] = ("html", "xlsx")
    minutes: float | None = None  # that the decisions may take; None, without a limit or findings: MINUTES
    limit: int | None = None  # decisions
    findings: Collection[str] | None = None  # the ids of those that it may ask about
    terms: GlossaryOptions = field(default_factory=GlossaryOptions)
    source_link: str = ""
    judging: SuggestionOptions = field(default_factory=SuggestionOptions)


@dataclass(frozen=True, slots=True)
class WrittenPacket:
    """A packet on disk; without files there was nothing new."""

    packet: Packet
    folder: Path
    files: tuple[Path, ...] = ()
    remarks: tuple[str, ...] = ()


def summary(new_packet: Packet) -> str:
    """Return what a packet holds, why it falls short of its minutes if it does, and what is left for later."""
    decisions, passages, findings = new_packet.decisions, len(new_packet.passages), len(new_packet.rows)
    judged = f"{counted(decisions, 'decision')} on {counted(findings, 'finding')}, about {new_packet.minutes} min"
    if new_packet.bound is not None and new_packet.minutes < int(new_packet.bound):
        reason = "the others are less sure, or of the same places" if new_packet.later else "there is no more to ask"
        judged = f"{judged} of {new_packet.bound:g}: {reason}"
    parts = [judged] if decisions else []
    parts += [f"{counted(passages, 'passage')} to translate"] if passages else []
    later = [counted(new_packet.later, "decision")] if new_packet.later else []
    later += [counted(new_packet.later_passages, "passage")] if new_packet.later_passages else []
    parts += [f"for later: {' and '.join(later)}"] if later else []
    parts += [f"sent, decided or gone before: {new_packet.asked_before:,}"] if new_packet.asked_before else []
    return "; ".join(parts)


def write_packet(build: PublishedBuild, request: PacketRequest) -> WrittenPacket:
    """Write the next packet of a language, and its questions to the review folder; raises ReviewError."""
    with exclusive_access(request.review):
        material = material_of(build, request)
        new_packet, termbase = next_packet(material, request), material.termbase
        folder = request.out / new_packet.packet_id
        if not new_packet.rows and not new_packet.passages:
            return WrittenPacket(new_packet, folder)
        formats = _fitting(request.formats, new_packet)
        set_aside = _set_aside(folder)
        counts = measured(adjudicate(decisions_in(request.review)))
        sources = _Sources(new_packet, build, termbase, request.source_link, counts, drafts_in(request.review))
        names = _write_files(sources, folder, formats)
        log = request.review / PACKETS / f"{new_packet.packet_id}.jsonl"
        write(log, sent_log.sent_log_text(new_packet))  # last: now it is sent
    remarks = (*set_aside, *_remarks(new_packet, formats))
    return WrittenPacket(new_packet, folder, tuple(folder / name for name in names), remarks)


def _set_aside(folder: Path) -> list[str]:
    """Move a packet aside whose run was killed before its questions were kept; returns a remark on it."""
    for staged in folder.parent.glob(f".{folder.name}-*"):
        shutil.rmtree(staged, ignore_errors=True)
    if not folder.exists():
        return []
    free = next(place for number in count(1) if not (place := Path(f"{folder}-unsent-{number}")).exists())
    os.rename(folder, free)
    return [f"{printable(folder)} was there, from a run that was killed before it was sent; it is {free.name} now"]


def material_of(build: PublishedBuild, request: PacketRequest) -> Material:
    """Return the material for a build's packets; raises ReviewError if the build has other entries."""
    termbase = termbase_of(request.terms)
    if read_signature(build.manifest["signature"]).glossary != termbase.fingerprint:
        raise ReviewError(f"{printable(build.folder)}: built with other glossary entries; run `taiyaku build` first")
    return Material(build.build_id, str(build.manifest["signature"]), build.tables(READS), termbase, build.confidences)


def next_packet(material: Material, request: PacketRequest) -> Packet:
    """Return the next packet to send; raises ReviewError."""
    earlier, decisions = packets_in(request.review), decisions_in(request.review)
    packet_id = sent_log.next_id(request.lang, [sent.packet_id for sent in earlier])
    suggestions = suggestions_in(request.review)
    judges = measure(suggestions, adjudicate(decisions))
    shown = list(above_bar(suggestions, judges, request.judging.judge_precision))
    hides = request.judging.suggestions == "hide"
    last = rejected_places(shown, judges, request.judging.rejections) if hides else {}
    decided = [decision.question for decision in decisions]
    return with_opinions(packet(material, request.lang, packet_id, earlier, decided, _bounds(request, last)), shown)


def meaning_doubts(build: PublishedBuild, most: int) -> dict[str, list[str]]:
    """Return the ids of undecided doubts of meaning by language: at most `most` per page, the likeliest."""
    code = t507_meaning_doubt.RULE.code
    doubts = [finding for finding in build.findings if finding.rule == code and finding.state.is_undecided]
    of_page: Counter[str] = Counter()
    by_lang: defaultdict[str, list[str]] = defaultdict(list)
    for finding in sorted(doubts, key=lambda finding: (-finding.confidence, finding.finding_id)):
        of_page[finding.doc_id] += 1
        if of_page[finding.doc_id] <= most:
            by_lang[finding.lang].append(finding.finding_id)
    return dict(by_lang)


def _bounds(request: PacketRequest, last: Mapping[str, Collection[str]]) -> Bounds:
    """Return the requested bounds; by default, as much as a reviewer has time for."""
    if request.findings is not None:
        return Bounds(request.minutes, request.limit, findings=request.findings, last=last)
    minutes = MINUTES if request.minutes is None and request.limit is None else request.minutes
    return Bounds(minutes, request.limit, _PASSAGES, last=last)


class _Sources(NamedTuple):
    """The sources of a packet's files."""

    packet: Packet
    build: PublishedBuild
    termbase: Termbase
    source_link: str
    project_counts: Mapping[tuple[str, str], JudgedCounts]
    drafts: Sequence[Draft]  # of any language


class _PacketFile(NamedTuple):
    """A packet's file in one format."""

    ending: str
    content: Callable[[_Sources], bytes]


def _write_files(sources: _Sources, folder: Path, formats: Sequence[PacketFormat]) -> list[str]:
    """Write all files or none; returns their names."""
    packet_id = sources.packet.packet_id
    folder.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(prefix=f".{packet_id}-", dir=folder.parent))
    try:
        files = [_FILES[format_name] for format_name in formats]
        files += [_TO_TRANSLATE] if sources.packet.passages else []
        names = [f"{packet_id}.{file.ending}" for file in files]
        for file, name in zip(files, names, strict=True):
            (staged / name).write_bytes(file.content(sources))
        staged.chmod(0o755)
        os.rename(staged, folder)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise
    return names


def _page(sources: _Sources) -> bytes:
    """Return a report with only the packet's findings and what they need."""
    new_packet, build = sources.packet, sources.build
    findings = {row.question.finding_id: row for row in new_packet.rows}
    tables = web.packet_tables(build.tables(web.READS), findings)
    report = web.ReportTables(
        build_id=new_packet.build_id,
        signature=new_packet.signature,
        tables={name: [table] for name, table in tables.items()},
        notes=notes_of(sources.termbase),
        packet_id=new_packet.packet_id,
        minutes=new_packet.minutes,
        later=new_packet.later,
        similar={
            finding_id: (row.match.pieces, row.match.target, round(row.match.score, 3))
            for finding_id, row in findings.items()
            if row.match
        },
        opinions={finding_id: [asdict(opinion) for opinion in row.opinions] for finding_id, row in findings.items()},
        order={finding_id: row.decision for finding_id, row in findings.items()},
        project_counts=sources.project_counts,
    )
    documents = len(set(tables["findings"]["doc_id"].to_pylist()))
    html = web.page(report, most_documents=documents, room=0, source_link=sources.source_link)
    return html.encode("utf-8", "surrogatepass")


def _translation_memory(sources: _Sources) -> bytes:
    units = _parallel(sources).to_pylist()
    return tmx.tmx_bytes(units, {"en": "en", sources.packet.lang: sources.packet.locale})


def _xliff(sources: _Sources) -> bytes:
    questions = [row.question for row in sources.packet.rows]
    texts = {text for question in questions for text in (question.source, question.target)}
    return write_xliff.xliff_bytes(sources.packet, _translations(sources, texts))


def _passages(sources: _Sources) -> bytes:
    questions = [row.question for row in sources.packet.passages]
    texts = {question.surface.strip() for question in questions}
    of_gap = grouped(sources.drafts, lambda draft: (draft.lang, draft.path, draft.original))
    drafts = {
        question.finding_id: [
            (draft.text, draft.judge) for draft in of_gap[question.lang, question.path, question.surface.strip()]
        ]
        for question in questions
    }
    return write_xliff.passages_bytes(sources.packet, _translations(sources, texts), drafts)


def _translations(sources: _Sources, texts: Collection[str]) -> Mapping[str, Sequence[str]]:
    """Return the translations of English texts in the translation memory of a packet."""
    parallel = _parallel(sources)
    units = parallel.filter(pc.is_in(parallel["en"], pa.array(sorted(texts), pa.string()))).to_pylist()
    return tmx.translations(units, "en", sources.packet.lang)


def _parallel(sources: _Sources) -> pa.Table:
    """Return the `parallel` table for the translation memory of a packet."""
    return sources.build.tables({**tmx.READS})["parallel"]


_FILES: Mapping[PacketFormat, _PacketFile] = {
    "html": _PacketFile("html", _page),
    "xlsx": _PacketFile("xlsx", lambda sources: xlsx_bytes(sources.packet)),
    "xliff": _PacketFile("xlf", _xliff),
    "tmx": _PacketFile("tmx", _translation_memory),
    "tbx": _PacketFile("tbx", lambda sources: tbx.tbx_bytes(sources.termbase, sources.packet.lang)),
    "tab": _PacketFile("utf8", lambda sources: tool_tables.tab_lines(sources.termbase, sources.packet.lang).encode()),
}
# Beside whatever formats: passages are no cards and no rows, and stand in no other file.
_TO_TRANSLATE = _PacketFile("translate.xlf", _passages)


def _fitting(formats: Sequence[PacketFormat], new_packet: Packet) -> list[PacketFormat]:
    """Return the formats for which the packet has content."""
    if not new_packet.rows:
        return []
    return [name for name in formats if name != "xliff" or _has_english(new_packet)]


def _has_english(new_packet: Packet) -> bool:
    return write_xliff.count_left_out(new_packet) < len(new_packet.rows)


def _remarks(new_packet: Packet, formats: Sequence[PacketFormat]) -> Iterator[str]:
    if new_packet.rows and not _has_english(new_packet):
        yield "none has an English original, so there is no XLIFF"
    elif "xliff" in formats and (left_out := write_xliff.count_left_out(new_packet)):
        yield f"{left_out:,} of {len(new_packet.rows):,} have no English original, so the XLIFF leaves them out"
