"""Spreadsheets from outside: unpacked and read safely, as rows of cells."""
