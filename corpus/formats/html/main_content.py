"""The main content: the article part of a page, without navigation, comments and sidebars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, takewhile

from corpus import lazy_re as re
from corpus.formats.html.tree import HEADINGS, Node, is_anchor, is_article, is_heard, is_page_furniture

_NEVER_READ = re.words(
    "script style noscript template iframe object embed video audio canvas svg link meta head base map "
    "area button select textarea datalist dialog param source track nav menu"
)
_ROLES_BESIDE = re.words(
    "navigation contentinfo complementary search dialog alertdialog menu menubar toolbar banner tooltip"
)
_BOXES = re.words("div section ul ol aside header footer form p details table li dl center")
_CALLOUT = re.compile(
    r"(?:^|-)(?:msg|message|note|notice|admonition|callout|alert|tip|warning|caution|hint|info)(?:-|$)"
)
_HIDDEN = re.compile(r"display\s*:\s*none", re.IGNORECASE)

MOST = 0.5  # what holds more of the page's text than this is no navigation, whatever it is called
_GOOD_PART = 0.2  # what is called an article and holds more than this of the page's text is one
_LINKS = 0.8  # a list of which links are more than this is one of links

Weights = dict[Node, int]


def _prune(top: Node, goes: Callable[[Node], bool]) -> None:
    """Remove the elements for which `goes` is true. Code is left alone; it is filtered when it is read."""
    stack = [top]
    while stack:
        node = stack.pop()
        inner = list(node.elements())
        if gone := set(filter(goes, inner)):
            node.children = [child for child in node.children if child not in gone]
        stack += [child for child in inner if child.children and child.tag != "pre" and child not in gone]


def weigh(top: Node) -> Weights:
    """Count the characters outside of links in each element."""
    order = list(top.walk())
    weights = dict.fromkeys(order, 0)
    linked = {node for node in order if node.tag == "a" and node.get("href")}
    for node in order:
        if node.parent in linked:
            linked.add(node)
    for node in reversed(order):
        if node not in linked:
            weights[node] += sum(len(child.strip()) for child in node.children if isinstance(child, str))
        if node is not top and node.parent in weights:
            weights[node.parent] += weights[node]
    return weights


def _indispensable(body: Node, weights: Weights) -> set[Node]:
    """Return the elements that must stay: those around what is called an article or else around most of the text."""
    called = {
        node for node, weight in weights.items() if weight > _GOOD_PART * weights[body] and is_called_article(node)
    }
    if called:
        return called.union(*(node.ancestors() for node in called))
    return {node for node, weight in weights.items() if weight > MOST * weights[body]}


def is_called_article(node: Node) -> bool:
    """Return whether the page itself calls an element an article."""
    return node.tag == "article" or node.get("itemprop") == "articleBody" or is_article(node)


def _is_hidden(node: Node) -> bool:
    """Return whether an element is hidden, except tab panels; WeChat's articles wait under `visibility: hidden`."""
    if node.get("role") == "tabpanel":
        return False
    if "hidden" in node.attributes and node.get("hidden") != "until-found":
        return True
    return node.get("aria-hidden") == "true" or _HIDDEN.search(node.get("style")) is not None


def _is_furniture_node(node: Node) -> bool:
    if is_heard(node):
        return True
    if node.tag in HEADINGS:  # Docusaurus calls every heading an anchor
        return False
    if is_anchor(node) or node.get("role") in _ROLES_BESIDE:
        return True
    if node.tag == "footer":
        return all(ancestor.tag != "blockquote" for ancestor in node.ancestors())
    if node.tag == "form":  # one around the whole page holds the article and stays
        return node.first("pre", "code") is None
    if node.tag == "aside" and not any(map(_CALLOUT.search, node.classes)):
        return True
    return node.tag in _BOXES and is_page_furniture(node)


def _contents(top: Node) -> set[Node]:
    """Return the lists of links to places in this page."""
    order = list(top.walk())
    links = {node: node.get("href") for node in order if node.tag == "a" and node.text().strip()}
    inside, outside, linked, letters = (dict.fromkeys(order, 0) for _ in range(4))
    for node in reversed(order):  # what an element holds is known before the element
        letters[node] += sum(len("".join(child.split())) for child in node.children if isinstance(child, str))
        if node in links:
            inside[node] += links[node].startswith("#")
            outside[node] += not links[node].startswith("#")
            linked[node] = letters[node]
        if node is not top and node.parent is not None:
            for counts in (inside, outside, linked, letters):
                counts[node.parent] += counts[node]
    return {
        node
        for node in order
        if node.tag in ("ul", "ol", "div", "p", "dl") and inside[node] > 1 and not outside[node]
        if linked[node] > _LINKS * letters[node]
    }


def _lines_of_contents(node: Node) -> list[Node]:
    """Return the paragraphs that only link to a place in this page; nothing if there is just one."""
    lines = [child for child in node.elements() if child.tag in ("p", "div") and _leads_inside(child)]
    return lines if len(lines) > 1 else []


def _leads_inside(node: Node) -> bool:
    """Return whether an element holds just one link to a place in this page."""
    inside = list(islice(node.walk(), 8))
    link = next((element for element in inside if element.tag == "a" and element.get("href").startswith("#")), None)
    return link is not None and len(inside) < 8 and link.text().strip() == node.text().strip() != ""


