"""Decision tools of an assistant: the decisions that reviewers get next, their context, and suggestions on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from corpus import lazy_re as re
from corpus.text.printable import quote_text
from flows.files.build_reader import built
from flows.files.review_folder import keep_suggestions
from flows.reviewing.ask import RequestLine, open_requests
from flows.reviewing.packets import PacketRequest, meaning_doubts
from glossary.decisions.decision import ReviewError
from glossary.desk.review.judging.suggestions import read_answers

MOST_DECISIONS = 50
_CONTROLS = 0.1  # hidden control questions for each open decision
_LONGEST_NAME = 60


def assistant_name(client: str) -> str:
    """Return the name under which a client's suggestions are kept, distinct from those of configured judges."""
    plain = re.sub(r"[^a-z0-9]+", "-", client.lower()).strip("-")[:_LONGEST_NAME]
    return f"mcp-{plain or 'assistant'}"


@dataclass(frozen=True)
class DecisionDesk:
    """The decisions that an assistant is asked about; it knows the ids that `next_decisions` gave out."""

    build: Path
    request: PacketRequest  # of any language
    _requests: dict[str, RequestLine] = field(default_factory=dict, init=False, repr=False)

    def next_decisions(self, assistant: str, lang: str, most: int) -> list[dict[str, Any]]:
        """Return the next decisions for reviewers that the assistant has not judged; raises ReviewError."""
        requests, _ = open_requests(built(self.build), replace(self.request, lang=lang), assistant, _CONTROLS)
        self._requests.update(requests)
        return [_summary(self.context(number)) for number in list(requests)[: min(most, MOST_DECISIONS)]]

    def meaning_doubts(self, assistant: str, lang: str, most: int) -> list[dict[str, Any]]:
        """Return sentences that may not say what their original says and the assistant has not judged, the likeliest
        first; raises ReviewError.
        """
        build = built(self.build)
        doubts = meaning_doubts(build, self.request.judging.doubts).get(lang, ())
        request = replace(self.request, lang=lang, findings=doubts)
        requests, _ = open_requests(build, request, assistant, 0)
        self._requests.update(requests)
        rank = {number: place for place, number in enumerate(doubts)}
        ordered = sorted(requests, key=lambda number: rank[requests[number].question.finding_id])
        return [
            {**_summary(context), "sentence": context["data"]["sentence"]}
            for context in map(self.context, ordered[: min(most, MOST_DECISIONS)])
        ]

    def context(self, number: str) -> dict[str, Any]:
        """Return everything known about a decision; raises ReviewError if its id was not given out."""
        request: dict[str, Any] = json.loads(self._known(number).line)
        return request

    def suggest(self, assistant: str, number: str, answer: Mapping[str, Any]) -> str:
        """Keep a suggestion and return what became of it; raises ReviewError if it is invalid."""
        question = self._known(number).question
        line = json.dumps({"id": number, **answer}).encode()
        suggestions, problems = read_answers(line, {number: question}, assistant)
        if problems:
            raise ReviewError(f"an answer {next(iter(problems))}; decision_context says what can be said")
        keep_suggestions(self.request.review, assistant, suggestions.values())
        return f"kept as a suggestion of {assistant}; a person decides"

    def _known(self, number: str) -> RequestLine:
        if number not in self._requests:
            raise ReviewError(f"no decision {quote_text(number)} was given out; next_decisions lists them")
        return self._requests[number]


def _summary(request: Mapping[str, Any]) -> dict[str, Any]:
    data = request["data"]
    return {
        "id": request["id"],
        "rule": f"{request['rule']['code']} {request['rule']['name']}",
        **{name: data[name] for name in ("words", "message", "page") if name in data},
    }
