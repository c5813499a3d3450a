"""Termbase: concepts and their forms, read from entry files and validated."""
