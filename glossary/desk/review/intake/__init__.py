"""Intake: accepted answers, corrected texts, and decisions carried over to a newer build."""
