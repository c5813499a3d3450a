"""MDX and what documentation generators add to Markdown."""

import pytest

from tests.corpus.small import MARKDOWN, document, lawful, shown

CASES = [
    ("a component around prose", "<Tip>\n\n模型\n\n</Tip>", [("markup", "<Tip>"), ("paragraph", "模型"), ("markup", "</Tip>")]),
    ("a component without blank lines", "<Tip>\n模型\n</Tip>", [("markup", "<Tip>"), ("paragraph", "模型"), ("markup", "</Tip>")]),
    ("a component with properties", '<Tip warning={true} title="a > b">\n\n模型\n\n</Tip>',
     [("markup", '<Tip warning={true} title="'), ("heading", "a > b"), ("markup", '">'), ("paragraph", "模型"), ("markup", "</Tip>")]),
    ("a component over several lines", '<Course\n  chapter={1}\n  classNames="a"\n/>\n\n模型',
     [("markup", '<Course\n  chapter={1}\n  classNames="a"\n/>'), ("paragraph", "模型")]),
    ("a property with a list over several lines", '<Question\n\tchoices={[\n\t\t{\n\t\t\ttext: "a -> b",\n\t\t},\n\t]}\n/>\n\n模型',
     [("markup", '<Question\n\tchoices={[\n\t\t{\n\t\t\ttext: "a -> b",\n\t\t},\n\t]}\n/>'), ("paragraph", "模型")]),
    ("a property with a blank line in it", '<Question\n\tchoices={[\n\n\t\t{ text: "a" },\n\t]}\n/>\n\n模型',
     [("markup", '<Question\n\tchoices={[\n\n\t\t{ text: "a" },\n\t]}\n/>'), ("paragraph", "模型")]),
    ("a property with an arrow function", "<Button onClick={() => go()} />\n\n模型", [("markup", "<Button onClick={() => go()} />"), ("paragraph", "模型")]),
    ("two components on one line", "<A /><B />\n\n模型", [("markup", "<A /><B />"), ("paragraph", "模型")]),
    ("a component ends a paragraph", "模型\n<Tip>\n训练", [("paragraph", "模型"), ("markup", "<Tip>"), ("paragraph", "训练")]),
    ("a component inside a sentence is no block", '模型 <Youtube id="a" /> 训练', [("paragraph", '模型 <Youtube id="a" /> 训练')]),
    ("a component before words on its line", "<Tip>模型</Tip>", [("paragraph", "<Tip>模型</Tip>")]),
    ("a component in a list item", "- 模型\n\n  <Tip />\n", [("list_item", "- 模型"), ("markup", "<Tip />")]),
    ("a condition", "{#if fw === 'pt'}\n\n模型\n\n{:else}\n\n训练\n\n{/if}",
     [("markup", "{#if fw === 'pt'}"), ("paragraph", "模型"), ("markup", "{:else}"), ("paragraph", "训练"), ("markup", "{/if}")]),
    ("a condition beside prose", "{#if fw === 'pt'}\n模型\n{/if}", [("markup", "{#if fw === 'pt'}"), ("paragraph", "模型"), ("markup", "{/if}")]),
    ("an import", 'import Tip from "./tip"\n\n模型', [("markup", 'import Tip from "./tip"'), ("paragraph", "模型")]),
    ("an import of names", "import { A, B } from './tip';\n\n模型", [("markup", "import { A, B } from './tip';"), ("paragraph", "模型")]),
    ("an export", "export const a = 1\n\n模型", [("markup", "export const a = 1"), ("paragraph", "模型")]),
    ("a sentence that begins with import", "import torch 即可使用", [("paragraph", "import torch 即可使用")]),
    ("a container", "::: tip 注意\n模型\n:::", [("markup", "::: tip"), ("heading", "注意"), ("paragraph", "模型"), ("markup", ":::")]),
    ("autodoc", "[[autodoc]] Trainer\n\n模型", [("markup", "[[autodoc]] Trainer"), ("paragraph", "模型")]),
    ("a template comment", "{/* 训练 */}\n\n模型", [("markup", "{/* 训练 */}"), ("paragraph", "模型")]),
    ("a Jinja block", "{% raw %}\n\n模型", [("markup", "{% raw %}"), ("paragraph", "模型")]),
    ("a Hugo shortcode", "{{< note >}}\n\n模型", [("markup", "{{< note >}}"), ("paragraph", "模型")]),
    ("a component in a fence is code", "```\n<Tip>\n```", [("code", "```\n<Tip>\n```")]),
    ("an import in a fence is code", "```js\nimport a from 'b'\n```", [("code", "```js\nimport a from 'b'\n```")]),
    ("a component that is never closed", "<Tip\n模型", [("paragraph", "<Tip\n模型")]),
    ("CRLF", "<Tip>\r\n\r\n模型\r\n\r\n</Tip>\r\n", [("markup", "<Tip>"), ("paragraph", "模型"), ("markup", "</Tip>")]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_blocks(fact, text, expected):
    assert shown(text, MARKDOWN) == expected
    lawful(document(text, MARKDOWN))
