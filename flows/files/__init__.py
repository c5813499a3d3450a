"""Files of a project: written whole or not at all, and read from builds and review folders."""
