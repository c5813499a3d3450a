"""Crons: the times of a schedule, tried before anything is served."""

from __future__ import annotations

import asyncio

from corpus.text.printable import printable
from flows.options.settings import ScheduleSettings, SettingsError


def check(schedule: ScheduleSettings, file_name: str) -> None:
    """Fail where a cron has no next time; `file_name` is the file of settings. Raises SettingsError."""
    from prefect.server.schemas.schedules import CronSchedule

    for key in ("cron", "check", "glossary", "decisions", "retention"):
        text = getattr(schedule, key)
        if text is None:
            continue
        problem = "is no cron"
        try:
            times = CronSchedule(cron=text, timezone=schedule.timezone)
            problem = "is no date that ever comes"
            asyncio.run(times.get_dates(1))
        except ValueError:
            remedy = "write five fields: minute, hour, day, month, weekday"
            raise SettingsError(
                f"{file_name}: schedule.{key}: {problem}; {remedy} (got {printable(repr(text))})"
            ) from None
