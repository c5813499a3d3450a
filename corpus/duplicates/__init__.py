"""Duplicates in a corpus: documents that are nearly copies of others, and units that repeat earlier ones."""
