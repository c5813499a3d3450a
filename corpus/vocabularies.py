"""Vocabularies: the words that columns hold, each with its meaning, as the source of the data dictionary."""

from __future__ import annotations

from enum import StrEnum

DOCUMENT_STATUS = {"ok": "it was read", "quarantined": "it could not be read, or not used; `reason` says why"}
SEGMENT_KIND = {
    "heading": "a heading, or the title",
    "paragraph": "a sentence of running text",
    "list_item": "a sentence of a list item",
    "table_cell": "a cell of a table",
    "code": "a whole block of code or console output",
    "metadata": "data of front matter such as dates and addresses, a byline, a date",
    "boilerplate": "navigation, share buttons, related articles: what belongs to the site, not to the article",
    "markup": "what marks nothing: rules, comments, imports, component tags, link definitions",
}
SPAN_KIND = {
    "code": "code between backticks",
    "url": "an address",
    "link": "the target of a link",
    "math": "a formula",
    "tag": "a tag of HTML or of a component",
    "placeholder": "something a program fills in, such as {name} or %s",
    "identifier": "a name of code in running text, such as torch.compile",
}
MENTION_STATUS = {
    "preferred": "the form to use",
    "admitted": "right as well",
    "abbreviation": "short for it",
    "deprecated": "not used any more",
    "wrong": "a mistake",
    "source": "English in Chinese or Japanese text, where the entry does not admit it",
    "variant": "an allowed form, met only after folding case, spacing, ー, ・ or script",
}
MENTION_ZONE = {
    "prose": "running text",
    "heading": "a heading",
    "gloss": "a bracket after a term that says it once more, as in 自动混合精度(AMP)",
    "code": "code between backticks",
    "identifier": "a name of code in running text",
    "url": "an address",
}
TRANSLATIONS = ("translation", "given")  # relations of what says the same in two languages
ALIGNMENT_RELATION = {
    "translation": "both say the same in two languages",
    "given": "both are a unit of a file that pairs its texts, such as a catalogue",
    "copy": "both are the same text, as where English was left as it is",
    "code": "both are code",
    "none": "a segment without counterpart",
}
TERM_RELATION = {
    "preferred": "the form of the concept to use",
    "admitted": "a form that is right as well, or an abbreviation",
    "variant": "an allowed form, but for case, spacing, ー, ・ or script",
    "deprecated": "a form that is not used any more",
    "wrong": "a form that the glossary calls wrong",
    "other": "a form of another concept",
    "unlisted": "words that the glossary does not have for it",
    "source": "the English itself, where the glossary does not admit it",
    "omitted": "nothing stands for it",
}
TERM_EVIDENCE = {
    "form": "the glossary has the words for the concept",
    "dictionary": "a list of everyday words has the words for the English",
    "spelling": "the words are a form that the glossary has but for one character",
    "lexicon": "the words went with the English elsewhere",
    "name": "both are the same name",
    "sound": "the katakana sounds like the English",
    "place": "nothing is known of the words but where they stand",
    "parts": "the parts of the term stand side by side",
    "elsewhere": "against them: a word of them usually stands for other English",
}
UNIT_FLAG = {
    "unaligned": "one segment alone: nothing is aligned with it",
    "other-language": "a text in it is not in the language of its page",
    "untranslated": "its Chinese or Japanese is the English text, which may be code or a name",
    "length-differs": "one text is far longer or shorter than its translation should be",
    "numbers-differ": "a number of one text is missing in another",
    "identifiers-differ": "a name of code or an address of one text is missing in another",
    "repeated": "the same texts stand in an earlier unit of the work",
    "personal-data": "an e-mail address, a telephone number or a secret key stands in it",
    "duplicate": "the same texts, but for spaces, width, case and figures, stand in an earlier unit of the build",
    "corrected": "a reviewer corrected a text of it; its page says something else",
}
# What is left of a unit's quality. By hand; no measurement is recorded. Numbers cost little because good pairs differ,
# too: the digits are equal in 0.86 of true and 0.03 of shifted pairs of Chinese and English, but in 0.65 of good ones
# of Japanese and English.
FLAG_COST = {
    "other-language": 0.5,
    "untranslated": 0.2,
    "length-differs": 0.5,
    "numbers-differ": 0.8,
    "identifiers-differ": 0.8,
    "repeated": 0.9,
}
FINDING_SEVERITY = {
    "critical": "the reader is misled; 25 points",
    "major": "the reader stumbles, or takes one thing for another; 5 points",
    "minor": "a slip that the reader sees past; 1 point",
    "neutral": "for whoever looks after the glossary or the page's form; no points",
}
SCORE_SCOPE = {
    "document": "one document",
    "concept": "one concept in the documents of a language",
    "language": "the documents of a language",
    "build": "all documents",
}
FINDING_SCOPE = {
    "segment": "one place decides it",
    "document": "the whole document decides it",
    "corpus": "the documents of its language decide it together",
}


class FindingState(StrEnum):
    """The state of a finding, and the groups of states that are treated alike."""

    NEW = "new"
    OPEN = "open"
    ACCEPTED = "accepted"
    SUPPRESSED = "suppressed"
    FIXED = "fixed"

    @property
    def is_new(self) -> bool:
        """Return whether no earlier run and no reviewer knows of the finding."""
        return self is FindingState.NEW

    @property
    def is_known(self) -> bool:
        """Return whether it is in the text, and an earlier run or a reviewer knows of it."""
        return self in (FindingState.OPEN, FindingState.ACCEPTED)

    @property
    def stands(self) -> bool:
        """Return whether it is in the text and not silenced."""
        return self.is_new or self.is_known

    @property
    def is_undecided(self) -> bool:
        """Return whether it stands and no reviewer has decided."""
        return self.stands and self is not FindingState.ACCEPTED

    @property
    def is_suppressed(self) -> bool:
        """Return whether it is in the text and silenced."""
        return self is FindingState.SUPPRESSED

    @property
    def is_fixed(self) -> bool:
        """Return whether it is no longer in the text."""
        return self is FindingState.FIXED


FINDING_STATE: dict[str, str] = {
    FindingState.NEW: "met for the first time; without an earlier build every finding is",
    FindingState.OPEN: "the earlier build had it too",
    FindingState.ACCEPTED: "a reviewer agreed; the text has not changed yet",
    FindingState.SUPPRESSED: "silenced, for the reason given",
    FindingState.FIXED: "the earlier build had it; it is gone",
}
FINDING_SUPPRESSOR = {"page": "a comment in the page", "reviewer": "the decision of a reviewer"}
