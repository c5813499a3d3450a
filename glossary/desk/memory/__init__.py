"""Translation memory: units of a corpus as examples for texts that are to be translated."""
