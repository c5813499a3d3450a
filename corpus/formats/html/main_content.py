"""The main content: the part of a page that is its text, without navigation, comments and what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile

from corpus import lazy_re as re
from corpus.formats.html.pruning import MOST, Weights, is_called_article, prune_contents, prune_page, weigh
from corpus.formats.html.tree import HEADINGS, Node

_DESCENDED = frozenset(re.findall(r"\w+", "div section center form table tbody tr td main article"))

_STEM = re.compile(r"^(.*?\S)\s*[-_|｜—–·]")
_DOMINANT = 0.8  # what holds more of its parent's text than this is what the parent is for
_ALIKE = 0.95  # of two elements called an article, one in the other, the inner one if it holds this much of the outer
_PEERS = 0.25  # others of the article's kind that hold together this much of it belong to it


def article(root: Node, titles: Sequence[str], site: str) -> tuple[str, Node]:
    """Return the title if it stands outside of the article, else nothing, and the element that holds the article.

    `titles` are what the page's head calls it, `site` what it calls the whole site. The tree is pruned in place.
    """
    body = root.first("body") or root
    prune_page(body)
    content = _holder(body, weigh(body))
    prune_contents(content)
    return _title(body, content, titles, site), content


def _holder(body: Node, weights: Weights) -> Node:
    """Return the element that holds the article: what the page says it is, else where most of the text is."""
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
    """Return the parent of an article and others of its kind where those are long too: the posts of a thread."""
    name = (node.tag, node.get("class"))
    peers = [peer for peer in top.walk() if (peer.tag, peer.get("class")) == name]
    if not name[1] or sum(weights[peer] for peer in peers) < (1 + _PEERS) * weights[node]:
        return node
    return next(outer for outer in node.ancestors() if outer is top or all(_lies_within(peer, outer) for peer in peers))


def _lies_within(node: Node, outer: Node) -> bool:
    return any(ancestor is outer for ancestor in node.ancestors())


def _dominant(top: Node, weights: Weights) -> Node:
    """Return what holds nearly all of the text, from the top down, while it holds more than one paragraph."""
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
    """Return the heading outside of the article that is the page's title by what its head says."""
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
    """Return the title that stands before an article without such a heading and is the head's up to the site's name."""
    stems = {stem for title in titles for stem in (title, *_STEM.findall(title)) if len(stem) > 3}
    texts = {" ".join(node.text().split()) for node in before if _is_plain(node)}
    fit = max(stems & texts, key=len, default="")
    return "" if _squeezed(fit) in _squeezed(content.text()) else fit


def _is_plain(node: Node) -> bool:
    return len(node.children) == 1 and isinstance(node.children[0], str) and len(node.children[0]) < 300


def _squeezed(text: str) -> str:
    return "".join(text.split())
