"""Drills run on the same server as the tests of the flows."""

from tests.flows.conftest import server

__all__ = ["server"]
