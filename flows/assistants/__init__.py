"""Assistants that translate: the glossary, the check and the memory as tools of the Model Context Protocol."""
