"""Vocabularies: the words that columns hold, with their meanings from `vocabularies.toml`, for the data dictionary."""

from __future__ import annotations

from enum import StrEnum
from importlib.resources import files

import tomli

_TABLES = tomli.loads((files("corpus") / "vocabularies.toml").read_text(encoding="utf-8"))
DOCUMENT_STATUS: dict[str, str] = _TABLES["document_status"]
SEGMENT_KIND: dict[str, str] = _TABLES["segment_kind"]
SPAN_KIND: dict[str, str] = _TABLES["span_kind"]
MENTION_STATUS: dict[str, str] = _TABLES["mention_status"]
MENTION_ZONE: dict[str, str] = _TABLES["mention_zone"]
ALIGNMENT_RELATION: dict[str, str] = _TABLES["alignment_relation"]
TERM_RELATION: dict[str, str] = _TABLES["term_relation"]
TERM_EVIDENCE: dict[str, str] = _TABLES["term_evidence"]
UNIT_FLAG: dict[str, str] = _TABLES["unit_flag"]
FLAG_COST: dict[str, float] = _TABLES["flag_cost"]
FINDING_SEVERITY: dict[str, str] = _TABLES["finding_severity"]
SCORE_SCOPE: dict[str, str] = _TABLES["score_scope"]
FINDING_SCOPE: dict[str, str] = _TABLES["finding_scope"]
FINDING_SUPPRESSOR: dict[str, str] = _TABLES["finding_suppressor"]
TRANSLATIONS = ("translation", "given")  # relations of what says the same in two languages


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
