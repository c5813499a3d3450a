"""The runner of `taiyaku serve`: it stops alike on SIGTERM and Ctrl-C, and leaves schedules alone."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from prefect.runner import Runner


class _ServingRunner(Runner):
    """Prefect's runner, which on SIGTERM would make a coroutine that nothing awaits and leave its loop from within."""

    _ask_to_stop: Callable[[], object]
    _stopping_task: asyncio.Task[None] | None = None

    async def start(self, run_once: bool = False, webserver: bool | None = None) -> None:
        """Serve until a signal asks to stop: runs at work are cancelled; a second signal waits for nothing."""
        loop, serving = asyncio.get_running_loop(), asyncio.current_task()
        if serving is None:
            raise RuntimeError("the runner serves inside a task")

        def stop() -> None:
            if self.started and self._stopping_task is None:
                self._stopping_task = loop.create_task(self.astop())
            else:
                serving.cancel()

        self._ask_to_stop = lambda: loop.call_soon_threadsafe(stop)
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in the background of a shell
            signal.signal(signal.SIGINT, self.handle_sigterm)
        await super().start(run_once=run_once, webserver=webserver)
        if self._stopping_task is not None:
            await self._stopping_task

    def handle_sigterm(self, *_: Any, **__: Any) -> None:
        """Ask the loop to stop; a handler may interrupt it anywhere."""
        self._ask_to_stop()


def run_until_stopped(deployments: Iterable[Any]) -> None:
    """Serve these deployments until a signal asks to stop."""
    runner = _ServingRunner(pause_on_shutdown=False, limit=None)
    for deployment in deployments:
        runner.add_deployment(deployment)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(runner.start())
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
