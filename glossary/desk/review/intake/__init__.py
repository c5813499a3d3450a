"""Intake: answers taken in, corrected texts, and decisions carried over to a newer build."""
