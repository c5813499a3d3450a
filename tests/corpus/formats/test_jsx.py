"""MDX: no indented code, children of components are blocks, attributes that readers see are headings and captions."""

import pytest

from corpus.formats import markdown
from corpus.text.segments import segment
from tests.corpus.formats.test_constructs import SHORT
from tests.corpus.small import MARKDOWN, cpu_limit, document, lawful

MDX_CASES = [
    ("text indented in a component", "<Steps>\n    First install it.\n</Steps>", [("p", "First install it.")]),
    ("text indented in a component, Chinese", "<Steps>\n    先安装。\n</Steps>", [("p", "先安装。")]),
    ("nested components", "<A>\n  <B>\n    Text one.\n\n    Text two.\n  </B>\n</A>", [("p", "Text one."), ("p", "Text two.")]),
    ("a list right below text", "<A>\n    Do this:\n    1. Open it.\n    2. Close it.\n</A>",
     [("p", "Do this:"), ("li", "1. Open it."), ("li", "2. Close it.")]),
    ("a heading", "<A>\n    ## Title\n    Text.\n</A>", [("h", "## Title"), ("p", "Text.")]),
    ("a table", "<A>\n      | a | b |\n      |---|---|\n      | c | d |\n</A>",
     [("td", "| a"), ("td", "| b |"), ("td", "| c"), ("td", "| d |")]),
    ("a fence stays code", "<A>\n    ```bash\n    # make it\n    run\n    ```\n    Then wait.\n</A>",
     [("code", "```bash\n    # make it\n    run\n    ```"), ("p", "Then wait.")]),
    ("a tag in a fence opens nothing", "```\n<A>\n```\n\n    Text.\n\n</A>", [("code", "```\n<A>\n```"), ("p", "Text.")]),
    ("a component in a list item", "1. Do:\n\n   <A>\n     <B>\n       Text.\n     </B>\n   </A>\n2. Go.",
     [("li", "1. Do:"), ("p", "Text."), ("li", "2. Go.")]),
    ("children further right than text", "<A>\n  Pick one:\n          <B>\n          Text.\n          </B>\n</A>",
     [("p", "Pick one:"), ("p", "Text.")]),
    ("a list far to the right", "Pick:\n       - one\n       - two\n         - three", [("p", "Pick:"), ("li", "- one"), ("li", "- two"), ("li", "- three")]),
    ("a component that is never closed", "<A>\n    Text.\n\n# Title", [("p", "Text."), ("h", "# Title")]),
    ("a closing tag at a line's end", "<A>\n    Text.</A>\n\nMore.", [("p", "Text.</A>"), ("p", "More.")]),
    ("HTML", "<div>\n\n    Text.\n\n</div>", [("p", "Text.")]),
    ("an import in a component's story", "import A from './a'\n\n<A>\n    Text.\n</A>", [("p", "Text.")]),
    ("a title", '<Step title="Open it">\n  Text.\n</Step>', [("h", "Open it"), ("p", "Text.")]),
    ("a title in apostrophes", "<Step title='Open \"it\"' />", [("h", 'Open "it"')]),
    ("a title in braces", "<Step title={`Open it`} />", [("h", "Open it")]),
    ("a title with a value in it", "<Step title={`Open ${it}`} />", []),
    ("a title that is computed", "<Step title={open('it')} icon='a b' />", []),
    ("an attribute that only ends so", '<Step title-type="p q" data-title="a b" :title="a b" />', []),
    ("a caption over several lines", '<Frame\n  caption="What it\n  shows"\n>\n</Frame>', [("p", "What it\n  shows")]),
    ("attributes behind an arrow", '<Tabs onChange={(v) => v > 3} label="Pick one">\n</Tabs>', [("h", "Pick one")]),
    ("attributes behind strings with braces", '<Tabs items={["a}", "b"]} label="Pick one" />', [("h", "Pick one")]),
    ("a name is no title", '<File title="src/main.py" /><File title="v1.2" />', []),
    ("text on the tag's line", '<Tab label="On Linux">Run `x`.</Tab>\n<Tab label="Else">Stop.</Tab>',
     [("h", "On Linux"), ("p", "Run `x`."), ("h", "Else"), ("p", "Stop.")]),
    ("a card in an item", '- <Card title="Start here" href="/a" />', [("h", "Start here")]),
    ("words for a picture", '<img src="/a.png" alt="The graph" />', [("p", "The graph")]),
    ("words for a picture in a block", '<div>\n  <img alt="The graph" src="/a.png" />\n</div>', [("p", "The graph")]),
    ("pictures for light and dark", '<div>\n  <img alt="The graph" src="/a.png" />\n  <img alt="The graph" src="/b.png" />\n</div>', [("p", "The graph")]),
    ("a word for any picture", '<img src="/a.png" alt="image" /><img alt="a.png" />', []),
    ("a Chinese value with a sign of names", '<Tab title="云端/Colab">\n</Tab>\n<Tab title="输入：a_b.png" />', [("h", "云端/Colab"), ("h", "输入：a_b.png")]),
    ("the label of an option", '<hfoption id="Pick a model">\n\nText.\n\n</hfoption>', [("h", "Pick a model"), ("p", "Text.")]),
    ("the other label of an option", '<hfoption value="a" label="Pick a model">\nText.\n</hfoption>', [("h", "Pick a model"), ("p", "Text.")]),
    ("an id is no label elsewhere", '<Tab id="Pick a model" />\n<div id="a b"></div>', []),
    ("an attribute that nothing names", '<Widget blurb="Open it" />', []),
    ("a film over several lines", 'Text.\n\n<video\n  controls\n  src="/a.mp4"\n></video>\n\nMore.', [("p", "Text."), ("p", "More.")]),
    ("a picture over several lines", '<img\n  src="/a.png"\n  alt="The graph"\n>\n\nText.', [("p", "The graph"), ("p", "Text.")]),
    ("a film with words in it", '<video\n  controls\n>\n  <source src="/a.mp4" />\n</video>\n\n> Text.', [("p", "> Text.")]),
    ("the title of a link of HTML", '<a href="/" title="Start">\n\n</a>', []),
    ("an expression", "The size is {props.size ?? 32} here.", [("p", "The size is {props.size ?? 32} here.")]),
    ("a comment", "{/* not the title='a b' */}", []),
]  # fmt: skip

