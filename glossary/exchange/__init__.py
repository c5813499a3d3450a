"""The glossary for other tools and for people: one module for each export format."""
