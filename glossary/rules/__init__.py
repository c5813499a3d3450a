"""The consistency rules: one module each, in the order of their codes.

A rule is a function over a page (`glossary.rules.context`) that yields violations (`glossary.rules.rule`). Its
messages are data in `phrases/`, its cases in `tests/glossary/rules/`.
"""
