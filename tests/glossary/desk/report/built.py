"""Builds made for tests of the page: small ones that say what they hold, a rich one, a hostile one, a large one."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Alignment, Document, Finding, Location, SegmentPlace, TermAlignment
from corpus.schema import to_table
from glossary.annotation.annotate import rows_of
from glossary.bitext.rendering_counts import rendering_rows
from glossary.desk.report.web import ReportTables
from glossary.findings.scores import scores, usage
from tests.glossary.desk.report.made import document, finding, hostile, places
from tests.glossary.small import matcher, termbase

LIBRARY = """
id = "library"
en.preferred = "library"
zh.preferred = "库"
zh.wrong = ["图书馆"]
ja.preferred = "ライブラリ"
"""
BUILD = "3f2a9c11d0e4"
CLASP = ["<script>alert(1)</script>", "</script><script>alert(1)</script>", "<!--<script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", '"];alert(1)//', "\u2028alert(1)"]  # fmt: skip


def build(
    *documents: Document,
    findings: list[Finding] | None = None,
    left_out: dict[str, int] | None = None,
    beads: list[Alignment] | None = None,
    terms: list[TermAlignment] | None = None,
) -> ReportTables:
    """A build of these documents, with their terms, and these findings."""
    rows = rows_of(documents, matcher(LIBRARY))
    tables: dict[str, pa.Table] = {name: to_table(name, table_rows) for name, table_rows in rows.items()}
    tables["concepts"] = to_table("concepts", usage(termbase(LIBRARY), [tables["mentions"]]))
    tables["findings"] = to_table("findings", findings or [])
    tables["alignments"] = to_table("alignments", beads or [])
    tables["term_alignments"] = to_table("term_alignments", terms or [])
    tables["renderings"] = to_table("renderings", rendering_rows([tables["term_alignments"]]))
    return _scored(tables, left_out or {})


def _scored(tables: dict[str, pa.Table], left_out: dict[str, int]) -> ReportTables:
    score_rows = scores({name: [table] for name, table in tables.items()})
    all_tables = {**tables, "scores": to_table("scores", score_rows)}
    return ReportTables(BUILD, "taiyaku:0|test", {name: [table] for name, table in all_tables.items()}, left_out)


def bead(page: Document, words: str, other_page: Document, other_words: str, **options: Any) -> Alignment:
    """That these words of a document say what those of another do; a bar parts two sentences, nothing is no counterpart."""
    spans = [_spans(page.text, words), _spans(other_page.text, other_words)]
    defaults: dict[str, Any] = {
        "alignment_id": f"{page.doc_id} {words} {other_words}", "work": page.work, "src_doc": page.doc_id, "tgt_doc": other_page.doc_id,
        "src_lang": page.lang, "tgt_lang": other_page.lang, "src_segments": ["a"], "tgt_segments": ["b"],
        "src_spans": spans[0], "tgt_spans": spans[1], "kind": "1-1", "score": 0.9, "relation": "translation",
    }  # fmt: skip
    return Alignment(**{**defaults, **options})


def term_link(page: Document, words: str, **options: Any) -> TermAlignment:
    """That these words of a page stand for a term of its original."""
    start = page.text.index(words)
    row: dict[str, Any] = {
        "term_alignment_id": f"{page.doc_id} {words}", "alignment_id": "bead", "work": page.work, "lang": page.lang,
        "doc_id": page.doc_id, "source_doc_id": "original", "term": "library", "concept_id": None, "source_start": 0,
        "source_end": 7, "source_surface": "library", "start": start, "end": start + len(words), "surface": words,
        "relation": "unlisted", "evidence": ["lexicon"], "confidence": 0.9,
    }  # fmt: skip
    return TermAlignment(**{**row, **options})


def link_to(page: Document, words: str, original: Document, term: str, **options: Any) -> TermAlignment:
    """That these words of a page stand for a term of this original; nothing where there are none."""
    begin = original.text.index(term)
    row = {
        "source_doc_id": original.doc_id,
        "term": term,
        "source_start": begin,
        "source_end": begin + len(term),
        "source_surface": term,
    }
    link = term_link(page, words, **{**row, **options})
    return link if words else replace(link, start=None, end=None, surface=None, relation="omitted")


def _spans(text: str, words: str) -> list[SegmentPlace]:
    return [SegmentPlace(text.index(part), text.index(part) + len(part)) for part in words.split("|") if part]


def plain() -> ReportTables:
    """Two Chinese documents and a Japanese one, with a finding in each of the first two."""
    a = document("a/zh.md", "# 图书馆\n\n这个图书馆很快。新的图书馆更快。")
    b = document("b/zh.md", "这个库很快。图书馆很慢。")
    c = document("c/ja.md", "ライブラリは速いです。", lang="ja", locale="ja")
    d = document("d/zh.md", "", status="quarantined", reason="no text in it")
    findings = [
        finding(a, *places(a.text, "图书馆"), finding_id="a" * 16, severity="minor"),
        finding(b, *places(b.text, "图书馆"), finding_id="b" * 16),
    ]
    return build(a, b, c, d, findings=findings, left_out={"extension .py": 12})


def packed() -> ReportTables:
    """The same as a packet, with a unit that is like that of the first finding."""
    return replace(
        plain(), packet_id="zh-0007", similar={"b" * 16: (["<b>A ", "library", ".</b>"], "一个库😀。", 0.874)}
    )


def rich() -> ReportTables:
    """Documents in each language and script, findings of each severity and state, with characters that count two."""
    a = document(
        "news/zh.md",
        "# 🤗 图书馆\n\n🤗🤗 这个图书馆很快。\n新的图书馆更快，𠮷也用图书馆。\n",
        title="新闻",
        origin="https://example.org/news",
    )
    b = document("old/zh-TW.md", "這個圖書館很快。圖書館很慢。", locale="zh-TW")
    c = document(
        "news/ja.md", "- この図書館は速いです。\n- ライブラリは速いです。", lang="ja", locale="ja", title="お知らせ"
    )
    d = document("news/en.md", "The library is fast.", lang="en", locale="en")
    e = document("saved.html", "图书馆" + "很长" * 200 + "。", media_type="text/html")
    bad = document("bad.md", "", status="quarantined", reason="not UTF-8, nor any other encoding that is known")
    findings = [
        finding(a, *places(a.text, "图书馆"), finding_id="1", severity="critical", suggestion="库"),
        finding(b, *places(b.text, "圖書館"), finding_id="2", severity="major", confidence=0.78, inherited=True),
        finding(
            c,
            *places(c.text, "図書館"),
            finding_id="3",
            severity="minor",
            expected=["ライブラリ", "ライブラリー"],
            state="open",
        ),
        finding(e, (0, 3), finding_id="4", severity="neutral", rule="T201", name="mixed-renderings"),
        finding(
            a,
            (0, len(a.text)),
            finding_id="5",
            severity="minor",
            rule="T110",
            name="untranslated-passage",
            expected=[],
            concept_id=None,
        ),
        finding(a, finding_id="6", state="fixed"),
        finding(c, (2, 4), finding_id="7", state="suppressed", reason="a quotation"),
    ]
    beads = [bead(c, "この図書館は速いです。", d, d.text)]
    return build(a, b, c, d, e, bad, findings=findings, left_out={"extension .py": 12}, beads=beads)


def of_places() -> ReportTables:
    """Findings at places that are alike, that have other words or remedies, that no page holds, one without words, and a sentence that lacks a term."""
    alike = document("a.md", "一个图书馆很快。\n两个图书馆很快。\n三个图书馆很快。\n")
    unlike = document("b.md", "图书馆很慢。\n圖書館很好。\n")
    marks = document("c.md", "甲,乙:丙,丁:戊。\n")
    more = document("d.md", "新的图书馆。\n旧的图书馆！\n")
    bare = document("e.md", "Not translated.\n")
    gap = document("f.md", "默认使用这个实现，它比别的都快。\n")

    def at(page: Document, words: str, to: str, suggestion: str | None = None) -> list[Location]:
        spans = places(page.text, words)
        return [
            Location(
                page.doc_id, *span, surface=words, message="wrong", expected=[to], suggestion=suggestion, confidence=0.9
            )
            for span in spans
        ]

    signs = sorted([*at(marks, ",", "，", "，"), *at(marks, ":", "：", "：")], key=lambda location: location.start)
    findings = [
        finding(alike, *places(alike.text, "图书馆"), finding_id="alike", severity="critical"),
        finding(unlike, *at(unlike, "图书馆", "库"), *at(unlike, "圖書館", "函式庫"), finding_id="unlike"),
        finding(marks, *signs, finding_id="mixed", rule="T405", expected=["，"], suggestion="，"),
        finding(more, *places(more.text, "图书馆"), finding_id="more", occurrences=9),
        finding(bare, (0, 15), finding_id="wordless", severity="minor", expected=[], concept_id=None),
        finding(
            gap,
            *places(gap.text, gap.text.strip()),
            finding_id="gap",
            severity="minor",
            rule="T501",
            expected=["集合通信"],
        ),
    ]
    return build(alike, unlike, marks, more, bare, gap, findings=findings)


def beside() -> ReportTables:
    """A work in Chinese and English that say the same in part, in another order, with characters that count two in both."""
    zh = document(
        "w/zh.md",
        "# 🤗 图书馆\n\n𠮷这个图书馆很快。新的库很好。只有中文。\n\n`lib.go()`\n\nLibrary news.\n最后的库。最初的图书馆。\n",
        work="w",
        title="图书馆",
    )
    en = document(
        "w/en.md",
        "# 🤗 The library\n\nThis 𝒙 library is fast, and the new library is good.\n\nOne. Two. Three. Four. Five.\n\n"
        "`lib.go()`\n\nLibrary news.\nThe first library. The last 𝒙 library.\n",
        work="w",
        lang="en",
        locale="en",
    )
    ja = document("w/ja.md", "図書館は速い。", work="w", lang="ja", locale="ja")
    rows: list[tuple[str, str, dict[str, Any]]] = [
        ("# 🤗 图书馆", "# 🤗 The library", {}),
        ("𠮷这个图书馆很快。|新的库很好。", "This 𝒙 library is fast, and the new library is good.", {"kind": "2-1"}),
        ("只有中文。", "", {"kind": "1-0", "relation": "none"}),
        *[("", f"{word}.", {"kind": "0-1", "relation": "none"}) for word in ("One", "Two", "Three", "Four", "Five")],
        ("`lib.go()`", "`lib.go()`", {"relation": "code"}),
        ("Library news.", "Library news.", {"relation": "copy"}),
        ("最后的库。", "The last 𝒙 library.", {}),
        ("最初的图书馆。", "The first library.", {"score": 0.3}),
    ]
    findings = [finding(zh, *places(zh.text, "图书馆"), finding_id="1", suggestion="库")]
    return build(
        zh, en, ja, findings=findings, beads=[bead(zh, words, en, theirs, **more) for words, theirs, more in rows]
    )


def headed() -> ReportTables:
    """A work whose texts begin with a licence and code, with code within, and a second document; findings in both."""
    licence = "<!-- Licence: all may read this library. -->\n\n"
    code = "`import library`\n\n"
    zh = document(
        "w/zh.md",
        f"{licence}{code}# 图书馆\n\n用 `图书馆` 很快。\n\n图书馆很好。\n\n只有这里。\n\n```\nlibrary.go()\n```\n\n图书馆。\n",
        work="w",
    )
    en = document(
        "w/en.md",
        f"{licence}{code}# Library\n\nThe `library` is fast.\n\nIt is good.\n\n```\nlibrary.go()\n```\n\nThe library.\n",
        work="w",
        lang="en",
        locale="en",
    )
    later = document("z/zh.md", "图书馆。")
    beads = [
        bead(zh, "`import library`", en, "`import library`", relation="code"),
        bead(zh, "# 图书馆", en, "# Library"),
        bead(zh, "用 `图书馆` 很快。", en, "The `library` is fast."),
        bead(zh, "图书馆很好。", en, "It is good."),
        bead(zh, "只有这里。", en, "", relation="none", kind="1-0"),
        bead(zh, "```\nlibrary.go()\n```", en, "```\nlibrary.go()\n```", relation="code"),
        bead(zh, "\n图书馆。", en, "The library."),
    ]
    spans = places(zh.text, "图书馆")
    findings = [
        finding(zh, spans[3], finding_id="last", severity="critical"),
        finding(zh, spans[0], finding_id="first", severity="minor", suggestion="库"),
        finding(zh, spans[2], finding_id="good", severity="major"),
        finding(later, *places(later.text, "图书馆"), finding_id="later"),
    ]
    return build(zh, en, later, findings=findings, beads=beads)


def termed() -> ReportTables:
    """A work in three languages whose terms are aligned: nested, cut by findings, left out, doubtful, in two lines."""
    en = document(
        "w/en.md",
        "# 🤗 The first library\n\nA fast 𝒙 library runs the data loader at once. Other words stand here.\n",
        work="w",
        lang="en",
        locale="en",
    )
    zh = document("w/zh.md", "# 🤗 图书馆\n\n𠮷快的库运行数据加载器。别的词在这里。\n", work="w")
    ja = document(
        "w/ja.md",
        "# 🤗 ライブラリ\n\n速いライブラリはデータローダを実行します。他の語。\n",
        work="w",
        lang="ja",
        locale="ja",
    )
    beads = [
        bead(page, words, en, theirs)
        for page in (zh, ja)
        for words, theirs in zip(
            [page.text[:8].strip(), *page.text.split("\n")[2].split("。")[:2]],
            ["# 🤗 The first library", "A fast 𝒙 library runs the data loader at once.", "Other words stand here."],
            strict=True,
        )
    ]
    fast = en.text.index("𝒙 library") + 2
    source_place = {"source_start": fast, "source_end": fast + 7}
    library: dict[str, Any] = {"concept_id": "library"}
    terms = [
        link_to(zh, "图书馆", en, "library", **library, relation="wrong", confidence=0.97),
        link_to(zh, "库", en, "library", **library, **source_place, relation="preferred", confidence=0.99),
        link_to(zh, "数据加载器", en, "data loader", confidence=0.9),
        link_to(zh, "加载器", en, "loader", concept_id="loader", confidence=0.6),
        link_to(zh, "运行", en, "runs", confidence=0.4),  # rather wrong than right
        link_to(zh, "", en, "at once", confidence=0.35),
        link_to(zh, "", en, "fast", confidence=0.1),  # rather said otherwise
        link_to(ja, "ライブラリは", en, "library", **library, **source_place, relation="variant", confidence=0.95),
        link_to(ja, "データローダ", en, "data loader", confidence=0.93),
    ]
    crossing = zh.text.index("运行")
    findings = [
        finding(zh, *places(zh.text, "图书馆"), finding_id="1", suggestion="库"),
        finding(zh, (crossing, crossing + 4), finding_id="2", severity="minor", rule="T201", name="mixed-renderings"),
    ]
    return build(zh, ja, en, findings=findings, beads=beads, terms=terms)


def asked() -> ReportTables:
    """A concept with words that stand for it and that the glossary lacks, in two languages, and a finding."""
    zh = document("w/zh.md", "书库很好。图书馆很慢。程式库很快。书库很大。", work="w")
    ja = document("w/ja.md", "書庫は速い。ライブラリは良い。", work="w", lang="ja", locale="ja")
    second = zh.text.rindex("书库")
    library: dict[str, Any] = {"concept_id": "library", "term": "code library"}
    terms = [
        term_link(zh, "书库", **library),
        term_link(zh, "书库", **library, start=second, end=second + 2, term_alignment_id="second"),
        term_link(zh, "图书馆", **library, relation="wrong"),
        term_link(zh, "程式库", **library),
        term_link(zh, "很快", **library, relation="other"),
        term_link(ja, "書庫", **library, confidence=0.85),
        term_link(ja, "良い", **library, confidence=0.6),  # counted, and too doubtful to be asked about
    ]
    return build(zh, ja, findings=[finding(zh, *places(zh.text, "图书馆"), finding_id="1")], terms=terms)


def compared() -> ReportTables:
    """A build that was told of an earlier one: findings of every state."""
    a, b = document("a/zh.md", "图书馆图书馆。图书馆。"), document("b/zh.md", "图书馆图书馆")
    findings = [
        finding(a, (0, 3), finding_id="1"),
        finding(a, (3, 6), finding_id="2"),
        finding(b, (0, 3), finding_id="3"),
        finding(b, (3, 6), finding_id="4", rule="T201", name="mixed-renderings"),
        finding(a, (7, 10), finding_id="5", state="open"),
        finding(a, finding_id="6", state="fixed"),
        finding(b, finding_id="7", state="suppressed", reason="a quotation"),
    ]
    return build(a, b, findings=findings)


def noted() -> ReportTables:
    """A concept that the glossary explains, in lines whose contexts stand in another order than the lines."""
    a = document("a/zh.md", "用丙图书馆乙。\n用甲图书馆丙。\n用乙图书馆甲。")
    notes = {"library": ("Code that others call.", "https://example.org/library")}
    return replace(build(a, findings=[finding(a, *places(a.text, "图书馆"))]), notes=notes)


def long() -> ReportTables:
    """A document of many lines that are higher than a browser guesses, with a finding near its top twice, in its midst, at its end."""
    line = "这一行很长，在窄的窗口里要折成好几行。" * 12
    text = "\n\n".join(
        [
            *[line] * 2,
            f"图书馆。{line}",
            *[line] * 4,
            f"图书馆。{line}",
            *[line] * 150,
            f"图书馆。{line}",
            *[line] * 150,
            f"{line}图书馆。",
        ]
    )
    page = document("long/zh.md", text)
    return build(page, findings=[finding(page, *places(text, "图书馆"), suggestion="库")])


def clasping() -> ReportTables:
    """Markup and scripts wherever a source, a path or a message can hold them, and characters that turn text around."""
    texts = [
        document(f"{markup}/{number}.md", f"图书馆{markup}\n图书馆\u202e\u200b", title=markup, origin=markup)
        for number, markup in enumerate(CLASP)
    ]
    bad = document("bad<script>.md", "", status="quarantined", reason=CLASP[0])
    messages: dict[str, Any] = dict.fromkeys(("message", "message_zh", "message_ja", "reason", "suggestion"), CLASP[1])
    findings = [
        finding(page, (0, len(page.text)), finding_id=f"{number}", expected=[CLASP[1]], **messages)
        for number, page in enumerate(texts)
    ]
    return build(*texts, bad, findings=findings, left_out={CLASP[0]: 1})


def clasping_beside() -> ReportTables:
    """Markup and scripts in both texts of a work, and in what the glossary says."""
    markup = "\n".join(CLASP)
    zh = document("w/zh.md", f"图书馆{markup}", work="w", title=CLASP[0])
    en = document("w/en.md", f"library {markup}", work="w", lang="en", locale="en", title=CLASP[1])
    beads = [bead(zh, zh.text.replace("|", ""), en, en.text)]
    tables = build(zh, en, findings=[finding(zh, (0, 3), surface=CLASP[0])], beads=beads)
    return replace(tables, notes={"library": (markup, CLASP[4])})


def crowded() -> ReportTables:
    """What `made.hostile` holds, as tables can hold it."""
    pages = [page for page in hostile().pages if page.document.text]
    findings = [
        replace(_held(finding), finding_id=f"{number}{finding.finding_id}")
        for number, checked_page in enumerate(pages)
        for finding in checked_page.findings
    ]
    tables = build(document("a.md", ""), findings=findings)
    documents = to_table("documents", [_held(page.document) for page in pages])
    return _scored({**{name: tables.whole(name) for name in tables.tables}, "documents": documents}, {})


def alike() -> ReportTables:
    """A packet: a form in three documents that are one decision, a doubtful one of it, and another finding."""
    pages = [document(f"{name}/zh.md", "这个图书馆很快。\n\n馆员很慢。\n") for name in "abcd"]
    findings = [
        *(finding(page, (2, 5), finding_id=page.path[0], suggestion="库") for page in pages[:3]),
        finding(pages[3], (2, 5), finding_id="d", confidence=0.3),
        finding(pages[0], (10, 12), finding_id="e", concept_id="librarian", expected=["管理器"], severity="minor"),
    ]
    return replace(build(*pages, findings=findings), packet_id="zh-0001")


def large(count: int, pages: int = 100) -> ReportTables:
    """As many findings, in so many documents."""
    per_page, width = -(-count // pages), len(str(pages - 1))
    text = "图书馆很快。" * per_page
    documents = [document(f"{number:0{width}}/zh.md", text) for number in range(pages)]
    findings = [
        finding(
            page,
            (6 * place, 6 * place + 3),
            finding_id=f"{number:0{width}}-{place}",
            severity=("major", "minor", "neutral")[place % 3],
        )
        for number, page in enumerate(documents)
        for place in range(per_page)
    ]
    return build(*documents, findings=findings[:count])


def spread(works: int = 12, shards: int = 4) -> ReportTables:
    """Works with an original each, in shards; each has a finding, and the first one more that stands in the last as well."""
    documents, beads, findings = [], [], []
    for number in range(works):
        chinese = document(
            f"{number:02}/zh.md", f"# 𠮷 {number}\n\n图书馆很快。\n\n很慢。", work=f"{number:02}", title=f"第{number}篇"
        )
        english = document(
            f"{number:02}/en.md",
            f"# {number}\n\nThe library is fast. It is slow.",
            work=chinese.work,
            lang="en",
            locale="en",
        )
        documents += [chinese, english]
        beads += [
            bead(chinese, "图书馆很快。", english, "The library is fast."),
            bead(chinese, "很慢。", english, "It is slow."),
        ]
        severity = "major" if number == works - 1 else "minor"
        findings.append(
            finding(chinese, *places(chinese.text, "图书馆"), finding_id=f"{number:016x}", severity=severity)
        )
    first, last = documents[0], documents[-2]
    ((start, end),) = places(last.text, "图书馆")
    locations: list[tuple[int, int] | Location] = [*places(first.text, "图书馆"), Location(last.doc_id, start, end)]
    findings.append(finding(first, *locations, finding_id="f" * 16, severity="minor", confidence=0.7))
    return _in_shards(build(*documents, findings=findings, beads=beads), [page.work for page in documents], shards)


def _in_shards(report_tables: ReportTables, works: list[str], count: int) -> ReportTables:
    """The same build with its works in so many shards."""
    all_works = list(dict.fromkeys(works))
    size = -(-len(all_works) // count)
    groups = [all_works[number : number + size] for number in range(0, len(all_works), size)]
    documents = report_tables.whole("documents")
    tables = dict(report_tables.tables)
    for name, column in [*_BY_DOCUMENT.items(), ("alignments", "src_doc")]:
        tables[name] = [
            table.filter(
                pc.is_in(table[column], documents.filter(pc.field("work").isin(group))["doc_id"].combine_chunks())
            )
            for table in [report_tables.whole(name)]
            for group in groups
        ]
    return replace(report_tables, tables=tables)


_BY_DOCUMENT = dict.fromkeys(("documents", "segments", "mentions", "term_alignments"), "doc_id")


def _held(record: Any) -> Any:
    """A record as a table can hold it: Parquet has no lone surrogates."""
    words = {field.name: getattr(record, field.name) for field in fields(record)}
    clean: dict[str, Any] = {name: _clean(value) for name, value in words.items() if isinstance(value, str)}
    if isinstance(record, Finding | Location):
        clean["expected"] = list(map(_clean, record.expected))
    if isinstance(record, Finding):
        clean["locations"] = [_held(location) for location in record.locations]
    return replace(record, **clean)


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
