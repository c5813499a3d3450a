"""Findings: what the rules raise, made into one row for each decision."""
