"""The documentation site: its own pages in three languages, and what makes a site of them and of the READMEs."""
