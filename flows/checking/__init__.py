"""Checking: files against the glossary without a build, and fixing them."""
