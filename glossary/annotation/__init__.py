"""Annotation: mentions of concepts in documents, for tables, for spaCy and for those who compare two readings."""
