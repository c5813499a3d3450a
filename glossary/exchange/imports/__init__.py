"""Entries imported from files of other tools; what these formats cannot hold is reported."""
