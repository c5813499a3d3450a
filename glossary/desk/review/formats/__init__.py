"""Formats in which packets go out and answers come back, whatever program they come from; nothing in them is run."""
