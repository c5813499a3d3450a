"""T101 wrong-rendering: a form that the glossary lists as wrong for the concept.

Why: 图书馆 is a house full of books; whoever reads 该图书馆支持分布式训练 does not think of torchvision.
Bad: TorchVision 图书馆提供了预训练模型。
Good: TorchVision 库提供了预训练模型。
"""

from __future__ import annotations

from glossary.rules.rule import Rule
from glossary.rules.terms._unwanted_forms import UnwantedForms

RULE = Rule(
    "T101", "wrong-rendering", "terminology/wrong-term", "major", 0.95, "segment", UnwantedForms("wrong"), fixable=True
)
