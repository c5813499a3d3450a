"""Declared encodings: what a page says near its top that it is written in."""

from __future__ import annotations

import codecs

from corpus import lazy_re as re

_DECLARATION = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)"""
    rb"""|\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)"""
    rb"""|-\*-[^\n]{0,200}?coding:\s*([\w.:-]+)[^\n]{0,200}?-\*-""",
    re.IGNORECASE,
)
_ADDITIONS = re.compile(r"^(?:x-|cs|cn-|chinese-|japanese-)+|-(?:unix|dos|mac)$")
# The name of the codec that Python finds for a label, to the encoding: pages that say GB2312 mean all of GB18030.
_FAMILIES = {
    "utf-8": "UTF-8",
    "gb2312": "GB18030",
    "gbk": "GB18030",
    "gb18030": "GB18030",
    "big5": "Big5",
    "big5hkscs": "Big5",
    "cp950": "Big5",
    "shift_jis": "Shift_JIS",
    "shift_jis_2004": "Shift_JIS",
    "shift_jisx0213": "Shift_JIS",
    "cp932": "Shift_JIS",
    "windows-31j": "Shift_JIS",  # a label that Python does not know
    "euc_jp": "EUC-JP",
    "euc_jis_2004": "EUC-JP",
    "euc_jisx0213": "EUC-JP",
    "euc_kr": "EUC-KR",
    "cp949": "EUC-KR",
    "koi8-r": "KOI8-R",
    "cp1251": "Windows-1251",
    "iso8859-5": "ISO-8859-5",
    "cp866": "CP866",
    "cp1252": "Windows-1252",
    "iso8859-1": "Windows-1252",
}


def declared(data: bytes) -> str | None:
    """Return the encoding that a meta element, an XML declaration or an Emacs line names, if it is one we know."""
    match = _DECLARATION.search(data[:4096])
    if not match:
        return None
    label = next(group for group in match.groups() if group).decode("ascii", "replace").lower()
    label = _ADDITIONS.sub("", label)
    try:
        return _FAMILIES.get(label) or _FAMILIES.get(codecs.lookup(label).name)
    except LookupError:
        return None
