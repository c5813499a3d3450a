"""T3: things a translation must leave as they are: names of code, numbers, addresses, placeholders."""
