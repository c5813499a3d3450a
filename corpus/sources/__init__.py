"""Sources: which files there are, how their bytes are read, and which work and language a document belongs to."""
