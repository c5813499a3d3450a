"""Staleness: which version of its original a translation has seen, and which sentences have changed since."""
