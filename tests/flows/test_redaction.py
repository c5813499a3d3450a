"""Redaction: no secret of the environment or of an address is written down."""

from __future__ import annotations

import pytest

from flows.redaction import redacted


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://mei:s3cret@example.org/x", "https://***@example.org/x"),
        ("postgresql+asyncpg://taiyaku:s3cret@127.0.0.1/prefect", "postgresql+asyncpg://***@127.0.0.1/prefect"),
        ("https://example.org/hook?token=abcdef&x=1", "https://example.org/hook?token=***&x=1"),
        ("https://s3.example.org/a?X-Amz-Signature=0f0f&a=b", "https://s3.example.org/a?X-Amz-Signature=***&a=b"),
        ("zh/a.md: empty file", "zh/a.md: empty file"),
        ("a mail to mei@example.org", "a mail to mei@example.org"),
        ("https://example.org/@mei/page", "https://example.org/@mei/page"),
    ],
)
def test_secrets_of_addresses_are_taken_out(text: str, expected: str):
    assert redacted(text) == expected


@pytest.mark.parametrize(
    "name", ["AWS_SECRET_ACCESS_KEY", "HF_TOKEN", "PREFECT_SERVER_API_AUTH_STRING", "SMTP_PASSWORD", "MY_WEBHOOK"]
)
def test_values_of_secret_variables_are_taken_out(monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.setenv(name, "Zm9vYmFyYmF6")
    assert redacted("the service says Zm9vYmFyYmF6 is wrong") == "the service says *** is wrong"


def test_variable_that_is_named_is_secret_whatever_it_is_called(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TEAM_CHANNEL", "mailto://mei:pw12345@example.org")
    assert redacted("cannot use mailto://mei:pw12345@example.org", "TEAM_CHANNEL") == "cannot use ***"


def test_longer_secret_that_holds_another_goes_whole(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("A_TOKEN", "abcdef")
    monkeypatch.setenv("B_TOKEN", "abcdef-ghijkl")
    assert redacted("abcdef-ghijkl") == "***"


def test_short_values_are_no_secrets(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("A_TOKEN", "zh")
    assert redacted("zh/a.md") == "zh/a.md"
