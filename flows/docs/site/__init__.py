"""The documentation site: its own pages in three languages, and the code that builds it from them and the READMEs."""
