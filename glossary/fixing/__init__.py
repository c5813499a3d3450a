"""Fixing: applies the remedies of findings to a page's text where they change nothing but words."""
