"""Editing: findings while typing, meanings of terms, fixes and completions, over the Language Server Protocol."""
