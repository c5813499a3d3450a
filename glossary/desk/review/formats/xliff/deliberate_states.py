"""Deliberate: whether the state of a unit says that its text is a reviewer's word, by the values of XLIFF 1.2."""

from __future__ import annotations

from dataclasses import dataclass

TRANSLATED = "translated"  # what editors write whenever a unit is saved
_FINAL = frozenset({"final", "signed-off"})
_TO_DO = ("new", "initial", "needs-")  # what the states begin with that leave something to be done
# How a target came to be that was not typed: out of a memory, a glossary, a machine.
_FILLED = frozenset(
    {"exact-match", "fuzzy-match", "id-match", "mt-suggestion", "tm-suggestion"}
    | {f"leveraged-{whence}" for whence in ("glossary", "inherited", "mt", "repository", "tm")}
)


@dataclass(frozen=True, slots=True)
class UnitStatus:
    """What an editor says of a unit besides its text."""

    state: str = ""  # of the target; empty: the editor knows none
    qualifier: str = ""  # how the target came to its state
    approved: bool = False
    is_remembered: bool = False  # its text is, word for word, what a memory offers and not what was sent

    @property
    def takes_change(self) -> bool:
        """Return whether a changed text is the reviewer's: nothing a tool filled in, nothing still to be reviewed."""
        return not self.is_filled and (self.approved or not self.state.startswith(_TO_DO))

    @property
    def settles(self) -> bool:
        """Return whether the reviewer is done with all of the unit, also with what was left as it is.

        Editors that build on translate-toolkit approve a unit, as `translated`, whenever its text is set, were it to
        what it was: that is no approval.
        """
        return not self.is_filled and (self.state in _FINAL or (self.approved and self.state != TRANSLATED))

    @property
    def is_filled(self) -> bool:
        """Return whether the text may be out of a memory, and was not marked as final since."""
        return (self.is_remembered or self.qualifier in _FILLED) and self.state not in _FINAL
