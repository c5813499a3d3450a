"""Outcomes: how a run ended, what changed since the build before, and who is notified."""
