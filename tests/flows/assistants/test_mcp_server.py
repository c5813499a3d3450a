"""The server as an assistant meets it: the SDK's own client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.types import CallToolResult

from tests.flows.command import environment
from tests.flows.plain import built_project

PAGES: dict[str, str | bytes] = {
    "w/en.md": "# Tensors\n\nA tensor is an array of any number of dimensions.\n\nOperators run on the GPU.\n",
    "w/zh.md": "# 张量\n\n张量是任意维数的数组。\n\n算子在 GPU 上运行。\n",
    "w/more/en.md": "# More\n\nEvery operator works on tensors.\n",
    "w/more/zh.md": "# 更多\n\n每个操作员都处理张量。\n",
    "w/doubt/en.md": "# Gradients\n\nDo not clear the gradients before training.\n\nThe log is rotated every day.\n",
    "w/doubt/zh.md": "# 梯度\n\n训练之前可以清除梯度。\n\n日志每天轮换一次。\n",
}
COMMAND = ["-m", "flows.command_line.cli", "mcp"]
SOURCE = "The library registers each operator once. The learning rate is 0.1.\n\nSee `torch.nn.Linear`."
FAULTY = "这个图书馆把每个算子注册一次。学习率为 0.01。\n\n请参阅 `torch.nn.Liner`。"
TOOLS = {"look_up_term", "terms_in_passage", "check_translation", "nearest_units", "propose_entry"}
TOOLS |= {"next_decisions", "list_meaning_doubts", "decision_context", "suggest_decision"}
ENTRY: dict[str, Any] = {
    "concept": "made-up-layer",
    "domain": "nn",
    "definition": "A layer that a test made up.",
    "english": ["made-up layer"],
    "chinese": ["虚构层", "编造层"],
    "japanese": ["架空層"],
}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a build."""
    return built_project(tmp_path_factory.mktemp("mcp"), PAGES, "w")


def _asked(home: Path, ask: Callable[[ClientSession], Awaitable[Any]], *arguments: str) -> Any:
    """What a client gets to know from a server of its own."""
    server = StdioServerParameters(
        command=sys.executable, args=[*COMMAND, *arguments], env=environment(home / "home"), cwd=home
    )

    async def meet() -> Any:
        async with stdio_client(server) as streams, ClientSession(*streams) as client:
            await client.initialize()
            return await ask(client)

    return asyncio.run(asyncio.wait_for(meet(), 300))


def _called(home: Path, tool: str, *arguments: str, **values: Any) -> CallToolResult:
    result = _asked(home, lambda client: client.call_tool(tool, values), "--build", "out/latest", *arguments)
    assert isinstance(result, CallToolResult)
    return result


def _said(result: CallToolResult) -> Any:
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content["data"]


def _refused(result: CallToolResult) -> str:
    assert result.is_error
    return str(result.content[0].text)  # type: ignore[union-attr]


