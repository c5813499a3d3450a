"""Editors: findings as one writes, what a term means, fixes and completions, over the Language Server Protocol."""
