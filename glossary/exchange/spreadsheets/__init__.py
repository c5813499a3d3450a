"""Spreadsheets from outside: unpacked and read so that none does harm, as rows of cells."""
