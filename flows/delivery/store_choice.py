"""Which store an address means; the libraries that write to it are imported when one is asked for."""

from __future__ import annotations

from flows.delivery.object_store import ObjectStore
from flows.options.publish_targets import PublishTarget, TargetError


def open_store(target: PublishTarget) -> ObjectStore:
    """Return the store that an address names; raises TargetError where nothing is installed that could write to it."""
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
