"""The deployment file that `prefect deploy` reads: `prefect.yaml`, for a process pool or a Docker pool."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from corpus.text.printable import printable
from flows.files.atomic_write import write
from flows.options.publish_targets import parse_target
from flows.options.settings import SettingsError
from flows.prefect_flows import allowed_folders
from flows.prefect_flows.deployment_plan import DeployedProject, DeploymentPlan, deployment_plans, run_folders

MARK = "# Made by `taiyaku deployments`"
_HEAD = f"""{MARK}: change taiyaku.toml and write it again.
# prefect deploy --all puts the deployments on the server that PREFECT_API_URL names.
"""
_FLOWS = "flows.prefect_flows.served"
_HOME = Path(__file__).resolve().parents[2]  # where our own packages are
_WRITTEN = ("out", "review", "inbox", "targets", "metrics")  # parameters whose folders runs write to
_CACHE = "taiyaku-cache"  # a volume of Docker's, which outlasts containers
_READ = ("sources", "glossary", "lexicons", "baseline")


def deployment_file(deployed: DeployedProject, work_pool: str, image: str | None) -> str:
    """Return prefect.yaml; with an image, for a Docker pool. Raises SettingsError if Prefect would alter it."""
    pool = {"name": work_pool, "job_variables": job_variables(deployed, image)}  # written once, as all refer to it
    entries = [_entry(plan, pool) for plan in deployment_plans(deployed)]
    for text in _texts(entries):
        if re.search(r"\{\{.*\}\}", text, re.DOTALL):
            remedy = "Prefect fills in what stands between {{ }}; write it otherwise"
            raise SettingsError(f"{printable(repr(text))}: {remedy}")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise SettingsError(f"{printable(repr(text))}: a name that is no UTF-8 text; rename it") from None
    content = {"name": deployed.project.name, "pull": [], "deployments": entries}
    return _HEAD + yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=120)


def write_file(file: Path, text: str) -> None:
    """Write prefect.yaml; raises SettingsError if the file is not ours, or other flows would be loaded there."""
    if file.exists() and not file.read_bytes().startswith(MARK.encode()):
        remedy = "give another folder, as in --out prefect/prefect.yaml"
        raise SettingsError(f"{printable(file)}: not made by taiyaku, so it is kept; {remedy}")
    folder = file.absolute().parent
    others = [place for place in (folder / "flows.py", folder / "flows" / "__init__.py") if place.exists()]
    if others and folder.resolve() != _HOME:
        remedy = "give another folder, as in --out prefect/prefect.yaml, and run it there"
        raise SettingsError(
            f"{printable(others[0])}: `prefect deploy` would load it in place of taiyaku's flows; {remedy}"
        )
    write(file, text)


def job_variables(deployed: DeployedProject, image: str | None) -> dict[str, Any]:
    """Return the job variables for processes or containers of runs; without secrets, which come from the worker."""
    folders = run_folders(deployed)
    allowed = allowed_folders.as_text(folders, deployed.texts)
    environment = {allowed_folders.VARIABLE: allowed, "PYTHONSAFEPATH": "1"}
    if image is None:
        # A line to the terminal of a worker that was killed ends a run; the server has all lines all the same.
        return {"env": {**environment, "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL"}}
    if not deployed.settings.schedule.sources:
        folders = {**folders, "sources": ()}  # the samples of the image
    folders = {**folders, **_told_places(deployed)}
    volumes = [*_volumes(folders), f"{_CACHE}:/cache"]
    return {"image": image, "volumes": volumes, "env": {**environment, "TAIYAKU_CACHE": "/cache"}}


def _told_places(deployed: DeployedProject) -> dict[str, list[Path]]:
    """Return the folders that builds are published in and that of the metrics, as a mounted file cannot be swapped."""
    targets = [parse_target(text) for text in deployed.targets]
    metrics = deployed.settings.notify.metrics
    return {
        "targets": [target.path for target in targets if target.kind != "objects"],
        "metrics": [metrics.parent] if metrics else [],
    }


def _volumes(folders: Mapping[str, Sequence[Path]]) -> Iterator[str]:
    """Yield the outermost folders under their own paths; those only read must exist, as Docker would create them."""
    written = _outermost(folders[name] for name in _WRITTEN)
    yield from (f"{place}:{place}" for place in written)
    for place in _outermost(folders[name] for name in _READ):
        if os.path.exists(place) and not any(Path(place).is_relative_to(folder) for folder in written):
            yield f"{place}:{place}:ro"


def _outermost(groups: Iterable[Sequence[Path]]) -> list[str]:
    """Return the folders that are not inside another, as absolute paths."""
    places = sorted({Path(os.path.abspath(path)) for paths in groups for path in paths})
    return [str(place) for place in places if not any(other in place.parents for other in places)]


def _entry(plan: DeploymentPlan, work_pool: Mapping[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "name": plan.name,
        "description": plan.description,
        "tags": list(plan.tags),
        "entrypoint": f"{_FLOWS}.{plan.flow}",
        "build": [],  # no image is made, and no question asked about one
        "schedules": [{"cron": cron, "timezone": plan.timezone} for cron in plan.crons],
        "parameters": dict(plan.parameters),
        "work_pool": work_pool,
    }
    if plan.one_at_a_time:
        entry["concurrency_limit"] = {"limit": 1, "collision_strategy": "ENQUEUE"}
    if plan.triggers:
        entry["triggers"] = [dict(trigger) for trigger in plan.triggers]
    return entry


def _texts(value: Any) -> Iterator[str]:
    """Yield all strings in a value, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for pair in value.items() for part in pair for text in _texts(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in _texts(part))
