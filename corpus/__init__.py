"""Text: finding and reading articles, cutting them into segments and words, keeping tables on disk."""
