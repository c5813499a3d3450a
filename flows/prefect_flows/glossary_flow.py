"""The check of a changed glossary as a Prefect flow: nothing is done where its entries are those checked last."""

from __future__ import annotations

from typing import Any

from prefect import flow, get_run_logger
from prefect.client.schemas.objects import State
from prefect.states import Completed

from flows.files import glossary_state
from flows.options import samples, termbase_cache
from flows.options.options import GlossaryCheckOptions
from flows.prefect_flows import allowed_folders, run_record
from flows.prefect_flows.check_flow import run_check
from flows.prefect_flows.parameters import takes
from flows.prefect_flows.run_record import told

run_record.shorten()

UNCHANGED = "glossary unchanged"
_BUSY = "the glossary is being checked by another run"


@flow(name="glossary check", flow_run_name="{project} glossary check")
@takes(GlossaryCheckOptions)
@told("glossary check")
async def glossary(options: GlossaryCheckOptions) -> State[Any]:
    """Check the glossary and the sources with it, if entries changed since the last such check of these builds."""
    allowed_folders.check(options)
    termbase_cache.glossary.cache_clear()  # they may have been edited since the last run of this process
    fingerprint = termbase_cache.glossary(options.glossary, options.glossary_only).fingerprint
    out = options.out or options.build.parent
    with glossary_state.glossary_check(out) as is_ours:
        if not is_ours:
            return _nothing_to_do(_BUSY)
        if not options.force and glossary_state.checked_fingerprint(out) == fingerprint:
            return _nothing_to_do(UNCHANGED)
        sources = options.sources or (samples.folder(),)
        state = await run_check(
            options.model_copy(update={"sources": sources, "project": f"{options.project}-glossary"}),
            options.on_new,
        )
        glossary_state.keep_fingerprint(out, fingerprint)
    return state


def _nothing_to_do(message: str) -> State[Any]:
    get_run_logger().info(message)
    return Completed(message=message)
