"""How decisions become edits of entries: what is asked for, the text of an entry with it, and whether it may be."""
