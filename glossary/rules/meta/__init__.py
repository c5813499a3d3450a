"""T9: what is wrong with suppressions themselves."""
