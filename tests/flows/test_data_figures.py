"""Data figures: counted from rows, those of builds of earlier versions too."""

from __future__ import annotations

from typing import Any

from flows.dataset_card.dataset_facts import data_figures


def row(status: str = "ok", **values: Any) -> dict[str, Any]:
    return {"status": status, "emails": 0, "phones": 0, "keys": 0, "duplicate_of": None, **values}


def test_documents_and_units_are_counted():
    documents = [row(emails=3), row(emails=1, keys=2, duplicate_of="a"), row(), row("quarantined", emails=1)]
    assert data_figures(documents, [[], ["duplicate"], ["repeated", "duplicate"], ["personal-data"]]) == {
        "documents that are nearly copies of others": 1,
        "documents with e-mail addresses": 2,
        "documents with telephone numbers": 0,
        "documents with secret keys": 1,
        "units that repeat others": 2,
        "units with personal data": 1,
    }


def test_what_was_not_counted_is_none():
    assert set(data_figures([row(emails=None, phones=None, keys=None)], []).values()) == {0}
