"""What a corpus has twice: documents that are nearly copies of others, and units that say the same once more."""
