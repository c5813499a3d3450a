"""Personal data in documents: finding e-mail addresses, telephone numbers and secret keys, and masking them."""

from __future__ import annotations

from corpus.personal_data.personal_spans import KINDS, PersonalSpan, personal_spans

__all__ = ["KINDS", "PersonalSpan", "personal_spans"]
