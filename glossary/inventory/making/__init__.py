"""Making the inventory, by hand, from an installed torch: `python -m glossary.inventory.making`.

It stands beside the data file, whose first lines name it, as `flows.docs` stands beside what it writes. Nothing imports
it, and torch is imported when it runs, never before.
"""
