"""The records that travel through taiyaku: one frozen dataclass per thing a person would count.

Every field says in `meaning` what it holds; the Arrow schemas (`corpus.schema`) and the data dictionary
(`outputs/README.md`) are made from here. All offsets are Unicode code-point indices into `Document.text`,
half-open, so that `text[start:end] == surface` always holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Annotated, Any, TypeVar

from corpus.vocabularies import (
    ALIGNMENT_RELATION,
    DOCUMENT_STATUS,
    FINDING_SCOPE,
    FINDING_SEVERITY,
    FINDING_STATE,
    FINDING_SUPPRESSOR,
    FLAG_COST,
    MENTION_STATUS,
    MENTION_ZONE,
    SCORE_SCOPE,
    SEGMENT_KIND,
    SPAN_KIND,
    TERM_EVIDENCE,
    TERM_RELATION,
    UNIT_FLAG,
    FindingState,
)

# Languages that have columns of their own, and the columns of what findings say. Of any other language the tables hold
# documents, segments, mentions, beads and findings; it stands in no column of `parallel`, `concepts` and `comparable`.
LANGUAGE_COLUMNS = ("en", "zh", "ja")
MESSAGE_COLUMNS = {"en": "message", "zh": "message_zh", "ja": "message_ja"}

Int32 = Annotated[int, "int32"]
Float32 = Annotated[float, "float32"]


_Record = TypeVar("_Record")


def record(cls: type[_Record]) -> type[_Record]:
    """Make instances of a frozen dataclass cheap to pass on, as their values: slots alone take three times as long."""
    values = attrgetter(*(part.name for part in fields(cls)))  # type: ignore[arg-type]

    def reduced(self: _Record) -> tuple[type[_Record], Any]:
        return cls, values(self)

    cls.__reduce__ = reduced  # type: ignore[assignment, method-assign]
    return cls


def column(meaning: str, values: Mapping[str, str] | None = None, **options: Any) -> Any:
    """Return a dataclass field with its one-line meaning and, if it holds words of a fixed list, their meanings."""
    return field(metadata={"meaning": meaning, "values": values or {}}, **options)


@record
@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text that is not ordinary words: code, an address, a link target."""

    start: Int32 = column("first character")
    end: Int32 = column("one past the last character")
    kind: str = column("what it is", SPAN_KIND)


@record
@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item, table cell or code block as the page sets it."""

    start: int = column("first character that is not white space")
    end: int = column("one past the last such character")
    kind: str = column("heading, paragraph, list_item, table_cell, code, metadata, boilerplate or markup")
    level: int = column("heading level, 1 to 6; 0 for other kinds", default=0)
    skip: tuple[tuple[int, int], ...] = column("markup inside the block: quote signs at line starts", default=())


@record
@dataclass(frozen=True, slots=True)
class MetadataEntry:
    """One entry of a page's front matter."""

    key: str = column("its name")
    value: str = column("its value, as text")


@record
@dataclass(frozen=True, slots=True)
class Document:
    """One source file, read or quarantined."""

    doc_id: str = column("opaque id, a function of the path")
    work: str = column("the thing translated: what its language versions have in common")
    lang: str = column("zh, ja or en; empty where it could not be detected")
    locale: str = column("BCP 47 tag: zh, zh-CN, zh-Hant, ja, en-US …")
    title: str | None = column("title from the front matter or the page's head, else the first heading")
    path: str = column("POSIX path relative to the root")
    media_type: str = column(
        "text/plain, text/markdown, text/x-rst, text/html, application/x-ipynb+json, text/x-python, "
        "text/x-gettext-translation, application/xliff+xml, application/x-tmx+xml, text/csv, "
        "application/x-messages+json, application/x-messages+yaml or text/x-java-properties; files of units have "
        "+markdown or +rst after it, as their texts are written"
    )
    text: str = column("the text that all offsets speak of; empty when quarantined")
    sha256: str = column("hash of the file's bytes; empty where they could not be read")
    chars: Int32 = column("length of the text in code points")
    status: str = column("whether it was read", DOCUMENT_STATUS)
    reason: str | None = column("why it was quarantined, or what was repaired")
    origin: str | None = column("address the text was taken from, if the page names one")
    license: str | None = column("licence, if the page names one")
    metadata: list[MetadataEntry] = column(
        "the other entries of front matter or head; `encoding` where the file was not UTF-8; `text_attributes` where "
        "the settings name some; of a catalogue `units`, `untranslated_units`, `fuzzy_units`, "
        "`obsolete_units`, `context_units`, and `places`: of each unit offset:line:column of its parts in the file",
        default_factory=list,
    )
    emails: Int32 | None = column("e-mail addresses in the file's text; null where it was not read", default=None)
    phones: Int32 | None = column("telephone numbers in it", default=None)
    keys: Int32 | None = column("secret keys in it, such as tokens of services and private keys", default=None)
    duplicate_of: str | None = column(
        "doc_id of the first document of its language that it is nearly a copy of; null where there is none",
        default=None,
    )


