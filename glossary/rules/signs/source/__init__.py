"""Signs against the source: what the English original tells of a page, by the sentences that translate each other."""
