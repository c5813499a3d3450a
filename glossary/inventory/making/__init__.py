"""Making the inventory, by hand, from an installed torch: `python -m glossary.inventory.making`.

It lives next to its data file, whose first lines name it, as `flows.docs` lives next to what it writes. Nothing
imports it, and torch is imported only when it runs.
"""