@record
@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence, heading, list item or table cell, or a whole code block."""

    segment_id: str = column("opaque id: document and ordinal")
    doc_id: str = column("its document")
    work: str = column("its work")
    lang: str = column("language of the document")
    ordinal: Int32 = column("position in the document, from 0")
    kind: str = column("what it is on the page", SEGMENT_KIND)
    section: str | None = column("readable text of the heading it stands under; null before the first")
    text_lang: str = column("language of this segment: an English sentence in a Chinese page says en")
    start: Int32 = column("first character in documents.text")
    end: Int32 = column("one past the last character")
    text: str = column("documents.text[start:end]")
    tokens: list[str] = column("words as published; empty for code and markup")
    token_starts: list[Int32] = column("where each token begins in documents.text")
    protected: list[Span] = column("stretches that are not ordinary words")


@record
@dataclass(frozen=True, slots=True)
class Mention:
    """One use of a glossary concept: one row per span and concept."""

    mention_id: str = column("opaque id: segment and position")
    segment_id: str = column("the segment it lies in")
    doc_id: str = column("its document")
    work: str = column("its work")
    lang: str = column("language of the document")
    concept_id: str = column("the concept of the glossary")
    form: str = column("the glossary's form that was met")
    status: str = column("how the glossary judges the form", MENTION_STATUS)
    surface: str = column("the words as written")
    start: Int32 = column("first character in documents.text")
    end: Int32 = column("one past the last character")
    zone: str = column("where it stands", MENTION_ZONE)
    token_aligned: bool = column("the base tokenizer already had both borders")
    nested: bool = column("lies inside a longer mention")
    confidence: Float32 = column("how sure the match is, 0 to 1")
    compound_start: Int32 | None = column(
        "first character of the compound that it makes with the terms beside it; null where it stands alone",
        default=None,
    )
    compound_end: Int32 | None = column("one past the last character of the compound", default=None)


@record
@dataclass(frozen=True, slots=True)
class SegmentPlace:
    """The place of a segment in its document."""

    start: Int32 = column("first character in documents.text")
    end: Int32 = column("one past the last character")


@record
@dataclass(frozen=True, slots=True)
class Alignment:
    """One bead between two documents of a work, segments without counterpart included."""

    alignment_id: str = column("opaque id: the two documents and a number")
    work: str = column("their work")
    src_doc: str = column("one document: the Chinese or Japanese one where the other is English")
    tgt_doc: str = column("the other document")
    src_lang: str = column("language of the one")
    tgt_lang: str = column("language of the other")
    src_segments: list[str] = column("its segments, in order; none where the others have no counterpart")
    tgt_segments: list[str] = column("the other's segments")
    src_spans: list[SegmentPlace] = column("where they stand")
    tgt_spans: list[SegmentPlace] = column("where the other's stand")
    kind: str = column("how many segments on each side, such as 2-1")
    score: Float32 = column("probability that it is right; for 1-0 and 0-1, that there is no counterpart")
    relation: str = column("what the two are to each other", ALIGNMENT_RELATION)


@record
@dataclass(frozen=True, slots=True)
class TermAlignment:
    """One use of an English term in a bead, and the words that render it in the translation."""

    term_alignment_id: str = column("opaque id: the bead and a number")
    alignment_id: str = column("the bead")
    work: str = column("its work")
    lang: str = column("language of the translation: zh or ja")
    doc_id: str = column("the translation")
    source_doc_id: str = column("the English document")
    term: str = column("the English: the form of the glossary, or else the words in small letters and the singular")
    concept_id: str | None = column("the concept of the glossary; null where it has none")
    source_start: Int32 = column("first character in the English documents.text")
    source_end: Int32 = column("one past the last character")
    source_surface: str = column("the English as written")
    start: Int32 | None = column(
        "first character in the translation's documents.text; null where nothing stands for it"
    )
    end: Int32 | None = column("one past the last character; null where nothing stands for it")
    surface: str | None = column("the words that stand for it; null where nothing does")
    relation: str = column("what they are to the glossary", TERM_RELATION)
    evidence: list[str] = column("what speaks for them", TERM_EVIDENCE)
    confidence: Float32 = column(
        "how often such a link is right, 0 to 1; of an omitted term, that nothing stands for it"
    )


@record
@dataclass(frozen=True, slots=True)
class Rendering:
    """One rendering of an English term in a language of the corpus."""

    term: str = column("the English, as in term_alignments")
    concept_id: str | None = column("the concept of the glossary; null where it has none")
    lang: str = column("zh or ja")
    rendering: str | None = column("the words as they are written most often; null where the term is omitted")
    relation: str = column("what they are to the glossary", TERM_RELATION)
    uses: Int32 = column("how often, by term_alignments of confidence 0.5 and more")
    documents: Int32 = column("in how many translations")
    works: Int32 = column("in how many works")
    share: Float32 = column("of all uses of the term in this language, 0 to 1")
    confidence: Float32 = column("mean confidence of the links")
    example: str = column("term_alignment_id of the surest one")


@record
@dataclass(frozen=True, slots=True)
class UnitTerm:
    """A concept in a unit: the glossary's preferred forms, and the surfaces used here."""

    concept_id: str = column("the concept")
    en: str = column("preferred English form")
    zh: str = column("preferred Chinese form")
    ja: str = column("preferred Japanese form")
    en_used: list[str] = column("surfaces in the unit's English")
    zh_used: list[str] = column("surfaces in the unit's Chinese")
    ja_used: list[str] = column("surfaces in the unit's Japanese")


