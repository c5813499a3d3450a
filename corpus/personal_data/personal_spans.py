"""Spans of personal data in a text, by kind, and the text with them masked."""

from __future__ import annotations

import base64
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import FULLWIDTH_DIGITS, characters
from corpus.records import Document, Segment
from corpus.text.segments import is_markdown, readable_text


class _Service(NamedTuple):
    """The form of a service's tokens."""

    prefix: str  # that its tokens have, looked for first
    pattern: re.Pattern[str]


_SERVICES = (
    *(
        _Service(prefix, re.compile(rf"(?<![A-Za-z0-9]){prefix}[A-Z2-7]{{16}}(?![A-Za-z0-9])"))
        for prefix in ("AKIA", "ASIA")
    ),
    *(
        _Service(prefix, re.compile(rf"(?<![A-Za-z0-9]){prefix}\\?_[A-Za-z0-9]{{36,251}}(?![A-Za-z0-9])"))
        for prefix in ("ghp", "gho", "ghu", "ghs", "ghr", "npm")
    ),
    _Service(
        "github", re.compile(r"(?<![A-Za-z0-9])github\\?_pat\\?_[A-Za-z0-9]{22}\\?_[A-Za-z0-9]{59}(?![A-Za-z0-9])")
    ),
    _Service("glpat-", re.compile(r"(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,}")),
    _Service("hf", re.compile(r"(?<![A-Za-z0-9])hf\\?_[A-Za-z0-9]{30,40}(?![A-Za-z0-9_])")),
    _Service("sk-", re.compile(r"(?<![A-Za-z0-9_-])sk-(?:[a-z0-9]{2,8}-){0,2}[A-Za-z0-9_-]{32,}(?![A-Za-z0-9_-])")),
    _Service("xox", re.compile(r"(?<![A-Za-z0-9])xox[abeprs]-[A-Za-z0-9-]{20,}")),
    _Service(
        "hooks.slack.com", re.compile(r"(?<=hooks\.slack\.com/services/)T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,}")
    ),
    _Service("AIza", re.compile(r"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])")),
    _Service("ya29.", re.compile(r"(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,}")),
    _Service("GOCSPX-", re.compile(r"(?<![A-Za-z0-9])GOCSPX-[A-Za-z0-9_-]{20,}")),
    _Service("k_", re.compile(r"(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{20,}(?![A-Za-z0-9])")),
    _Service("pypi-", re.compile(r"(?<![A-Za-z0-9])pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{40,}")),
    _Service("SG.", re.compile(r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{40,}")),
)
_PRIVATE = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r"((?:[A-Za-z0-9+/=\s>|#*,:\\\"'-](?!----END )){40,20000})"
)
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}")
_ASSIGNED = re.compile(
    r"(?:[=:,]\s?|[=:,(]\s{0,3}[\"'`]|\b(?:Bearer|bearer|token)\s{1,2}[\"'`]?)([A-Za-z0-9_+/-]{16,512}={0,2})(?![\w.(\[/{<*…])"
)
_NAME = re.compile(
    r"(?:api[_-]?(?:key|token|secret)|(?:secret|account|subscription|encryption|signing|master|admin)[_-]?key|"
    r"secret[_-]?access[_-]?key|access[_-]?key(?:[_-]?id)?|client[_-]?secret|app[_-]?secret|shared[_-]?secret|"
    r"(?:access|auth|api|bearer|refresh|bot|session|hf|hub|github|gitlab|personal|registry|service|user|id)[_-]?token|"
    r"passw(?:or)?d|\btoken|bearer|wandb[_-]?key|authorization)"
    r"[\"'`\])]{0,3}\s{0,8}(?:=>|:=|[=:,(]|\s)\s{0,3}(?:bearer |token |basic )?[\"'`]?\Z",
    re.IGNORECASE,
)
_NAME_LENGTH = 60  # characters before a value
_KEY_PLACEHOLDER = re.compile(
    r"x{4}|\.\.\.|your|example|placeholder|dummy|sample|change|replace|insert|redacted|fake|abcdef|fedcba|qwerty|"
    r"123456|1234-1234|98765|deadbeef|(.)\1{4}",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[_+/-]")
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_AWS_SECRET = 40  # characters of the keys that may have slashes; other values with slashes are paths
_SHORTEST_HEX = 32  # characters: shorter ones are ids and hashes
_FEWEST_CHANGES = 4  # from letters to digits and back: names with versions have one or two
_LEAST_ENTROPY = 3.0  # bits for each character; by hand


def secret_keys(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each key in a text, except placeholders such as sk-xxxx and hf_***."""
    for prefix, pattern in _SERVICES:
        if prefix in text:
            yield from (match.span() for match in pattern.finditer(text) if _is_random(match.group()))
    if "PRIVATE KEY" in text:
        yield from (match.span(1) for match in _PRIVATE.finditer(text) if _is_random(match[1]))
    if "eyJ" in text:
        yield from (match.span() for match in _JWT.finditer(text) if _is_json_web_token(match.group()))
    for match in _ASSIGNED.finditer(text):
        if _NAME.search(text, max(0, match.start() - _NAME_LENGTH), match.start(1)) and _is_secret(match[1]):
            yield match.span(1)


def _is_random(token: str) -> bool:
    """Return whether a token in a service's form is not a placeholder."""
    return not _KEY_PLACEHOLDER.search(token) and entropy(token) >= _LEAST_ENTROPY


def _is_json_web_token(token: str) -> bool:
    """Return whether the header of a possible JSON web token names an algorithm."""
    head = token.partition(".")[0]
    try:
        return b'"alg"' in base64.urlsafe_b64decode(head + "=" * (-len(head) % 4))
    except ValueError:
        return False


def _is_secret(value: str) -> bool:
    """Return whether a value assigned to a secret's name is a secret: not words, a name in code or a path."""
    digits = sum(map(str.isdigit, value))
    if not 2 <= digits < len(value.rstrip("=")) or not _is_random(value):
        return False
    if all(part.isalpha() or part.isdigit() or not part for part in _WORDS.split(value)):
        return False
    if ("/" in value and len(value) != _AWS_SECRET) or (_HEX.fullmatch(value) and len(value) < _SHORTEST_HEX):
        return False
    kinds = [character.isdigit() for character in value]
    return sum(a != b for a, b in pairwise(kinds)) >= _FEWEST_CHANGES


def entropy(text: str) -> float:
    """Return the Shannon entropy of a text, in bits per character."""
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values()) if text else 0.0


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
    """Yield the start and end of each address in a text, in order, also of `mei&#64;host.org` and `mei%40host.org`. An
    address recognized in one place is one everywhere, even after `ssh`.
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
    """Return whether a match is really an e-mail address."""
    host = domain.group().lower()
    labels = host.split(".")
    if labels[-1] not in _ENDINGS or len(labels[-2]) < 2 or text[domain.end() : domain.end() + 1] in ("(", "["):
        return False
    if _RESERVED.search(host) or _PLACEHOLDER.fullmatch(local.lower().replace("\\", "")):
        return False
    return not _is_of_machine(text, start, domain.end())


def _is_of_machine(text: str, start: int, end: int) -> bool:
    """Return whether it is a user on a machine or part of an address: `ssh mei@host.org`, `mei@host.org:path`."""
    before = text[text.rfind("\n", max(0, start - 200), start) + 1 or max(0, start - 200) : start]
    if _USER_INFO.search(before) or (_PATH.search(before) and "?" not in before[before.rfind("://") :]):
        return True
    if _COMMAND.search(before):
        return True
    follows = text[end : end + 2]
    return follows[:1] == ":" and len(follows) == 2 and (follows[1].isalnum() or follows[1] in "/~.")


_WORD = f"A-Za-z0-9{FULLWIDTH_DIGITS}_"  # Han and kana stand beside numbers without a space
_INTERNATIONAL = re.compile(rf"(?<![{_WORD})\]+＋.=])[+＋]\d(?:[ \-‐–.()/]{{0,2}}\d){{7,14}}(?![{_WORD}%])")
_NATIONAL = re.compile(
    rf"(?<![{_WORD}.,:=+/#$€¥-])\(?\d{{2,5}}\)?(?:[ \-‐–]?\(?\d{{2,8}}\)?){{1,4}}(?![{_WORD}%]|[.,:/-]\d)"
)
# What is written so is a telephone number wherever it stands: 090-1234-9876, (206) 867-5309.
_PLAIN = re.compile(r"0[789]0[-‐–]\d{4}[-‐–]\d{4}|\([2-9]\d{2}\) [2-9]\d{2}-\d{4}")
_CONTEXT = re.compile(
    r"(?:\b(?:tel|telephone|phone|mobile|fax|whatsapp|hotline)\b|电话|手机|联系|致电|拨打|热线|传真|電話|携帯|連絡|"
    r"問い?合わせ|☎|📞|(?<![A-Z])TEL|ＴＥＬ)[^\n\d]{0,16}\Z",
    re.IGNORECASE,
)
_CONTEXT_LENGTH = 40  # characters before a number
_FEWEST, _MOST = 9, 15  # digits
_EXAMPLES = re.compile(r"12345|23456|34567|45678|56789|98765|(\d)\1{5}|(?:1?[2-9]\d\d)?55501\d\d\Z|7700900\d{3}\Z")
_REGIONS: Mapping[str, tuple[str, ...]] = {"zh": ("CN", "TW", "HK"), "ja": ("JP",), "en": ("US", "GB")}


def phone_numbers(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each telephone number in a text. Without country code it must fit a plan of the
    language's countries, and be announced or have a form of its own.
    """
    if "+" in text or "＋" in text:
        for match in _INTERNATIONAL.finditer(text):
            before = text[max(0, match.start() - 3) : match.start()].rstrip(" ")
            is_sum = before[-1:].isdigit()  # 1 +4912345678
            if not is_sum and _is_valid(match.group(), None):
                yield match.span()
    for match in _NATIONAL.finditer(text):
        count = sum(map(str.isdigit, match.group()))
        if not _FEWEST <= count <= _MOST:
            continue
        before = text[max(0, match.start() - _CONTEXT_LENGTH) : match.start()]
        is_told = _PLAIN.fullmatch(match.group()) or _CONTEXT.search(before)
        if is_told and any(_is_valid(match.group(), region) for region in _REGIONS.get(lang, ())):
            yield match.span()


def _is_valid(written: str, region: str | None) -> bool:
    """Return whether a plan has the number and it is not a typical example."""
    digits = "".join(filter(str.isdigit, written)).translate(_ASCII_DIGITS)
    return not _EXAMPLES.search(digits) and is_in_plan(written, region)


def is_in_plan(written: str, region: str | None = None) -> bool:
    """Return whether a telephone number is valid in a region's plan, or in that of its country code."""
    import phonenumbers  # a twentieth of a second, which few builds need

    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(written, region))
    except phonenumbers.NumberParseException:
        return False


