"""Bitext: works in several languages, their translation units, and segments without an original that are comparable."""