@record
@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two languages of a unit, scored and flagged without the third."""

    langs: str = column("the two, such as en-ja")
    score: Float32 = column("probability that the beads between them are right; without such beads, that all are")
    flags: list[str] = column("as those of the unit, of these two texts; `repeated` and `duplicate` are the unit's")


@record
@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """Texts that say the same in each language; a single segment if nothing is aligned with it."""

    unit_id: str = column("opaque id: its first segment")
    work: str = column("its work")
    en: str | None = column("readable English, or null")
    zh: str | None = column("readable Chinese, or null")
    ja: str | None = column("readable Japanese, or null")
    en_segments: list[str] = column("its English segments")
    zh_segments: list[str] = column("its Chinese segments")
    ja_segments: list[str] = column("its Japanese segments")
    kind: str = column("segments per language en-zh-ja, such as 0-1-0")
    score: Float32 | None = column("probability that its beads are all right; null for a segment alone")
    quality: Float32 | None = column(
        f"its score, times {', '.join(f'{cost:g} for `{flag}`' for flag, cost in FLAG_COST.items())}; "
        "other flags do not lower it; null for a segment alone"
    )
    flags: list[str] = column("what a user may want to filter on", UNIT_FLAG)
    split: str = column("train, dev or test, of about 90, 5 and 5 of a hundred works: a function of the work alone")
    terms: list[UnitTerm] = column("the glossary concepts of the unit with their equivalents")
    pairs: list[JudgedPair] = column("each two languages of it, judged by themselves", default_factory=list)


@record
@dataclass(frozen=True, slots=True)
class Comparable:
    """A Chinese and a Japanese segment of different works that mention the same concepts."""

    zh_segment: str = column("the Chinese segment")
    ja_segment: str = column("the Japanese segment")
    zh: str = column("readable Chinese")
    ja: str = column("readable Japanese")
    concepts: list[str] = column("the concepts that both mention, the rarest first")
    score: Float32 = column("how much of both they share, 0 to 1, rare concepts counting more")


@record
@dataclass(frozen=True, slots=True)
class FormCount:
    """A form of a glossary entry, and how often it occurs in a build."""

    lang: str = column("en, zh or ja")
    form: str = column("as the glossary writes it")
    status: str = column("preferred, admitted, abbreviation, deprecated or wrong")
    count: Int32 = column("mentions with this form; 0 for unused ones")


@record
@dataclass(frozen=True, slots=True)
class ConceptUse:
    """One concept of the glossary and its use in a build."""

    concept_id: str = column("id of the glossary entry")
    en: str = column("preferred English form")
    zh: str = column("preferred Chinese form")
    ja: str = column("preferred Japanese form")
    domain: str = column("domain of the entry")
    en_mentions: Int32 = column("mentions in English documents")
    en_documents: Int32 = column("English documents that mention it")
    en_success: Float32 | None = column("share of English mentions in a form that is neither deprecated nor wrong")
    en_consistency: Float32 | None = column("share of the leading rendering of it in English, abbreviations aside")
    zh_mentions: Int32 = column("mentions in Chinese documents")
    zh_documents: Int32 = column("Chinese documents that mention it")
    zh_success: Float32 | None = column("share of Chinese mentions neither deprecated, wrong nor left in English")
    zh_consistency: Float32 | None = column("share of the leading rendering of it in Chinese, abbreviations aside")
    ja_mentions: Int32 = column("mentions in Japanese documents")
    ja_documents: Int32 = column("Japanese documents that mention it")
    ja_success: Float32 | None = column("share of Japanese mentions neither deprecated, wrong nor left in English")
    ja_consistency: Float32 | None = column("share of the leading rendering of it in Japanese, abbreviations aside")
    forms: list[FormCount] = column("every form of the entry, unused ones with 0")


@record
@dataclass(frozen=True, slots=True)
class Location:
    """One place of a finding, with its own message and remedy."""

    doc_id: str = column("the document")
    start: Int32 = column("first character in its text")
    end: Int32 = column("one past the last character")
    surface: str = column("the words there as written", default="")
    message: str = column("what is wrong there, in one sentence", default="")
    message_zh: str = column("the same in Chinese", default="")
    message_ja: str = column("the same in Japanese", default="")
    expected: list[str] = column("what may stand there instead, best first", default_factory=list)
    suggestion: str | None = column("what to put in place of these words, where that is safe", default=None)
    confidence: Float32 = column("how often such a place is wrong, 0 to 1", default=0.0)

    @property
    def offered(self) -> str:
        """The text that a reviewer is offered there: the safe one, else the best expected one; may be empty."""
        return self.suggestion or next(iter(self.expected), "")


@record
@dataclass(frozen=True, slots=True)
class Finding:
    """One decision for a reviewer: a rule, a concept, a folded form and a document. Each place has its own words,
    message and remedy; the finding's are those of the first place in its document.
    """

    finding_id: str = column("opaque id, the same in every build: rule, concept, folded form and document")
    rule: str = column("code of the rule, such as T101")
    name: str = column("name of the rule: the fault")
    category: str = column("category of the fault, after the MQM core typology")
    severity: str = column("how much it hurts", FINDING_SEVERITY)
    confidence: Float32 = column("how often such a finding is right, 0 to 1: that of its surest place")
    scope: str = column("what decides it", FINDING_SCOPE)
    doc_id: str = column("its document")
    work: str = column("its work")
    lang: str = column("language of the document")
    segment_id: str | None = column(
        "the segment of the first place; null where no segment holds it, or the renderings of the whole build decided: "
        "then `start` in `doc_id` says where it is"
    )
    start: Int32 | None = column("first character of the first place; null where it is gone")
    end: Int32 | None = column("one past the last character of the first place")
    surface: str = column("the words at the first place as written")
    concept_id: str | None = column("the concept it speaks of; null where it speaks of none")
    message: str = column("what is wrong, in one sentence")
    message_zh: str = column("the same in Chinese")
    message_ja: str = column("the same in Japanese")
    expected: list[str] = column("what may stand here instead, best first")
    suggestion: str | None = column("what to put in place of the words at the first place, where that is safe")
    occurrences: Int32 = column("places")
    locations: list[Location] = column("all places, in order")
    inherited: bool = column("the English original has the same slip")
    state: FindingState = column("what became of it", FINDING_STATE)
    suppressed_by: str | None = column("what silenced it; null where nothing did", FINDING_SUPPRESSOR, default=None)
    reason: str | None = column("why it is suppressed or accepted", default=None)


@record
@dataclass(frozen=True, slots=True)
class Score:
    """The score of a document, a concept, a language or the build, from its terms and findings."""

    scope: str = column("what is scored", SCORE_SCOPE)
    lang: str | None = column("zh, ja or en; null for the build")
    doc_id: str | None = column("the document; null for other scopes")
    concept_id: str | None = column("the concept; null for other scopes")
    mentions: Int32 = column("mentions in prose, headings and glosses")
    success: Float32 | None = column("share of them neither deprecated, wrong nor left in English; null without any")
    accuracy: Float32 | None = column(
        "share of the original's terms, in sure units, that stand here in a form that is allowed; null without any"
    )
    consistency: Float32 | None = column(
        "share in the leading rendering of their concept, abbreviations aside; null without any that counts"
    )
    findings: Int32 = column("findings that stand, are not inherited and rather true: at least 0.5 sure")
    penalty: Float32 = column("MQM points of all their places (critical 25, major 5, minor 1) times confidence")
    chars: Int32 | None = column("characters of the documents' prose, code left out; null for a concept")
    judged: Float32 | None = column(
        "share of these that surely say what the original says; null without one, and for a concept"
    )
    penalty_per_1000: Float32 | None = column(
        "points per 1,000 characters of judged prose, of what stands there; null for a concept"
    )
