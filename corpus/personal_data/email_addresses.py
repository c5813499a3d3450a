"""E-mail addresses that may reach a person: neither examples, nor users of machines, nor versions of packages."""

from __future__ import annotations

from collections.abc import Iterator

from corpus import lazy_re as re

_AT = re.compile("[@＠]|%40|&(?:#0*64|#[xX]0*40|commat);")
_SIGNS = ("@", "＠", "%40", "&")
_LOCAL = re.compile(r"(?:[A-Za-z0-9_%+]|[.-](?=[A-Za-z0-9_%+])|\\(?=[_.+-]))+\Z")
_DOMAIN = re.compile(
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,18}(?![A-Za-z0-9_-]|\.[A-Za-z0-9])"
)
_LONGEST = 64  # characters of what stands before the @
_USER_INFO = re.compile(r"://[^\s/]*\Z")  # https://user:password@host
_PATH = re.compile(r"://[^\s?#<>()\[\]\"'`]*\Z")  # https://host/npm/package@next.dev
_COMMAND = re.compile(r"(?:\bssh|\bscp|\brsync|\bsftp|\bmosh|\bssh-copy-id)\s(?:[^\n|;&]{0,80}\s)?\Z")

# Endings of domains under which people have addresses: endings of files and names of code are none of them, though some
# (py, md, sh, rs) are countries.
_GENERIC = (
    "com org net edu gov mil int info biz name pro io ai app dev tech cloud online site website blog email company "
    "academy science systems software solutions agency digital media network world life live group team tools wiki xyz "
    "page space studio design codes zone global today"
)
_COUNTRIES = (
    "ac ad ae al am ar at au az ba bd be bg bh bo br by ca ch cl cn co cr cu cy cz de dk do dz ec ee eg es eu fi fr ge "
    "gh gr gt hk hn hr hu id ie il in iq ir is it jo jp ke kg kh kr kw kz lb li lk lt lu lv ma me mk mn mo mt mx my ng "
    "ni nl no np nu nz om pa pe ph pk pt qa ro ru sa se sg si sk su sv th tn tr tv tw ua ug uk us uy uz ve vn za"
)
_ENDINGS = frozenset(f"{_GENERIC} {_COUNTRIES}".split())
_RESERVED = re.compile(
    r"(?:^|\.)(?:(?:example|test|invalid|localhost|local|internal)|(?:example|sample|test|mail|e-?mail|domain|foo|bar|baz|"
    r"acme|contoso|fabrikam|company|(?:my|your)[\w-]*|xxx+|abc|site|host|server|hostname|some\w*)\.[a-z.]+|"
    r"example\.[a-z]+\.[a-z]+|gserviceaccount\.com)\Z"
)
_PLACEHOLDER = re.compile(
    r"(?:git|root|admin|user|username|user[-_.]?name|user\d+|name|first[-_.]?name|last[-_.]?name|first\.last|me|you|"
    r"your?[-_.]?\w*|my[-_.]?\w*|e-?mail|mail|address|foo|bar|baz|someone|somebody|no-?reply|do-?not-?reply|test|"
    r"test[-_.]?user|example|sample|x+|abc|a|b|ubuntu|ec2-user|postgres|localhost|host|alice|bob|john[-_.]?doe|"
    r"jane[-_.]?doe|j\.?doe|.*x{4}.*|[0-9a-f]{6,}\.[0-9.]{5,})"
)


def email_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each address in a text, in order; `mei&#64;host.org` and `mei%40host.org` are some as well.

    What is an address in one place is one in all, after `ssh` too.
    """
    if not any(sign in text for sign in _SIGNS):
        return
    spans, addresses = [], set()
    for match in _AT.finditer(text):
        local = _LOCAL.search(text, max(0, match.start() - _LONGEST), match.start())
        domain = _DOMAIN.match(text, match.end()) if local else None
        if local and domain:
            spans.append((local.start(), domain.end()))
            if _is_address(text, local.start(), local.group(), domain):
                addresses.add(text[local.start() : domain.end()])
    yield from (span for span in spans if text[slice(*span)] in addresses)


def _is_address(text: str, start: int, local: str, domain: re.Match[str]) -> bool:
    """Return whether what looks like an address is one."""
    host = domain.group().lower()
    labels = host.split(".")
    if labels[-1] not in _ENDINGS or len(labels[-2]) < 2 or text[domain.end() : domain.end() + 1] in ("(", "["):
        return False
    if _RESERVED.search(host) or _PLACEHOLDER.fullmatch(local.lower().replace("\\", "")):
        return False
    return not _is_of_machine(text, start, domain.end())


def _is_of_machine(text: str, start: int, end: int) -> bool:
    """Return whether it names a user of a machine or a part of an address: `ssh mei@host.org`, `mei@host.org:path`."""
    before = text[text.rfind("\n", max(0, start - 200), start) + 1 or max(0, start - 200) : start]
    if _USER_INFO.search(before) or (_PATH.search(before) and "?" not in before[before.rfind("://") :]):
        return True
    if _COMMAND.search(before):
        return True
    follows = text[end : end + 2]
    return follows[:1] == ":" and len(follows) == 2 and (follows[1].isalnum() or follows[1] in "/~.")
