"""taiyaku beside textlint with prh: the same rules on the same pages, how right and how fast; and its rules of characters
beside AutoCorrect and zhlint, in the same run. Writes RESULTS.md.

`textlint/prh.py` says how the glossary became rules of prh. What was judged by hand is in `tests/gold/textlint-*.jsonl`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from glossary.loading import load
from tests import npm
from tests.benchmarks import results
from tests.benchmarks.textlint import characters, pages, prh, running, scoring
from tests.benchmarks.textlint.characters import OTHERS, SPACES, Mark
from tests.benchmarks.textlint.pages import COURSE, LANGUAGES, Pages
from tests.benchmarks.textlint.running import Hit, Ran
from tests.benchmarks.textlint.scoring import FILES, Score
from tests.gold.judged import rows_in
from tests.shared import needs_shared

TITLE = "Beside textlint with prh"
ROUNDS = 3  # calls of each, one after another in turns: the machine is shared, only what ran side by side compares
SURE = 0.8  # what may fail a build
OURS, SURELY = "taiyaku", f"taiyaku, confidence {SURE} or above"
ALL_CORES, ALL_RULES = "taiyaku, all cores", "taiyaku, all its rules"
AGAIN, WARM = "taiyaku, again", "textlint --cache, warm"
OUR_CHARACTERS, AUTOCORRECT, ZHLINT = f"taiyaku, {characters.RULES}", "AutoCorrect", "zhlint"
RIVALS = {f"prh, {version}": version for version in prh.VERSIONS}

Calls = dict[str, Callable[[], Ran[Any]]]
Runs = dict[str, list[Ran[Any]]]
Spent = Callable[[Sequence[Ran[Any]]], float]


@pytest.mark.bench
@needs_shared
def test_taiyaku_is_faster_and_more_precise_than_textlint_with_prh(tmp_path: Path):
    npm.installed(running.FOLDER)
    ran = {(of.name, of.lang): (of, _in_turns(_calls(of, tmp_path))) for of in pages.copied(tmp_path)}
    of_characters = [(of, _in_turns(_calls_of_characters(of, tmp_path))) for of, _ in ran.values()]
    hits = {key: _hits(runs) for key, (_, runs) in ran.items()}
    judged = {
        key: {tool: scoring.by_hand(tool_hits) for tool, tool_hits in tools.items()} for key, tools in hits.items()
    }
    body = "\n".join(
        [
            _INTRODUCED,
            _speed(list(ran.values()), _seconds),
            _TIMED,
            _speed(list(ran.values()), _cpu),
            _LOADED,
            _precision(judged),
            _judged(),
            _gold(hits),
            _ASKED,
            _CHARACTERS,
            _speed(of_characters, _cpu, OUR_CHARACTERS),
            _COMPARED,
            *_compared(of_characters),
        ]
    )
    results.record(TITLE, body)
    print(f"\n{body}")
    for lang in LANGUAGES:
        runs = ran[COURSE, lang][1]
        assert all(_seconds(runs[OURS]) < _seconds(runs[rival]) for rival in RIVALS)
        assert all(score.unjudged <= 0.1 * sum(score) for score in judged[COURSE, lang].values()), (
            "judge anew: too much is new"
        )
    whole = {tool: _sum(judged, tool) for tool in (OURS, *RIVALS)}
    assert all(whole[OURS].precision > whole[rival].precision for rival in RIVALS)


# --- calling


def _calls(of: Pages, root: Path) -> Calls:
    """The calls to compare; `root` is where the pages are."""
    ours = partial(running.taiyaku, root, of.files)
    selection = ("--select", running.RULES)
    calls: Calls = {OURS: partial(ours, *selection, "--jobs", "1")}
    for number, (rival, version) in enumerate(RIVALS.items()):
        settings = prh.write(root / f"prh-{of.lang}-{number}", load(), of.lang, version)
        calls[rival] = partial(running.textlint, root, of.files, settings)
    calls[AGAIN] = partial(ours, *selection, "--jobs", "1", cached=True)
    if of.name != COURSE:
        return calls
    calls[WARM] = partial(running.textlint, root, of.files, settings, root / f"cache-{of.lang}")
    return {**calls, ALL_CORES: partial(ours, *selection), ALL_RULES: partial(ours, "--jobs", "1")}


def _calls_of_characters(of: Pages, root: Path) -> Calls:
    """The calls to compare where rules of characters are; zhlint is for Chinese alone."""
    calls: Calls = {OUR_CHARACTERS: partial(characters.taiyaku, root, of.files)}
    calls[AUTOCORRECT] = partial(characters.autocorrect, root, of.files)
    return calls if of.lang != "zh" else {**calls, ZHLINT: partial(characters.zhlint, root, of.files)}


def _in_turns(calls: Calls) -> Runs:
    """Each call some times, in turns; before, those once that have caches to fill."""
    for name in (OURS, WARM):
        if name in calls:
            calls[name]()
    rounds = [{name: call() for name, call in calls.items()} for _ in range(ROUNDS)]
    return {name: [round_runs[name] for round_runs in rounds] for name in calls}


def _seconds(runs: Sequence[Ran[Any]]) -> float:
    return median(run.seconds for run in runs)


def _cpu(runs: Sequence[Ran[Any]]) -> float:
    return median(run.cpu for run in runs)


def _hits(runs: Runs) -> dict[str, frozenset[Hit]]:
    """What each tool found."""
    hits = {tool: frozenset(runs[tool][0].hits) for tool in (OURS, *RIVALS)}
    surely = frozenset(hit for hit, sure in runs[OURS][0].hits.items() if sure >= SURE - 1e-6)
    return {OURS: hits.pop(OURS), SURELY: surely, **hits}


# --- what RESULTS.md says

_INTRODUCED = f"""`taiyaku check --select {running.RULES} --format json` and `textlint --format json` with textlint-rule-prh
({{versions}}), whole processes from the shell, on the same pages, without the English ones beside them. The rules of prh are
made from the same glossary, as one who knows prh well would write them (`tests/benchmarks/textlint/prh.py`):

