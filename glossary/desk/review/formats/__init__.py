"""Formats in which packets go out and answers come back, from any program; nothing in them is executed."""
