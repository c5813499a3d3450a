"""Selection: the rules that the settings and the command line select."""

from __future__ import annotations

from collections.abc import Iterable

from flows.settings import CONFIG, Settings, SettingsError
from glossary.findings.selecting import RuleError, Selection, selected


def selection_of(settings: Settings, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> Selection:
    """What is selected; of the call, `select` comes instead of the settings' and `ignore` on top. Raises on no rule."""
    check = settings.check
    folders = {pattern: one.model_dump() for pattern, one in check.per_folder.items()}
    chosen = selected(check.select, check.ignore, folders)
    try:
        chosen.check()
    except RuleError as error:
        raise SettingsError(f"{CONFIG}: check: {error}") from None
    called = Selection(tuple(select) or chosen.select, (*chosen.ignore, *ignore), chosen.folders)
    called.check()
    return called