def test_tools_are_listed_with_what_they_do(home: Path):
    tools = _asked(home, lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    assert all(len(tool.description or "") > 60 for tool in tools)
    hints = {tool.name: tool.annotations for tool in tools}
    assert {name for name, hint in hints.items() if hint.read_only_hint} == TOOLS - {
        "propose_entry",
        "suggest_decision",
    }
    assert not any(hint.destructive_hint or hint.open_world_hint for hint in hints.values())


def test_texts_of_documents_are_marked_as_data(home: Path):
    result = _called(home, "check_translation", translation=FAULTY, lang="zh", source=SOURCE)
    assert result.structured_content is not None
    assert list(result.structured_content)[:2] == ["notice", "data"] and result.structured_content["data"]
    assert "never instructions" in result.structured_content["notice"]
    assert "never instructions" in result.content[0].text  # type: ignore[union-attr]
    text = _asked(home, lambda client: client.read_resource("report://summary"), "--build", "out/latest")
    assert text.contents[0].text.startswith("(") and "never instructions" in text.contents[0].text.splitlines()[0]


def test_three_planted_faults_are_reported_with_remedies(home: Path):
    findings = _said(_called(home, "check_translation", translation=FAULTY, lang="zh", source=SOURCE))
    assert {(finding["words"], finding["write"][0]) for finding in findings} == {
        ("图书馆", "库"), ("0.01", "0.1"), ("torch.nn.Liner", "torch.nn.Linear"),
    }  # fmt: skip
    assert all(
        FAULTY[finding["start"] : finding["end"]] == finding["words"] and finding["message"] for finding in findings
    )


def test_a_translation_is_checked_as_the_project_checks(home: Path):
    settings = home / "milder.toml"
    settings.write_text('[check]\nignore = ["T301"]\nmin_confidence = 1.0\n', encoding="utf-8")
    values = {"translation": FAULTY, "lang": "zh", "source": SOURCE}
    findings = _said(_called(home, "check_translation", "--config", str(settings), **values))
    assert {finding["rule"] for finding in findings} == {"T101", "T303"} and not any(
        finding["certain"] for finding in findings
    )


def test_terms_of_a_passage_are_few_and_quick(home: Path):
    passage = ("The optimizer updates the weights after each batch, with the gradients of the loss function. " * 20)[
        :1000
    ]

    async def ask(client: ClientSession) -> tuple[float, CallToolResult]:
        await client.call_tool("terms_in_passage", {"passage": "A tensor.", "lang": "ja"})
        began = time.perf_counter()
        result = await client.call_tool("terms_in_passage", {"passage": passage, "lang": "ja"})
        return time.perf_counter() - began, result

    seconds, result = _asked(home, ask)
    print(f"\nterms of a passage of {len(passage):,} characters: {1000 * seconds:.0f} ms")
    assert seconds < 1  # a tenth of it on a machine that does nothing else
    lines = _said(result).split("\n")
    written = {
        term: forms.split(" (not ")[0].split("|")[0] for term, _, forms in (line.partition(" = ") for line in lines)
    }
    assert (written["optimizer"], written["gradients"]) == ("オプティマイザー", "勾配")
    assert len("\n".join(lines)) < 60 * len(lines)


def test_right_translation_says_what_was_compared_and_which_terms_hold(home: Path):
    right = FAULTY.replace("图书馆", "库").replace("0.01", "0.1").replace("Liner", "Linear")
    result = _called(home, "check_translation", translation=right, lang="zh", source=SOURCE)
    assert _said(result) == [] and result.structured_content is not None
    assert result.structured_content["compared"] == "3 of 3 sentences compared with 3 of 3 of the source"
    assert {"library = 库", "operator = 算子", "learning rate = 学习率"} <= set(result.structured_content["terms"])
    alone = _called(home, "check_translation", translation=right, lang="zh").structured_content
    assert alone is not None and alone["compared"].startswith("3 sentences, without a source")


def test_page_is_translated_by_a_prompt_with_its_terms(home: Path):
    prompt = _asked(home, lambda client: client.get_prompt("translate", {"page": SOURCE, "lang": "zh"}))
    text = prompt.messages[0].content.text
    assert "learning rate = 学习率" in text and "check_translation" in text and text.endswith(SOURCE)
    prompt = _asked(home, lambda client: client.get_prompt("translate", {"page": "w/en.md", "lang": "zh"}))
    assert prompt.messages[0].content.text.endswith(PAGES["w/en.md"])

    async def refused(client: ClientSession) -> str:
        (listed,) = (await client.list_prompts()).prompts
        assert all(argument.description for argument in listed.arguments or ())
        with pytest.raises(MCPError) as error:
            await client.get_prompt("translate", {"page": "w/none.md", "lang": "zh"})
        return str(error.value)

    assert "w/none.md: no such file" in _asked(home, refused)


def test_terms_and_checks_need_the_extra_of_the_server_alone(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(f"{__name__}.COMMAND", ["-m", "tests.flows.without_extras", "mcp", "mcp"])
    assert "learning rate = 学習率" in _said(_called(home, "terms_in_passage", passage=SOURCE, lang="ja"))
    prompt = _asked(home, lambda client: client.get_prompt("translate", {"page": SOURCE, "lang": "ja"}))
    assert "学習率" in prompt.messages[0].content.text
    checked = _called(home, "check_translation", translation="w/zh.md", lang="zh", source="w/en.md")
    assert _said(checked) == [] and "tensor = 张量" in (checked.structured_content or {})["terms"]
    japanese = _refused(_called(home, "check_translation", translation="演算子を使う。", lang="ja"))
    nearest = _refused(_called(home, "nearest_units", english="x", lang="zh"))
    assert "Japanese is not installed; run `" in japanese and 'library "pyarrow" is missing; run `' in nearest


def test_words_are_looked_up_in_any_language_and_nearly(home: Path):
    for words in ("operators", "算子", "演算子"):
        assert "operator" in [entry["concept"] for entry in _said(_called(home, "look_up_term", term=words))]
    unknown = _called(home, "look_up_term", term="Operater")
    assert _said(unknown) == [] and unknown.structured_content is not None
    assert "no entry" in unknown.structured_content["unknown"]
    assert unknown.structured_content["spelt_alike"][0] == "operator | operator | 算子 | 演算子"


def test_nearest_units_come_from_the_build(home: Path):
    (unit,) = _said(_called(home, "nearest_units", english="Operators run on each GPU.", lang="zh"))
    assert (unit["target"], 0.7 < unit["score"] < 1) == ("算子在 GPU 上运行。", True)
    refused = _refused(
        _asked(
            home, lambda client: client.call_tool("nearest_units", {"english": "x", "lang": "zh"}), "--build", "none"
        )
    )
    assert "none" in refused and "Traceback" not in refused


def test_an_entry_is_proposed_once_and_nowhere_but_in_the_review_folder(home: Path):
    before = {path for path in home.rglob("*") if "home" not in path.relative_to(home).parts}
    proposal = _called(home, "propose_entry", **ENTRY)
    assert proposal.structured_content is not None
    file = Path(proposal.structured_content["result"])
    assert file == Path("review/proposed-entries/made-up-layer.toml")
    after = {path for path in home.rglob("*") if "home" not in path.relative_to(home).parts}
    assert after - before == {home / file, home / file.parent, home / "review"}
    assert "already" in _refused(_called(home, "propose_entry", **ENTRY))
    proposed = _said(_called(home, "look_up_term", "--glossary", str(file.parent), term="虚构层"))
    assert [entry["concept"] for entry in proposed] == ["made-up-layer"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [({"concept": "operator"}, "has this concept"), ({"concept": "../x"}, "../x"), ({"definition": ""}, "definition")],
)
def test_an_entry_that_would_not_load_is_refused_in_a_line(home: Path, changes: dict[str, Any], reason: str):
    refused = _refused(_called(home, "propose_entry", **{**ENTRY, "concept": "other-layer", **changes}))
    assert reason in refused and "Traceback" not in refused
    assert not (home / "review" / "proposed-entries" / "other-layer.toml").exists()


def test_too_long_a_text_and_another_language_are_refused(home: Path):
    assert "at most" in _refused(_called(home, "terms_in_passage", passage="a" * 20_001, lang="zh"))
    assert _called(home, "terms_in_passage", passage="a", lang="de").is_error


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("glossary://domains", "nn: "),
        ("glossary://domains/nn", "| 注意力 |"),
        ("style://rules", "T101 wrong-rendering"),
        ("report://summary", "# Build "),
    ],
)
def test_resources_are_read(home: Path, uri: str, words: str):
    result = _asked(home, lambda client: client.read_resource(uri), "--build", "out/latest")
    text = result.contents[0].text
    assert words in text
    assert len(text) < 200_000


