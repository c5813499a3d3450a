"""The generated documentation: one module for each file that is written from the code."""
