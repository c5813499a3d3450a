"""T3: what a translation must leave as it is: names of code, numbers, addresses, placeholders."""