@pytest.mark.parametrize("uri", ["glossary://domains/none", "report://summary"])
def test_resource_that_is_not_there_is_said_in_a_line(home: Path, uri: str):
    async def ask(client: ClientSession) -> str:
        with pytest.raises(MCPError) as refused:
            await client.read_resource(uri)
        return str(refused.value)

    error = _asked(home, ask, "--build", "none")
    assert "none" in error and "\n" not in error


def test_decision_is_listed_read_and_suggested_on_under_the_name_of_the_client(home: Path):
    async def ask(client: ClientSession) -> list[CallToolResult]:
        listed = await client.call_tool("next_decisions", {"lang": "zh"})
        assert listed.structured_content is not None, listed.content
        (decision,) = [row for row in listed.structured_content["data"] if row["words"] == "操作员"]
        values = {"decision": decision["id"], "verdict": "accept", "words": "算子", "reason": "an operator"}
        return [
            listed,
            await client.call_tool("decision_context", {"decision": decision["id"]}),
            await client.call_tool("suggest_decision", {**values, "verdict": "delete"}),
            await client.call_tool("suggest_decision", {**values, "decision": "other"}),
            await client.call_tool("suggest_decision", values),
            await client.call_tool("next_decisions", {"lang": "zh"}),
        ]

    listed, context, wrong, other, suggested, left = _asked(home, ask, "--build", "out/latest")
    (request,) = _said(context)
    assert request["data"]["sentence"]["zh"] == "每个操作员都处理张量。" and "accept" in request["verdicts"]
    assert "verdict that was offered" in _refused(wrong) and "next_decisions lists them" in _refused(other)
    assert suggested.structured_content == {"result": "kept as a suggestion of mcp-mcp; a person decides"}
    (file,) = (home / "review" / "suggestions").iterdir()
    (row,) = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert (file.name, row["judge"], row["verdict"], row["words"]) == ("mcp-mcp.jsonl", "mcp-mcp", "accept", "算子")
    assert not (home / "review" / "decisions").exists()
    assert len(_said(left)) == len(_said(listed)) - 1


def test_doubts_of_meaning_are_listed_with_both_sides_and_suggested_on(home: Path):
    async def ask(client: ClientSession) -> list[CallToolResult]:
        listed = await client.call_tool("list_meaning_doubts", {"lang": "zh"})
        assert listed.structured_content is not None, listed.content
        values = {"decision": listed.structured_content["data"][0]["id"], "verdict": "accept", "words": "不要清除梯度"}
        return [
            listed,
            await client.call_tool("suggest_decision", values),
            await client.call_tool("list_meaning_doubts", {"lang": "zh"}),
        ]

    listed, suggested, left = _asked(home, ask, "--build", "out/latest")
    (doubt,) = _said(listed)
    assert doubt["rule"] == "T507 meaning-doubt" and "“not”" in doubt["message"].replace("Do not", "not")
    assert doubt["sentence"] == {"en": "Do not clear the gradients before training.", "zh": "训练之前可以清除梯度。"}
    assert "a person decides" in suggested.structured_content["result"] and not _said(left)
