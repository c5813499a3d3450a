"""Redaction: no secret of the environment or of an address is written down."""

from __future__ import annotations

import pytest

from flows.console.redaction import redacted, without_secrets


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


# --- messages of libraries

SECRET = "wJalrXUtnFEMI-planted-EXAMPLEKEY"


@pytest.mark.parametrize(
    "text",
    [
        f"https://user:{SECRET}@store.example/bucket",
        f"postgresql+asyncpg://prefect:{SECRET}@db:5432/prefect",
        f"GET https://b.s3.amazonaws.com/k?X-Amz-Credential={SECRET}/2026&X-Amz-Expires=60",
        f"https://b.s3.amazonaws.com/k?X-Amz-Signature={SECRET}",
        f"https://acc.blob.core.windows.net/c?sv=2026&sig={SECRET}&se=1",
        f"aws_secret_access_key={SECRET}",
        f"aws_session_token = '{SECRET}'",
        f'{{"secret": "{SECRET}", "key": "{SECRET}"}}',
        f"Authorization: Bearer {SECRET}",
        f"password: {SECRET}",
        f"AccountKey={SECRET};EndpointSuffix=core.windows.net",
    ],
)
def test_secret_is_left_out(text: str):
    assert SECRET not in without_secrets(text) and "***" in without_secrets(text)


def test_key_ids_and_values_of_secret_variables_are_left_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_SERVICE_TOKEN", "tok-123456")
    assert without_secrets("AKIAIOSFODNN7EXAMPLE sent tok-123456") == "*** sent ***"


@pytest.mark.parametrize(
    "text",
    [
        "s3://bucket/prefix: the store refused the request (AccessDenied)",
        "unknown key build.fast; known keys are out, jobs",
        "documents/part-00000.parquet: 23 bytes instead of 42",
        "the tokens of a segment, and its keys",
    ],
)
def test_other_words_stay(text: str):
    assert without_secrets(text) == text
