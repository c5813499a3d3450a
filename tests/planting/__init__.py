"""Planting errors in clean pages: of what kind, and where, so that a rule's recall can be told.

The planter knows the glossary, the inventory and the pages, and nothing of the rules that look for what it plants.
"""
