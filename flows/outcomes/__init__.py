"""Outcomes: how a run ended, what changed since the previous build, and who is notified."""
