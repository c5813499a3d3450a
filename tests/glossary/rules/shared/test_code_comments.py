"""Comments in code: what stands in them, in each way to write them, and what only looks like one."""

from __future__ import annotations

import pytest

from glossary.rules.shared.code_comments import comments, without_comments
from tests.corpus.small import cpu_limit
from tests.glossary.rules.cases import page_of

FOUND = [
    ("python", "# 第一步\nx = 1  # 第二步\ny = f(x)#第三步", ["第一步", "第二步", "第三步"]),
    ("python", "url = \"http://a/#锚\"  # 地址\ns = '# 字'", ["地址"]),
    ("python", '"""\n# 文档\n"""\nx = a // b  # 整除', ["整除"]),
    ("python", "#!/usr/bin/env 用\nx = 1  # it's 好", ["it's 好"]),
    ("python", "# x = torch.foo(x)\n# type: ignore\n# noqa: E501", []),
    ("python", "# this calls torch.foo once", ["this calls torch.foo once"]),
    ("bash", 'echo $# ${#a} "# 不"  # 数\ncurl http://a.b/#锚', ["数"]),
    ("yaml", 'a: b # 値\nc: "#色"', ["値"]),
    ("cpp", '#include <a.h> // 头\nauto u = "// 不"; /* 多\n行 */', ["头", "多\n行"]),
    ("cpp", "auto u = v; // 见 http://a.b/文", ["见 http://a.b/文"]),
    ("html", "<!-- 説明 -->\n<p># 本文</p>", ["説明"]),
    ("json", '{"a": "# 字", "b": "// 字"}', []),
    ("", "auto t = torch::ones({2}); // 张量", ["张量"]),
    ("", "x = a // 2  # 商 a // b", ["商 a // b"]),
    ("{.python}", "x = 1  # 値", ["値"]),
]


def block(language: str, code: str):
    page = page_of(f"先看下面的例子。\n\n```{language}\n{code}\n```\n", "zh")
    return next(segment for segment in page.segments if segment.kind == "code")


@pytest.mark.parametrize(("language", "code", "expected"), FOUND)
def test_comments_that_speak_to_readers(language: str, code: str, expected: list[str]):
    segment = block(language, code)
    assert [segment.text[start:end].strip() for start, end in comments(segment)] == expected
    left = without_comments(segment)
    assert len(left) == len(segment.text) and not any(comment in left.splitlines() for comment in expected)


@pytest.mark.parametrize("piece", ["ls src/* ", "''' \" ' ", "<!-- ", "# ", "// ", '"""'])
@pytest.mark.parametrize("language", ["python", "cpp", "html", ""])
def test_long_code_is_read_in_no_time(language: str, piece: str):
    segment = block(language, piece * 40_000)
    with cpu_limit(1):
        list(comments(segment))