MARKDOWN_CASES = [
    ("no component: indented code", "Text.\n\n    x = 1\n", [("p", "Text."), ("code", "x = 1")]),
    ("HTML is no component", "<div>\n\n    x = 1\n\n</div>", [("code", "x = 1")]),
    ("a placeholder is no component", "<YOUR_TOKEN>\n\n    x = 1\n", [("code", "x = 1")]),
    ("a component", "<Note>\n    Mind it.\n\n    And that.\n</Note>", [("p", "Mind it."), ("p", "And that.")]),
    ("a shortcode's caption", '{{< figure src="a.png" caption="The graph" alt="A curve" >}}', [("p", "The graph"), ("p", "A curve")]),
    ("a shortcode's title", '{{% alert title="Mind it" color="info" %}}\nText.\n{{% /alert %}}', [("h", "Mind it"), ("p", "Text.")]),
    ("a tag of Liquid", '{% tab title="On Linux" %}\nText.\n{% endtab %}', [("h", "On Linux"), ("p", "Text.")]),
    ("mdBook", '```admonish note title="Mind it"\nText one.\n\n- Item.\n```', [("h", "Mind it"), ("p", "Text one."), ("li", "- Item.")]),
    ("mdBook without a title", "~~~admonish\nText.\n~~~", [("p", "Text.")]),
    ("MkDocs with curled quotes", "???+ note “Mind it”\n\n    Text.\n", [("h", "Mind it"), ("p", "Text.")]),
    ("a container whose keyword was translated", "::: 信息[标题]{open=true}\n正文。\n:::", [("h", "标题"), ("p", "正文。")]),
    ("numbers with a full stop of Chinese", "1。打开。\n2。关闭。", [("li", "1。打开。"), ("li", "2。关闭。")]),
]  # fmt: skip


def seen(text: str, path: str) -> list[tuple[str, str]]:
    """The segments of a page that are not markup."""
    page = document(text, MARKDOWN, "en")
    object.__setattr__(page, "path", path)
    lawful(page)
    short = SHORT | {"heading": "h"}
    return [(short.get(piece.kind, piece.kind), piece.text) for piece in segment(page) if piece.kind != "markup"]


@pytest.mark.parametrize(("fact", "text", "expected"), MDX_CASES, ids=[case[0] for case in MDX_CASES])
def test_mdx(fact, text, expected):
    assert seen(text, "work/page.mdx") == expected


@pytest.mark.parametrize(("fact", "text", "expected"), MARKDOWN_CASES, ids=[case[0] for case in MARKDOWN_CASES])
def test_markdown(fact, text, expected):
    assert seen(text, "work/page.md") == expected


@pytest.mark.parametrize("path", ["work/page.mdx", "work/page.md"])
@pytest.mark.parametrize("line_end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_line_ends_change_no_segment(line_end, path):
    text = '<Steps>\n  <Step title="Open it">\n    Do it.\n    1. Now.\n  </Step>\n</Steps>\n'
    assert seen(text.replace("\n", line_end), path) == seen(text, path)


@pytest.mark.parametrize(
    "text",
    ["<A>\n" * 20_000, "</A>\n" * 20_000, "<a {\n" * 20_000, '<a x="\n' * 20_000, "  <A>\n    a\n" * 10_000,
     "<A>\n" * 3_000 + "a\n" + "</A>\n" * 3_000, "<A x='b' " * 10_000, "x</A>" * 20_000, "<A x={[" * 10_000],
    ids=["open", "closed", "braces", "quotes", "deep", "nested", "one line", "closers", "lists"],
)  # fmt: skip
def test_time_grows_with_the_text(text):
    with cpu_limit(8):
        markdown.mdx_blocks(text)
