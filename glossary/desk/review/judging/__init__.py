"""Judging: what assistants are asked about decisions, and what they suggest; people decide."""
