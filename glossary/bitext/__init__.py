"""Bitext: works in several languages, their translation units, and comparable segments without an original."""
