"""The arguments of the commands, a module for each group: light enough that --help answers at once."""
