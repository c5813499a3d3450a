"""T2: one concept that is rendered in several ways, on a page or across a corpus."""