_ASCII_DIGITS = {ord(wide): str(digit) for digit, wide in enumerate(characters(FULLWIDTH_DIGITS))}


MASK = "█"  # what stands for each character that is masked; white space stays, so that lines do
_VISIBLE = re.compile(r"\S")

_DETECTORS: Mapping[str, Callable[[str, str], Iterable[tuple[int, int]]]] = {
    "key": lambda text, lang: secret_keys(text),
    "email": lambda text, lang: email_addresses(text),
    "phone": phone_numbers,
}
KINDS = tuple(_DETECTORS)


class PersonalSpan(NamedTuple):
    """The place of personal data in a text."""

    start: int
    end: int
    kind: str  # key, email or phone


def personal_spans(text: str, lang: str, kinds: Collection[str] = KINDS) -> list[PersonalSpan]:
    """Return the personal data of these kinds in a text of a language, in order and disjoint. Data recognized in one
    place counts wherever the text repeats it, such as a key shown again without its name.
    """
    spans = [
        PersonalSpan(start, end, kind)
        for kind, detector in _DETECTORS.items()
        if kind in kinds
        for start, end in detector(text, lang)
    ]
    return disjoint([*spans, *_again(text, spans)]) if spans else []


def masked_text(text: str, spans: Iterable[PersonalSpan]) -> str:
    """Return the text with these spans masked; its length and white space do not change."""
    pieces, position = [], 0
    for span in spans:
        pieces += [text[position : span.start], _VISIBLE.sub(MASK, text[span.start : span.end])]
        position = span.end
    return "".join([*pieces, text[position:]])


