"""Decisions of reviewers: what they are, how files hold them, and which of two applies."""
