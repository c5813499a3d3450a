"""Exporting: the parallel units of a build as training data, in folders of files."""
