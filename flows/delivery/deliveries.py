"""Deliveries: brings a build to each of its targets, and verifies what targets hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from corpus.storage.build_lock import BuildBusyError
from corpus.storage.store import FileDamage, ManifestError, OutError, fsck
from corpus.text.printable import printable
from flows.console.error_lines import describe_error
from flows.console.exit_status import CALL, FINE, FOUND, MACHINE
from flows.console.redaction import without_secrets
from flows.delivery.delivery_result import (
    BuildSource,
    Delivery,
    DeliveryError,
    ObjectStore,
    SourceBuildError,
    TargetConflictError,
    source_of,
)
from flows.options.flow_parameters import BuildOptions
from flows.options.publish_targets import PublishTarget, TargetError, parse_target
from flows.outcomes.difference import Alarm
from flows.outcomes.outcome import read_state
from flows.outcomes.watch import RunWatch

_Result = TypeVar("_Result")
_MOST_DAMAGES = 5  # files that a line names


@dataclass(frozen=True, slots=True)
class Verification:
    """The state of a target, compared with its checksums."""

    target: str
    build_id: str = ""
    damages: tuple[FileDamage, ...] = ()
    problem: str = ""  # why nothing could be verified
    status: int = FINE

    @property
    def line(self) -> str:
        """The verification in one line for people and logs."""
        if self.problem:
            return self.problem  # which names the place
        if not self.damages:
            return f"{printable(self.target)}: {self.build_id} is whole"
        listed = ", ".join(map(str, self.damages[:_MOST_DAMAGES]))
        rest = len(self.damages) - _MOST_DAMAGES
        more = f" and {rest:,} more" if rest > 0 else ""
        return f"{printable(self.target)}: {self.build_id} is damaged: {listed}{more}; publish it again elsewhere"


def deliver(
    build_folder: Path, targets: Iterable[str], *, dry_run: bool = False, rollback: bool = False
) -> list[Delivery]:
    """Deliver a published build to each target; a failure is reported in that target's result and stops no other.
    `build_folder` may be the link `latest`. With `rollback`, the build becomes a target's latest even if it has a
    newer one. Raises SourceBuildError if the build is missing or incomplete, TargetError if a target is invalid.
    """
    parsed = [parse_target(text) for text in targets]
    source = source_of(build_folder)
    if damages := fsck(source.folder):
        raise SourceBuildError(f"{printable(build_folder)}: damaged ({damages[0]}); rebuild it")
    return [_delivered(source, target, dry_run, rollback) for target in parsed]


def verify(target: str) -> Verification:
    """Compare the latest build at a target with its checksums, every file read whole; raises TargetError."""
    parsed = parse_target(target)

    def call() -> tuple[str, list[FileDamage]]:
        module, place = _kind(parsed)
        return module.verify(place)  # type: ignore[no-any-return]

    result, problem, status = _attempt(parsed, call)
    if result is None:
        return Verification(str(parsed), problem=problem, status=status)
    build_id, damages = result
    return Verification(str(parsed), build_id, tuple(damages), status=FOUND if damages else FINE)


def _delivered(source: BuildSource, target: PublishTarget, dry_run: bool, rollback: bool) -> Delivery:
    def call() -> Delivery:
        _must_be_elsewhere(source, target)
        module, place = _kind(target)
        done: Delivery = module.plan(source, place) if dry_run else module.publish(source, place, rollback)
        return done

    delivery, problem, status = _attempt(target, call)
    return delivery or Delivery(str(target), source.build_id, "failed", note=problem, status=status)


def _attempt(target: PublishTarget, call: Callable[[], _Result]) -> tuple[_Result | None, str, int]:
    """Return the result of a call; or None, what is wrong, and the exit status that says whose fault it is."""
    try:
        return call(), "", FINE
    except (TargetError, TargetConflictError, SourceBuildError, OutError, ManifestError) as error:
        problem, status = str(error), CALL
    except (DeliveryError, BuildBusyError) as error:
        problem, status = str(error), MACHINE
    except OSError as error:
        place = "" if error.filename else f"{target}: "  # a write to a file that is open does not say which
        problem, status = f"{place}{describe_error(error)}", MACHINE
    except Exception as error:  # noqa: BLE001 (a bug at one target must not keep a build from the others)
        lines = str(error).splitlines()
        problem, status = f"{target}: {type(error).__name__}: {lines[0] if lines else ''}", MACHINE
    return None, printable(without_secrets(problem)), status


def _must_be_elsewhere(source: BuildSource, target: PublishTarget) -> None:
    """Fail if a target is within the builds of any folder, or in the folder that the build is from. Retention and
    roll-back would take it for a build, and readers would take its builds for the folder's own.
    """
    if target.kind not in ("folder", "dataset"):
        return
    place = target.path.resolve()
    folders = [folder.parent for folder in (place, *place.parents) if folder.name == "builds"]
    output = next((folder for folder in folders if (folder / "latest").is_symlink()), None)
    if source.folder.parent.name == "builds" and place.is_relative_to(source.folder.parent.parent):
        output = source.folder.parent.parent
    if output is not None:
        remedy = "give a folder outside of it"
        raise TargetConflictError(f"{printable(target)}: inside {printable(output)}, a folder of builds; {remedy}")


def _kind(target: PublishTarget) -> tuple[Any, PublishTarget | ObjectStore]:
    """Return the module of a kind of target and what its functions take, without the libraries of other kinds."""
    module = import_module(f"flows.delivery.{target.kind.removesuffix('s')}_delivery")
    return module, open_store(target) if target.kind == "objects" else target


def deliver_latest(watch: RunWatch, options: BuildOptions) -> None:
    """Deliver the latest build to each target that does not have it from an earlier run, and tell the watch. A failed
    delivery is an alarm that fails the run; the next run tries again. Raises what `deliver` raises.
    """
    before = read_state(options.out).get("delivered", {})
    watch.delivered = dict(before) if isinstance(before, dict) else {}
    pending = [target for target in options.targets if watch.delivered.get(target) != watch.build_id]
    if not pending or watch.build_id is None:
        return
    for target, delivery in zip(pending, deliver(options.out / "latest", pending), strict=True):
        watch.lines.append(delivery.line)
        if delivery.failed:
            watch.alarms += (Alarm("delivery", "fail", delivery.line),)
        elif delivery.state == "older":  # as after a clock was set back: a person has to say which one is to be read
            watch.alarms += (Alarm("delivery", "warn", delivery.line),)
        else:
            watch.delivered[target] = delivery.build_id


def open_store(target: PublishTarget) -> ObjectStore:
    """Return the store at an address; raises TargetError if the library to write to it is missing."""
    scheme = target.place.partition("://")[0]
    try:
        if scheme in ("s3", "s3a"):
            from flows.delivery.s3_store import S3Store

            return S3Store(target.place)
        from flows.delivery.fsspec_store import FsspecStore

        return FsspecStore(target.place)
    except ImportError as error:
        package = "install taiyaku[s3]" if scheme in ("s3", "s3a") else "install what fsspec asks for"
        missing = (error.name or "it").partition(".")[0]
        raise TargetError(f"{target}: {scheme}:// needs a library that is missing ({missing}); {package}") from None
    except ValueError:  # fsspec's word for a protocol that it does not know
        raise TargetError(f"{target}: fsspec knows no {scheme}://; correct the target") from None
