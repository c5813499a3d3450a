"""Entries out of files that other tools write: what they cannot hold is named."""
