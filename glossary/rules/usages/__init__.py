"""Usages: how a corpus renders each English term and label, and how likely a reviewer would change it."""
