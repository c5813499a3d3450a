"""Answers: what reviewers' files say, whatever program they come from; nothing in them is run."""

from __future__ import annotations

from glossary.review.answers.reading import read

__all__ = ["read"]
