"""An entry that termbases of both versions are written and read with; its Chinese forms follow in each test."""

OPERATOR = """
id = "operator"
domain = "compiler"
definition = "A function on tensors, a < b & c."
reference = "https://pytorch.org/docs/stable/torch.html"
en.preferred = "operator"
en.abbreviation = ["op"]
ja.preferred = "演算子"
ja.deprecated = ["作用素"]

[zh]
preferred = "算子"
"""
