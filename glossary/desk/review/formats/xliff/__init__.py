"""Packets as XLIFF 1.2: one unit per sentence, written for translators' tools and read back."""
