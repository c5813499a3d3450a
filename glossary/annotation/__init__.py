"""Annotation: mentions of concepts in documents, for tables, for spaCy and for comparing two readings."""
