"""The glossary for other tools and for people: one module for each form that it goes out in."""