{"".join(f"- {version}: {description}.{chr(10)}" for version, description in prh.VERSIONS.items())}
Granted to prh: one expression for each right form, longest first; borders around Latin letters and katakana; silence inside longer
right forms and the strings of `not_in`; names only outside paths and addresses; a filter for the templates of hf-course.
""".replace(
    "{versions}",
    ", ".join(
        f"{name} {version}"
        for name, version in json.loads((running.FOLDER / "package.json").read_text("utf-8"))["devDependencies"].items()
    ),
)

_TIMED = f"""Seconds, medians of {ROUNDS} runs in turns; in brackets how many times as long as taiyaku. taiyaku and textlint run in one
process each unless it says otherwise, and know nothing of the pages from earlier. {AGAIN}: the same pages once more, of which
it knows what it found. `--cache` passes over pages that have not changed and in which nothing was found,
here with {prh.AROUND}.
"""

_LOADED = """The same in seconds of CPU, which depend less on what else the machine does.
"""

_ASKED = f"Gold of the articles, inside its extent: a finding is right if it touches any of the gold. {SURELY}: what can fail a build.\n"


_CHARACTERS = f"""AutoCorrect and zhlint (both MIT, without settings) look at characters and spaces, as our rules {characters.RULES}xx do.
On the same pages in the same run, seconds of CPU; zhlint is for Chinese alone.
"""

_COMPARED = f"""Places on all pages of a language: a place of one tool is another's too if the two touch. First ours by rule, and
how many of them each of the others reports; then what the others report, and what taiyaku does not of it: where white space
alone would change ({SPACES}), and {OTHERS}. None of them was judged. {characters.RULES}05 asks for the spacing that a page has
elsewhere, AutoCorrect for a space between Chinese and Latin everywhere, zhlint for its own style of punctuation as well.
"""


def _compared(ran: Sequence[tuple[Pages, Runs]]) -> Iterator[str]:
    """What each tool of characters finds, and what of it another does."""
    others = (AUTOCORRECT, ZHLINT)
    marks_of = {
        (lang, tool): [mark for of, runs in ran if of.lang == lang and tool in runs for mark in runs[tool][0].hits]
        for lang in LANGUAGES
        for tool in (OUR_CHARACTERS, *others)
    }
    counted: dict[tuple[str, str], Counter[str]] = {}
    rows = []
    for (lang, tool), marks in marks_of.items():
        if tool in others and marks:
            counted[lang, tool], alone = characters.shared(marks_of[lang, OUR_CHARACTERS], marks)
            counts = (len(marks), alone.total(), alone[SPACES], alone[OTHERS])
            rows.append([f"{tool}, {lang}", *(f"{count:,}" for count in counts)])
    ours = {lang: _by_rule(marks_of[lang, OUR_CHARACTERS]) for lang in LANGUAGES}
    yield results.table(
        ["ours", "taiyaku", *others],
        [
            [
                f"{rule}, {lang}",
                f"{count:,}",
                *(f"{counted[lang, tool][rule]:,}" if (lang, tool) in counted else "" for tool in others),
            ]
            for lang in LANGUAGES
            for rule, count in ours[lang]
        ],
    )
    yield results.table(["theirs", "places", "not by taiyaku", f"of them {SPACES}", OTHERS], rows)


def _by_rule(marks: Sequence[Mark]) -> list[tuple[str, int]]:
    return sorted(Counter(mark.kind for mark in marks).items())


def _speed(ran: Sequence[tuple[Pages, Runs]], spent: Spent, ours: str = OURS) -> str:
    """Seconds of each call on each set of pages, and how many times ours it takes."""
    names = list(ran[0][1])
    rows = [
        [_named(of), *(_cell(runs, name, spent, ours) if name in runs else "" for name in names)] for of, runs in ran
    ]
    return results.table(["pages", *names], rows)


def _named(of: Pages) -> str:
    size = sum(file.stat().st_size for file in of.files) / 1024
    return f"{of.name} {of.lang}: {len(of.files)} pages, {size:,.0f} KiB"


def _cell(runs: Runs, name: str, spent: Spent, ours: str) -> str:
    ratio = spent(runs[name]) / spent(runs[ours])
    return f"{spent(runs[name]):.2f}" + ("" if name == ours else f" ({ratio:.2f})")


def _precision(judged: Mapping[tuple[str, str], Mapping[str, Score]]) -> str:
    """Of the findings of each tool, how many are true."""
    keys = [key for key in judged if key[0] != pages.SAMPLES]
    tools = list(judged[keys[0]])
    rows = [[tool, *(_share(judged[key][tool]) for key in keys), _share(_sum(judged, tool))] for tool in tools]
    return results.table(["true of those found", *(" ".join(key) for key in keys), "all"], rows)


def _sum(judged: Mapping[tuple[str, str], Mapping[str, Score]], tool: str) -> Score:
    return sum((scores[tool] for key, scores in judged.items() if key[0] != pages.SAMPLES), Score(0, 0))


def _share(score: Score) -> str:
    new = f", {score.unjudged} not judged" if score.unjudged else ""
    return f"{score.precision:.3f} ({score.true} of {score.true + score.false}{new})"


def _judged() -> str:
    count = sum(len(rows_in(file)) for file in FILES)
    return f"""All that either tool found in hf-course and the articles was judged once, {count} places, shuffled, without tool and rule
