"""Orchestration: the command line, the plain steps of a build, and the Prefect flows that run them."""
