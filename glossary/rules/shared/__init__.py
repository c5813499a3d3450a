"""Shared: what rules of two families or more look for on a page, one idea each."""
