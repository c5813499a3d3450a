"""T2: one concept rendered in several ways, on a page or across a corpus."""
