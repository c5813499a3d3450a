"""Text: segments, sentences and protected spans of a document, and what a reader sees of its marked-up text."""
