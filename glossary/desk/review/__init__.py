"""Review: packets of findings for people to decide, and what becomes of their decisions."""