(`tests/gold/textlint-*.jsonl`): true where a careful translator would change it so.
"""


def _gold(hits: Mapping[tuple[str, str], Mapping[str, frozenset[Hit]]]) -> str:
    """The findings in the annotated parts of the articles."""
    tools = list(next(iter(hits.values())))
    scores = {
        tool: sum((scoring.by_gold(tool_hits[tool]) for tool_hits in hits.values()), Score(0, 0)) for tool in tools
    }
    return results.table(["gold of the articles", "right"], [[tool, _share(score)] for tool, score in scores.items()])


# --- what was judged


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_row_is_judged_and_none_says_which_tool(file: Path):
    rows = rows_in(file)
    assert {row["true_or_false"] for row in rows} == {"true", "false"}
    assert [row for row in rows if row["true_or_false"] == "false" and not row["why"]] == []
    assert {tuple(row) for row in rows} == {(*Hit._fields, "lang", "left", "right", "true_or_false", "why")}
    assert {(row["left"], row["right"]) for row in rows} == {("", "")}  # the pages are not ours
    assert len({tuple(row[name] for name in Hit._fields) for row in rows}) == len(rows)


# --- characters


@pytest.mark.bench
def test_places_of_other_tools_are_where_they_change_something(tmp_path: Path):
    npm.installed(running.FOLDER)
    file = tmp_path / "page.md"
    file.write_text("# 标题\n\n🤗 这里用PyTorch训练,很好.\n", encoding="utf-8")
    text = file.read_text("utf-8")
    borders, commas = {text.index("P"), text.index("训")}, {text.index(","), text.rindex(".")}
    for tool in (characters.autocorrect, characters.zhlint):
        marks = set(tool(tmp_path, [file]).hits)
        assert {mark.start for mark in marks if mark.kind == SPACES} == borders, tool
        assert {mark.start for mark in marks if mark.kind == OTHERS} == commas, tool


def test_places_are_shared_where_they_touch():
    ours = [Mark("a", 3, 5, "T405"), Mark("a", 9, 10, "T404"), Mark("b", 3, 5, "T405")]
    theirs = [Mark("a", 5, 5, SPACES), Mark("a", 6, 7, OTHERS), Mark("c", 3, 5, SPACES)]
    assert characters.shared(ours, theirs) == (Counter(T405=1), Counter({OTHERS: 1, SPACES: 1}))


# --- the rules of prh


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_version_of_the_rules_writes_each_right_form_once(lang: str):
    for version in prh.VERSIONS:
        expected = [rule["expected"] for rule in prh.rules(load(), lang, version)]
        assert len(expected) == len(set(expected)) > 900


# Text, and what prh is to find in it with each version: every form, forms without company, company by look-around.
CASES = [
    ("zh", "用 Pytorch 训练。", (["Pytorch"], ["Pytorch"], ["Pytorch"])),
    ("zh", "见 https://pytorch.org 和 pytorch/vision。", ([], [], [])),
    ("zh", "亚当来了，亚当斯没来。", (["亚当"], [], [])),
    ("zh", "亚当会调整学习率。", (["亚当"], [], ["亚当"])),
    ("zh", "这是一个深层学习框架。", (["深层学习框架"],) * 3),
    ("ja", "Tensorflow を使う。", (["Tensorflow"], ["Tensorflow"], ["Tensorflow"])),
    ("ja", "翻訳はシーケンス間タスクです。", (["シーケンス間タスク"],) * 3),
]


@pytest.mark.bench
@pytest.mark.parametrize("version", prh.VERSIONS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_prh_finds_what_the_rules_say(lang: str, version: str, tmp_path: Path):
    npm.installed(running.FOLDER)
    cases = [
        (text, surfaces_by_version[list(prh.VERSIONS).index(version)])
        for case_lang, text, surfaces_by_version in CASES
        if case_lang == lang
    ]
    file = tmp_path / "page.txt"
    file.write_text("\n\n".join(text for text, _ in cases), encoding="utf-8")
    settings = prh.write(tmp_path / "prh", load(), lang, version)
    hits = running.textlint(tmp_path, [file], settings).hits
    assert sorted(hit.surface for hit in hits) == sorted(surface for _, surfaces in cases for surface in surfaces)
