"""The glossary as a table for spreadsheets, a row for each form, and back."""
