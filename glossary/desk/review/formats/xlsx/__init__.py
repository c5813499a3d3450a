"""Packets as spreadsheets: one row per decision, with a list to choose from."""