_DESCENDED = re.words("div section center form table tbody tr td main article")

_STEM = re.compile(r"^(.*?\S)\s*[-_|｜—–·]")
_DOMINANT = 0.8  # what holds more of its parent's text than this is what the parent is for
_ALIKE = 0.95  # of two elements called an article, one in the other, the inner one if it holds this much of the outer
_PEERS = 0.25  # others of the article's kind that hold together this much of it belong to it


def article(root: Node, titles: Sequence[str], site: str) -> tuple[str, Node]:
    """Return the title if it is outside of the article, else an empty string, and the element that holds the article.
    `titles` are the page's titles in the head, `site` is the name of the site. The tree is pruned in place.
    """
    body = root.first("body") or root
    # What a reader does not see of the article: scripts, what is hidden, what its names say is beside it.
    _prune(body, lambda node: node.tag in _NEVER_READ and not node.get("type").startswith("math/"))
    for goes in (_is_hidden, _is_furniture_node):
        stays = _indispensable(body, weigh(body))
        _prune(body, lambda node, goes=goes, stays=stays: goes(node) and node not in stays)  # type: ignore[misc]
    content = _holder(body, weigh(body))
    # Take out lists of links to places of the page itself.
    _prune(content, _contents(content).__contains__)
    lines = {line for node in content.walk() for line in _lines_of_contents(node)}
    _prune(content, lines.__contains__)
    return _title(body, content, titles, site), content


def _holder(body: Node, weights: Weights) -> Node:
    """Return the element that holds the article: the one that the page names, or the one with most of the text."""
    mains = [node for node in weights if node.tag == "main" or node.get("role") == "main"]
    top = max(mains, key=lambda node: weights[node], default=body)
    top = top if weights[top] >= MOST * weights[body] else body
    called = [
        node
        for node in top.walk()
        if node is not top and weights[node] >= max(1, MOST * weights[top]) and is_called_article(node)
    ]
    if called:
        largest = max(weights[node] for node in called)
        return _with_peers([node for node in called if weights[node] >= _ALIKE * largest][-1], top, weights)
    return _dominant(top, weights)


def _with_peers(node: Node, top: Node, weights: Weights) -> Node:
    """Return the parent of an article and its peers (posts of a thread) if those are long too, else the article."""
    name = (node.tag, node.get("class"))
    peers = [peer for peer in top.walk() if (peer.tag, peer.get("class")) == name]
    if not name[1] or sum(weights[peer] for peer in peers) < (1 + _PEERS) * weights[node]:
        return node
    return next(outer for outer in node.ancestors() if outer is top or all(outer in peer.ancestors() for peer in peers))


def _dominant(top: Node, weights: Weights) -> Node:
    """Return the innermost element that holds nearly all of the text and more than one paragraph."""
    while True:
        largest = max(top.elements(), key=lambda node: weights[node], default=None)
        if largest is None or largest.tag not in _DESCENDED or weights[largest] < _DOMINANT * weights[top]:
            break
        paragraphs = (node for node in largest.walk() if node.tag in ("p", "li", "br", *HEADINGS))
        if len(list(islice(paragraphs, 2))) < 2:
            break
        top = largest
    while top.tag in ("table", "tbody", "tr") and top.parent is not None:  # a table is read as a whole
        top = top.parent
    return top


def _title(body: Node, content: Node, titles: Sequence[str], site: str) -> str:
    """Return the heading outside of the article that matches the title in the page's head; empty if none does."""
    inside = set(content.walk())
    before = set(takewhile(lambda node: node is not content, body.walk()))
    head_titles = [_squeezed(title) for title in titles]
    headings = [node for node in body.walk() if node.tag in ("h1", "h2")]
    texts = {node: _squeezed(node.text()) for node in headings}
    inner_texts = {text for node, text in texts.items() if node in inside}
    fit = [
        (max(title.startswith(text) for title in head_titles if text in title), len(text), -place, node)
        for place, (node, text) in enumerate(texts.items())
        if node in before and len(text) > 1 and text != _squeezed(site) and any(text in title for title in head_titles)
    ]
    longest = max((len(text) for text in inner_texts if any(text in title for title in head_titles)), default=1)
    if not fit and longest == 1:
        return _unmarked_title(before, content, titles)
    if not fit or len(texts[best := max(fit)[-1]]) <= longest:
        return ""
    return " ".join(best.text().split())


def _unmarked_title(before: set[Node], content: Node, titles: Sequence[str]) -> str:
    """Return the text before an article that equals the head's title up to the site's name; empty if there is none."""
    stems = {stem for title in titles for stem in (title, *_STEM.findall(title)) if len(stem) > 3}
    texts = {" ".join(node.text().split()) for node in before if _is_plain(node)}
    fit = max(stems & texts, key=len, default="")
    return "" if _squeezed(fit) in _squeezed(content.text()) else fit


def _is_plain(node: Node) -> bool:
    return len(node.children) == 1 and isinstance(node.children[0], str) and len(node.children[0]) < 300


def _squeezed(text: str) -> str:
    return "".join(text.split())