def _again(text: str, spans: Sequence[PersonalSpan]) -> Iterator[PersonalSpan]:
    """Yield the other places of the keys and numbers in spans. Addresses need no such search."""
    surfaces = {text[span.start : span.end]: span.kind for span in spans if span.kind != "email"}
    for surface, kind in surfaces.items():
        start = text.find(surface)
        while start >= 0:
            yield PersonalSpan(start, start + len(surface), kind)
            start = text.find(surface, start + len(surface))


def disjoint(spans: Iterable[PersonalSpan]) -> list[PersonalSpan]:
    """Return spans in order, with overlapping ones merged into the kind of the first."""
    joined: list[PersonalSpan] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if joined and span.start < joined[-1].end:
            joined[-1] = joined[-1]._replace(end=max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


def segments_with_personal_data(documents: Iterable[Document], segments: Iterable[Segment]) -> set[str]:
    """Return the ids of segments whose readable text has personal data; documents counted to have none are skipped."""
    suspects = {document.doc_id: document for document in documents if _has_any(document)}
    if not suspects:
        return set()
    by_document: defaultdict[str, list[Segment]] = defaultdict(list)
    for segment in segments:
        if segment.doc_id in suspects:
            by_document[segment.doc_id].append(segment)
    return {
        segment_id
        for doc_id, document_segments in by_document.items()
        for segment_id in _in_document(suspects[doc_id], document_segments)
    }


def _has_any(document: Document) -> bool:
    counts = (document.emails, document.phones, document.keys)
    return document.status == "ok" and any(count != 0 for count in counts)


def _in_document(document: Document, segments: Iterable[Segment]) -> Iterable[str]:
    spans = personal_spans(document.text, document.lang)
    markup = is_markdown(document)
    for segment in segments:
        surfaces = [
            document.text[span.start : span.end]
            for span in spans
            if span.start < segment.end and segment.start < span.end
        ]
        if surfaces:
            text = readable_text(segment, markup)
            if any(surface in text for surface in surfaces) or personal_spans(text, document.lang):
                yield segment.segment_id
