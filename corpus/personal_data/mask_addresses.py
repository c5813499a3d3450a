"""E-mail addresses to mask: any that mail could reach, except domains reserved for examples."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from corpus import lazy_re as re
from corpus.personal_data.mask_data import mask_data

_LETTER = r"A-Za-z\u00c0-\u024f\u0370-\u052f"
_LOCAL = re.compile(rf"[{_LETTER}0-9_](?:[{_LETTER}0-9_.+%~-]|'(?=[{_LETTER}]))*\Z")
_QUOTED = re.compile(r'"[A-Za-z0-9_.+ -]{1,62}"\Z')  # "mei lin"@nova-labs.org
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_DOMAIN = re.compile(rf"(?:{_LABEL}\.){{1,8}}(?:xn--[A-Za-z0-9-]{{2,59}}|[^\W\d_]{{2,24}})")
_LATIN = re.compile("[A-Za-z]{2,}")
_GOES_ON = re.compile(r"[A-Za-z0-9_-]|\.[A-Za-z0-9]")
_USER = re.compile(r"://(?:[^\s/@]*:)?\Z")  # https://mei:password@nova-labs.org, where it is no address
_LONGEST = 64  # characters of what stands before the @
# RFC 2606 and RFC 6761, and what the Japanese registry reserves; mDNS and private networks are reached by no mail.
_RESERVED = re.compile(
    r"(?:.+\.)?(?:example\.(?:com|net|org)|example|test|invalid|localhost|local|internal|example(?:\.[a-z]{2})?\.jp)"
)


def mask_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each address in a view."""
    position = text.find("@")
    while position >= 0:
        span = _address_at(text, position)
        if span:
            yield span
        position = text.find("@", position + 1)


def _address_at(text: str, sign: int) -> tuple[int, int] | None:
    """Return the address around an @ sign, with at most one space on each side of it; None if there is none."""
    before = sign - 1 if text[sign - 1 : sign] == " " else sign
    after = sign + 2 if text[sign + 1 : sign + 2] == " " else sign + 1
    local_form = _QUOTED if text[before - 1 : before] == '"' else _LOCAL
    local = local_form.search(text, max(0, before - _LONGEST), before)
    domain = _DOMAIN.match(text, after) if local else None
    if local is None or domain is None:
        return None
    end = _domain_end(text, domain)
    host = text[after:end].lower()
    if not host or _RESERVED.fullmatch(host):
        return None
    labels, data = host.split("."), mask_data()
    is_common = labels[-1] in data.common_domains
    if not is_common and (before != sign or text[end : end + 1] in ("(", "[") or len(labels[-2]) < 2):
        return None
    if before != sign and (after == sign + 1 or len(labels[-2]) < 3):
        return None
    if _USER.search(text, max(0, local.start() - _LONGEST), local.start()):
        return None
    if labels[0] in data.objects or (local.group() in data.roles and _is_remote(text, local.start(), end)):
        return None
    return local.start(), end


def _domain_end(text: str, domain: re.Match[str]) -> int:
    """Return the end of a domain, or its start if it is none. Text may follow without a space."""
    start, end = domain.span()
    last = text[text.rfind(".", start, end) + 1 : end]
    if not last.isascii():
        latin = _LATIN.match(last)
        lengths = [latin.end()] if latin else range(len(last), 1, -1)
        return next((end - len(last) + length for length in lengths if _is_top_level(last[:length])), start)
    if _is_top_level(last) and not _GOES_ON.match(text, end):
        return end
    while text.count(".", start, end) > 1:  # a sentence that begins right after it: mei@nova-labs.org.See
        end = text.rfind(".", start, end)
        if text[text.rfind(".", start, end) + 1 : end] in mask_data().common_domains:
            return end
    return start


def _is_top_level(label: str) -> bool:
    """Return whether a label is a top-level domain in the usual case: org or ORG."""
    return label in (label.lower(), label.upper()) and _punycode(label.lower()) in _top_level()


def _is_remote(text: str, start: int, end: int) -> bool:
    """Return whether an address names a repository: `git@github.com:owner/name`, `ssh://git@github.com/owner/name`."""
    return text[max(0, start - 3) : start] == "://" or bool(re.match(r":[^\s)]", text[end : end + 2]))


def _punycode(label: str) -> str:
    try:
        return label.encode("idna").decode()
    except UnicodeError:
        return ""


@cache
def _top_level() -> frozenset[str]:
    lines = (files("corpus.personal_data") / "top_level_domains.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())
