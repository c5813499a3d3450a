"""HTML: what each construct becomes in the text, and which block it is."""

import re

import pytest

from corpus.errors import UnreadableError
from corpus.formats import html
from tests.corpus.small import document, lawful, shown

HTML = "text/html"

CASES = [
    # Paragraphs and their white space.
    ("paragraphs", "<p>模型<p>训练", "模型\n\n训练"),
    ("white space is one space", "<p>a \n\t b</p>", "a b"),
    ("a line end between Han is nothing", "<p>模型\n训练</p>", "模型训练"),
    ("a line end between kana and Han is nothing", "<p>これは\n  折り返し</p>", "これは折り返し"),
    ("a line end between Han and Latin is a space", "<p>模型\nPyTorch</p>", "模型 PyTorch"),
    ("a space between Han stays", "<p>模型 训练</p>", "模型 训练"),
    ("a no-break space is a space", "<p>a&nbsp;&nbsp;b</p>", "a b"),
    ("a break is a line end", "<p>模型。<br>训练。<br/>推理。</p>", "模型。\n训练。\n推理。"),
    ("two breaks end a paragraph", "<p>模型。<br>训练。<br> <br>推理。</p>", "模型。\n训练。\n\n推理。"),
    ("breaks at the end are nothing", "<p>模型<br><br></p>", "模型"),
    ("text without a paragraph", "<div>模型<div>训练</div>推理</div>", "模型\n\n训练\n\n推理"),
    ("entities", "<p>a &lt; b &amp;&amp; c &#24352;&#x91CF;</p>", "a < b && c 张量"),
    ("soft hyphens, zero-width spaces and word breaks are nothing", "<p>ten&shy;sor 张\u200b量 torch<wbr>vision</p>", "tensor 张量 torchvision"),
    ("ruby leaves its base", "<p><ruby>再<rp>(</rp><rt>さい</rt><rp>)</rp></ruby>計算</p>", "再計算"),
    ("a paragraph of signs alone is nothing", "<p>模型</p><p>-----</p><p>***</p>", "模型"),
    ("a rule is nothing", "<p>模型</p><hr><p>训练</p>", "模型\n\n训练"),
    # Headings.
    ("headings", "<h1>模型</h1><h3>训练</h3>", "# 模型\n\n### 训练"),
    ("a heading has no emphasis and no link", '<h2><b>模型</b> <a href="/a">训练</a></h2>', "## 模型 训练"),
    ("a heading of two lines is one", "<h2>模型<br>训练</h2>", "## 模型 训练"),
    ("the sign that links to a heading is nothing", '<h2>模型<a class="headerlink" href="#m">¶</a></h2>', "## 模型"),
    ("a heading that is a link to itself stays", '<h2><a class="anchor-link" href="#m">模型</a></h2>', "## 模型"),
    ("an empty heading is nothing", "<h2></h2><p>模型</p>", "模型"),
    # Running text.
    ("emphasis", "<p><b>模型</b><em>训练</em><del>推理</del></p>", "**模型***训练*~~推理~~"),
    ("white space stays outside of emphasis", "<p>a<b> b </b>c</p>", "a **b** c"),
    ("emphasis in emphasis is one", "<p><b><strong>模型</strong></b></p>", "**模型**"),
    ("empty emphasis is nothing", "<p>a<b></b>b</p>", "ab"),
    ("a link", '<p><a href="https://a.b/c">模型</a></p>', "[模型](https://a.b/c)"),
    ("brackets and spaces in an address", '<p><a href="a b(c).html">模型</a></p>', "[模型](a%20b%28c%29.html)"),
    ("a link that leads nowhere is its text", '<p><a>a</a><a href="#b">b</a><a href="javascript:c()">c</a></p>', "abc"),
    ("a picture's name", '<p><img src="a.png" alt="损失曲线"></p>', "![损失曲线](a.png)"),
    ("a picture without a name is nothing", '<p>模型<img src="a.png"><img src="b.png" alt="b.png"><img src="c" alt="在这里插入图片描述"></p>', "模型"),
    ("a picture that is loaded late", '<p><img src="data:image/gif;base64,R0" data-src="a.png" alt="损失曲线"></p>', "![损失曲线](a.png)"),
    ("an emoji", '<p>好<img class="emoji" src="1f389.png" alt="🎉"></p>', "好🎉"),
    ("powers", "<p>10<sup>-5</sup> 和 1<sup>st</sup>，H<sub>2</sub>O</p>", "10^-5 和 1st，H2O"),
    ("a footnote's mark", '<p>模型<sup><a href="#fn1">[1]</a></sup>。</p>', "模型[^1]。"),
    ("the way back from a footnote is nothing", '<p>模型 <a href="#r1">↩︎</a></p>', "模型"),
    ("a quotation", "<p><q>模型</q></p>", "“模型”"),
    # Code in the line, and what looks like markup and is not.
    ("code", "<p>用<code>torch.compile</code>编译</p>", "用`torch.compile`编译"),
    ("code that is a link", '<p><a href="/a"><code><span>torch</span></code></a></p>', "[`torch`](/a)"),
    ("code with a tick", "<p><code>a`b</code></p>", "``a`b``"),
    ("code with markup in it", "<p><code>*args &lt;T&gt; <b>x</b></code></p>", "`*args <T> x`"),
    ("underscores are not escaped", "<p>torch_compile 和 __init__</p>", "torch_compile 和 __init__"),
    ("stars of arguments become code", "<p>传入 *args 和 **kwargs。</p>", "传入 `*args` 和 `**kwargs`。"),
    ("a product becomes code", "<p>共 2*n 个</p>", "共 `2*n` 个"),
    ("stars with space around them stay", "<p>a * b * c</p>", "a * b * c"),
    ("a tag that is text becomes code", '<p>类型 &lt;T&gt; 或 List&lt;int&gt;，即 &lt;div class="a"&gt;。</p>', '类型 `<T>` 或 `List<int>`，即 `<div class="a">`。'),
    ("less than stays", "<p>a &lt; b, 1&lt;2</p>", "a < b, 1<2"),
    ("a call in brackets becomes code", "<p>调用 f[0](x)。</p>", "调用 `f[0](x)`。"),
    ("a fence that is text opens nothing", "<p>```python</p><p>模型</p>", "\\```python\n\n模型"),
    ("a reference that is text defines nothing", "<p>[注]: 模型</p>", "\\[注]: 模型"),
    # Lists.
    ("a list", "<ul><li>模型<li>训练</ul>", "- 模型\n- 训练"),
    ("a numbered list", "<ol start=3><li>模型</li><li>训练</li></ol>", "3. 模型\n4. 训练"),
    ("nested lists", "<ul><li>模型<ol><li>训练<ul><li>推理</ul></ol><li>部署</ul>", "- 模型\n  1. 训练\n     - 推理\n- 部署"),
    ("a list beside its item", "<ul><li>模型</li><ul><li>训练</li></ul></ul>", "- 模型\n- 训练"),
    ("two paragraphs in an item", "<ul><li><p>模型</p><p>训练</p></li></ul>", "- 模型\n\n  训练"),
    ("a break in an item", "<ul><li>模型。<br>训练。</ul>", "- 模型。\n  训练。"),
    ("an empty item is nothing", "<ul><li></li><li>模型</li></ul>", "- 模型"),
    ("tasks", "<ul><li><input type=checkbox checked> 模型<li><input type=checkbox> 训练</ul>", "- [x] 模型\n- [ ] 训练"),
    ("code in an item stands at the beginning of its lines", "<ol><li>模型<pre>if a:\n    b</pre>训练<li>推理</ol>", "1. 模型\n\n```\nif a:\n    b\n```\n\n训练\n2. 推理"),
    ("definitions", "<dl><dt>模型<dd>训练。</dl>", "模型\n\n训练。"),
    ("a quote", "<blockquote><p>模型<p>训练</blockquote>", "> 模型\n\n> 训练"),
    ("a note", '<div class="admonition"><p class="admonition-title">注意</p><p>模型。</p></div>', "注意\n\n模型。"),
    ("what can be unfolded", "<details><summary>模型</summary><p>训练。</p></details>", "模型\n\n训练。"),
    ("a figure", '<figure><img src="a.png" alt="损失曲线"><figcaption>图 1：损失</figcaption></figure>', "![损失曲线](a.png)\n\n图 1：损失"),
    # Tables.
    ("a table", "<table><tr><th>模型<th>训练<tr><td>a<td>b</table>", "| 模型 | 训练 |\n| --- | --- |\n| a | b |"),
    ("a pipe in a cell", "<table><tr><th>a<th>b<tr><td><code>x | y</code><td>c|d</table>", "| a | b |\n| --- | --- |\n| `x \\| y` | c\\|d |"),
    ("a cell over two columns", "<table><tr><th colspan=2>a<tr><td>b<td>c<tr><td>d</table>", "| a |  |\n| --- | --- |\n| b | c |\n| d |  |"),
    ("lines and paragraphs in a cell", "<table><tr><td><p>a</p><p>b</p><td>c<br>d</table>", "| a b | c d |\n| --- | --- |"),
    ("a caption", "<table><caption>模型</caption><tr><td>a<td>b</table>", "模型\n\n| a | b |\n| --- | --- |"),
    ("a table of one column places text", "<table><tr><td>模型<tr><td>训练</table>", "模型\n\n训练"),
    ("a table with code in it places it", "<table><tr><td>模型<td><pre>x</pre></table>", "模型\n\n```\nx\n```"),
    # Formulas.
    ("KaTeX", '<p>设 <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1</span></span>。</p>', "设 $x_1$。"),
    ("MathJax 2", '<p>设 <span class="MathJax_Preview">x1</span><span class="MathJax">x1</span><script type="math/tex">x_1</script>。</p>', "设 $x_1$。"),
    ("MathJax 2, set off", '<p>设</p><script type="math/tex; mode=display">x_1</script>', "设\n\n$$\nx_1\n$$"),
    ("MathML with its TeX", '<p><math alttext="x_1"><mi>x</mi></math></p>', "$x_1$"),
    ("Sphinx", '<p>设 <span class="math">\\(x_1\\)</span>。</p><div class="math">\\[y_1\\]</div>', "设 $x_1$。\n\n$$\ny_1\n$$"),
    ("TeX that nothing has drawn yet", "<p>设 \\(x_1\\) 和 $a*b*c$。</p>", "设 $x_1$ 和 $a*b*c$。"),
    ("an article called math is no formula", '<div class="mathjax"><p>模型</p><p><span class="katex"><annotation encoding="application/x-tex">x</annotation></span></p></div>', "模型\n\n$x$"),
    # What is not read.
    ("scripts, styles, comments and templates", "<p>模型</p><script>a()</script><style>b{}</style><!-- c --><template>d</template><noscript>e</noscript>", "模型"),
    ("buttons and fields", "<p>模型</p><button>a</button><input value=b><select><option>c</select><textarea>d</textarea>", "模型"),
    ("what is hidden", '<p>模型 训练 推理</p><p hidden>a</p><p style="display: none">b</p><p aria-hidden="true">c</p>', "模型 训练 推理"),
    ("the other side of a tab is read", '<p>模型</p><div role="tabpanel" hidden><p>训练</p></div>', "模型\n\n训练"),
    ("what waits under visibility: hidden is read", '<div style="visibility: hidden"><p>模型</p></div>', "模型"),
    ("a page of which all is hidden is read", '<div aria-hidden="true"><p>模型训练推理</p></div>', "模型训练推理"),
    ("contents of the page", '<ul><li><a href="#a">模型</a><li><a href="#b">训练</a></ul><p>推理</p>', "推理"),
    ("XHTML", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><script src="a"/><title/></head><body><p><a id="b"/>模型</p></body></html>', "模型"),
    ("preformatted prose is prose", "<pre>我们训练模型，\n再部署它。\n\n这是第二段。</pre>", "我们训练模型，再部署它。\n\n这是第二段。"),
    ("a page made of widgets", '<div class="elementor-widget"><p>模型</p></div><div class="elementor-widget"><p>训练</p></div><div class="widget_recent"><p>推理</p></div>', "模型\n\n训练"),
    ("an aside that is a tip", '<main><p>模型训练</p><aside class="starlight-aside starlight-aside--tip"><p>注意。</p></aside><aside><p>广告</p></aside></main>', "模型训练\n\n注意。"),
    ("comments longer than the article", '<div id="topics"><div class="entry-content"><p>模型训练。</p></div></div><div class="comments"><p>沙发沙发沙发沙发沙发。</p></div><div class="related"><p>推理</p></div>', "模型训练。"),
    ("contents as paragraphs", '<h2>模型</h2><p><a href="#a">训练</a></p><p><a href="#b">推理</a></p><p>部署</p>', "## 模型\n\n部署"),
    ("one link to a place of the page is no contents", '<p>模型</p><p><a href="#a">训练</a></p>', "模型\n\n训练"),
    ("a heading for those who hear the page", '<p>模型训练推理部署优化</p><h2 class="sr-only">Footnotes</h2><h2 class="anchor">训练</h2>', "模型训练推理部署优化\n\n## 训练"),
    ("a form to be filled", "<p>模型训练推理</p><form><h2>订阅</h2><label>邮箱</label></form>", "模型训练推理"),
    ("a form around the page", "<form><p>模型训练推理</p></form>", "模型训练推理"),
    ("a title that is no heading", "<title>模型训练 - 某站</title><center><font><b>模型训练</b></font></center><article><p>先推理，后部署。</p></article>", "# 模型训练\n\n先推理，后部署。"),
    ("a heading after the article is not its title", "<title>模型训练</title><article><p>先推理，后部署。</p></article><h2>模型训练</h2>", "先推理，后部署。"),
    ("private characters are not taken for marks", "<p>a\ue010b\ue011c</p>", "abc"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "source", "text"), CASES, ids=[case[0] for case in CASES])
def test_text_of_a_page(fact, source, text):
    page = html.read(source).text
    assert page == f"{text}\n"
    lawful(document(page, HTML))


CODES = [
    ("as it stands", "<pre>if a:\n\tb  # 注\n\n    c &lt; d</pre>", "", "if a:\n\tb  # 注\n\n    c < d"),
    ("a line end after the tag is nothing", "<pre>\nx\n</pre>", "", "x"),
    ("indent of the first line stays", "<pre>\n    x\ny</pre>", "", "    x\ny"),
    ("language of the code", '<pre><code class="language-python">x</code></pre>', "python", "x"),
    ("language of the box", '<div class="highlight-c++"><div class="highlight"><pre>x</pre></div></div>', "c++", "x"),
    ("language as data", '<pre data-lang="sh">x</pre>', "sh", "x"),
    ("a language that says nothing", '<pre><code class="language-plaintext">x</code></pre>', "", "x"),
    ("fences in the code", "<pre>```\nx\n```</pre>", "", "```\nx\n```"),
    ("breaks", "<pre>a<br>b<br/>c</pre>", "", "a\nb\nc"),
    ("no-break spaces", "<pre>if a:\n&nbsp;&nbsp;b</pre>", "", "if a:\n  b"),
    ("lines in boxes", "<pre><div>a</div><div></div><div>  b</div></pre>", "", "a\n\n  b"),
    ("a code for each line", "<pre><code>a</code><code>  b</code></pre>", "", "a\n  b"),
    ("a break as an empty line", "<pre><code>a</code><code><span><br></span></code><code>  b</code></pre>", "", "a\n\n  b"),
    ("a space that gives an empty line its height", '<pre><span data-line="">a</span>\n<span data-line=""> </span>\n<span data-line="">  b</span></pre>', "", "a\n\n  b"),
    ("the same in boxes", '<pre><ol><li><div class="hljs-ln-line">a</div></li><li><div class="hljs-ln-line"> </div></li><li><div class="hljs-ln-line">b</div></li></ol></pre>', "", "a\n\nb"),
    ("items as lines", "<pre><ol><li>a</li><li>  b</li></ol></pre>", "", "a\n  b"),
    ("numbers in spans", '<pre><span class="linenos">1</span>a\n<span class="linenos">2</span>b</pre>', "", "a\nb"),
    ("numbers in a cell", '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>', "", "a\nb"),
    ("numbers in a cell without a name", "<table><tr><td><pre>7\n8</pre></td><td><pre>a\nb</pre></td></tr></table>", "", "a\nb"),
    ("a row for each line", '<pre><table><tr><td class="hljs-ln-numbers">1</td><td>a</td></tr><tr><td class="hljs-ln-numbers">2</td><td>  b</td></tr></table></pre>', "", "a\n  b"),
    ("numbers that cannot be marked", '<pre><span style="user-select:none">1 </span>a</pre>', "", "a"),
    ("a copy button", '<pre><button>Copy</button><code>a</code><div class="copy-btn">复制</div></pre>', "", "a"),
    ("prompts stay", '<pre><span class="gp">&gt;&gt;&gt; </span>a</pre>', "", ">>> a"),
    ("a bar beside the code", '<div class="code-toolbar"><pre>a</pre><div class="toolbar"><span>Copy</span></div></div>', "", "a"),
    ("markup of Markdown in code stays", "<pre># a\n- b\n*c*</pre>", "", "# a\n- b\n*c*"),
    ("code of several lines without pre", "<div><code>a<br>b</code></div>", "", "a\nb"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "source", "language", "code"), CODES, ids=[case[0] for case in CODES])
def test_code_to_the_character(fact, source, language, code):
    page = html.read(f"<p>模型如下：</p>{source}<p>训练。</p>").text
    fences = re.findall(r"^(`{3,})([^\n`]*)\n(.*?)\n\1$", page, re.DOTALL | re.MULTILINE)
    assert [(info, inner) for _, info, inner in fences] == [(language, code)]
    kinds = [kind for kind, _ in shown(page, HTML)]
    assert kinds == ["paragraph", "code", "paragraph"]


KINDS = [
    ("a byline is metadata", "<h1>模型</h1><p>作者：张三</p><p>训练。</p>", ["heading", "metadata", "paragraph"]),
    ("a bar of links is boilerplate", "<h1>模型</h1><p>训练。</p><p>上一篇：推理</p>", ["heading", "paragraph", "boilerplate"]),
    ("what follows a heading of other articles is boilerplate", "<h1>模型</h1><p>训练。训练。训练。</p><h2>相关阅读</h2><ul><li>推理</ul>", ["heading", "paragraph", "boilerplate", "boilerplate"]),
    ("the next heading ends it", "<p>訓練します。訓練します。訓練します。訓練します。</p><h2>関連記事</h2><p>a b</p><h2>モデル</h2><p>推論</p>", ["paragraph", "boilerplate", "boilerplate", "heading", "paragraph"]),
    ("an item", "<ul><li>模型</ul>", ["list_item"]),
    ("cells", "<table><tr><td>a<td>b</table>", ["table_cell", "table_cell", "markup"]),
    ("a formula that is set off", '<p>设</p><script type="math/tex; mode=display">x</script>', ["paragraph", "code"]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "source", "kinds"), KINDS, ids=[case[0] for case in KINDS])
def test_kinds_of_blocks(fact, source, kinds):
    assert [kind for kind, _ in shown(html.read(source).text, HTML)] == kinds


EMPTY = [
    ("nothing", ""),
    ("white space", " \n "),
    ("an empty body", "<html><body></body></html>"),
    ("script alone", "<body><div id=app></div><script>render('模型')</script></body>"),
    ("navigation alone", "<body><nav><a href=/>首页</a></nav></body>"),
    ("a picture without a name", "<body><img src=a.png></body>"),
]


@pytest.mark.parametrize(("fact", "source"), EMPTY, ids=[case[0] for case in EMPTY])
def test_page_without_text_says_so(fact, source):
    with pytest.raises(UnreadableError) as error:
        html.read(source)
    assert str(error.value).startswith("no text found in the page")
