"""Requests: what an assistant gets to judge a decision, as a line of JSON; document texts are data in it."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpus import lazy_re as re
from corpus.languages import NAMES, TARGETS
from corpus.records import LANGUAGE_COLUMNS
from glossary.decisions.decision import ACTIONS, Question
from glossary.desk.review.judging.suggestions import NOTICE, PROTOCOL, verdicts_for
from glossary.desk.review.packets.row import PacketRow
from glossary.rules.registry import BY_CODE
from glossary.termbase.display import forms_to_avoid, forms_to_use
from glossary.termbase.termbase import Concept, Termbase

READS: Mapping[str, list[str]] = {
    "parallel": ["unit_id", "work", *LANGUAGE_COLUMNS],
    "renderings": ["concept_id", "lang", "rendering", "relation", "uses"],
}
_MOST_USAGES, _MOST_FORMS, _MOST_REMEDIES = 8, 6, 5
_LONGEST = 1_200  # characters of a sentence
_ASK = (
    "A rule reports words of a translation into {language}. Judge whether it is right there. Answer with one line of "
    'JSON: {{"id": "{id}", "verdict": "…", "words": "…", "reason": "…", "confidence": 0.0}}. `words`: with accept what '
    "to write instead, else empty. `reason`: one sentence. `confidence`: how sure you are, from 0 to 1."
)
# JSON leaves these as they are, and some readers of lines break at them.
_LINE_ENDS = re.compile("[\x7f-\x9f\u2028\u2029]")
_Unit = Mapping[str, Any] | None


def request_id(question: Question) -> str:
    """Return the id of a request; it stays the same as long as the question's finding and places do."""
    return hashlib.sha256("\0".join((question.finding_id, *question.marks)).encode()).hexdigest()[:12]


def request_line(request: Mapping[str, Any]) -> str:
    """Return a request as one line, for any reader's notion of a line end."""
    text = json.dumps(request, ensure_ascii=False)
    return _LINE_ENDS.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def requests_for(
    rows: Sequence[PacketRow], tables: Mapping[str, pa.Table], termbase: Termbase, around: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    """Return the request for each row, by id; `tables` are those that READS names.

    `around` is the text around each finding's first place. It is sent if the words are in no sentence as they are
    written, as in code and markup.
    """
    parallel = tables["parallel"]
    numbers = {unit_id: number for number, unit_id in enumerate(parallel["unit_id"].to_pylist())}
    works, columns = parallel["work"], parallel.select(LANGUAGE_COLUMNS)
    units: dict[str, list[_Unit]] = {}  # the one before each unit in its work, itself, and the one after it
    for unit_id in sorted(numbers.keys() & {row.unit_id for row in rows if row.unit_id}):
        near = [numbers[unit_id] + step for step in (-1, 0, 1)]
        is_same = [0 <= number < len(works) and works[number] == works[near[1]] for number in near]
        units[unit_id] = [
            columns.slice(number, 1).to_pylist()[0] if same else None
            for number, same in zip(near, is_same, strict=True)
        ]
    renderings, concept_ids = tables["renderings"], {row.question.concept_id for row in rows}
    mask = pc.is_in(renderings["concept_id"], pa.array(sorted(filter(None, concept_ids)), pa.string()))
    usages: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in sorted(renderings.filter(mask).to_pylist(), key=lambda row: (-row["uses"], row["rendering"] or "")):
        key = (row["concept_id"], row["lang"])
        if len(usages[key]) < _MOST_USAGES:
            usages[key].append({name: row[name] for name in ("rendering", "relation", "uses")})
    requests = (
        _request(
            row,
            units.get(row.unit_id, [None, None, None]),
            usages.get((row.question.concept_id, row.question.lang), []),
            termbase.by_id.get(row.question.concept_id),
            "" if row.question.surface in row.question.target else around.get(row.question.finding_id, ""),
        )
        for row in rows
    )
    return {request["id"]: request for request in requests}


def _request(
    row: PacketRow, units: Sequence[_Unit], usages: Sequence[Mapping[str, Any]], concept: Concept | None, around: str
) -> dict[str, Any]:
    question, rule = row.question, BY_CODE.get(row.question.rule)
    before, unit, after = map(_texts, units)
    number = request_id(question)
    data = {
        "words": question.surface,
        "around": around,
        "sentence": unit or _texts({question.lang: question.target, "en": question.source}),
        "before": before,
        "after": after,
        "message": row.message,
        "remedies": list(dict.fromkeys(filter(None, (row.suggestion, *row.expected))))[:_MOST_REMEDIES],
        "glossary": _entry(concept) if concept else None,
        "usage": list(usages),
        "page": question.path,
    }
    return {
        "protocol": PROTOCOL,
        "id": number,
        "ask": _ASK.format(language=NAMES[question.lang], id=number),
        "verdicts": {verdict: ACTIONS[verdict] for verdict in verdicts_for(question)},
        "rule": {"code": question.rule, "name": row.name, "why": rule.description.why if rule else ""},
        "lang": question.lang,
        "places": row.occurrences,
        "notice": NOTICE,
        "data": {key: value for key, value in data.items() if value},
    }


def _texts(unit: _Unit) -> dict[str, str]:
    """Return the texts of a unit in the languages that it has."""
    return {lang: unit[lang][:_LONGEST] for lang in LANGUAGE_COLUMNS if unit.get(lang)} if unit else {}


def _entry(concept: Concept) -> dict[str, Any]:
    entry: dict[str, Any] = {"concept": concept.id, "definition": concept.definition}
    for lang in ("en", *TARGETS):
        avoid = [f"{form.form} ({form.why})" if form.why else form.form for form in forms_to_avoid(concept, lang)]
        entry[lang] = {
            "write": [form.form for form in forms_to_use(concept, lang)][:_MOST_FORMS],
            **({"avoid": avoid[:_MOST_FORMS]} if avoid else {}),
        }
    return entry
