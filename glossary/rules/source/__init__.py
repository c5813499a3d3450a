"""T5: the page against the sentences of its original."""
