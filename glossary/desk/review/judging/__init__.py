"""Judging: what an assistant is asked about a decision, and the suggestions that it gives; people decide."""
