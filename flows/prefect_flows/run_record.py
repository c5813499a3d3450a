"""What is recorded of a run besides artifacts: its name, its last message, and the event of a published build."""

from __future__ import annotations

from pathlib import Path

from prefect import get_client, runtime
from prefect.events import emit_event

from corpus.storage import store
from flows.options.options import BuildOptions
from flows.outcomes.outcome import RunStatus
from flows.outcomes.watch import RunWatch

PUBLISHED = "taiyaku.corpus.published"  # the event; other deployments can be triggered by it


async def name_run(project: str, run: str, build_id: object) -> None:
    """Name the run at work after its project and the build that it made or reads, if there is one."""
    run_id = runtime.flow_run.id
    if run_id and build_id:
        async with get_client() as client:
            await client.update_flow_run(run_id, name=f"{project} {run} {build_id}")


def build_id_of(build: Path) -> object:
    """Return the id of the build in a folder; None where there is none."""
    return (store.read_manifest(build) or {}).get("build_id")


def end_message(watch: RunWatch) -> str:
    """Return how a build ended, as the message of its run's last state."""
    if watch.status is RunStatus.UNCHANGED:
        return f"Nothing changed since build {watch.build_id}"
    if watch.status is not RunStatus.CHANGED or watch.changes is None:
        return watch.message
    new, gone = watch.changes.new_findings, watch.changes.gone_findings
    counts = [f"{sign}{count:,} finding{'s' * (count != 1)}" for sign, count in (("+", new), ("-", gone)) if count]
    return ", ".join([watch.message, *(counts or ["the same findings"])])


def emit_published(watch: RunWatch, options: BuildOptions) -> None:
    """Emit the event that a corpus was published, with what other deployments may want to know of it."""
    changes = watch.changes
    emit_event(
        PUBLISHED,
        resource={
            "prefect.resource.id": f"taiyaku.corpus.{options.project}",
            "prefect.resource.name": options.project,
            "taiyaku.build": str(watch.build_id),
        },
        payload={
            "project": options.project,
            "build_id": watch.build_id,
            "folder": str(options.out / "builds" / str(watch.build_id)),
            "targets": list(options.targets),
            "figures": watch.figures,
            "new_findings": changes.new_findings if changes else None,
            "gone_findings": changes.gone_findings if changes else None,
        },
    )
