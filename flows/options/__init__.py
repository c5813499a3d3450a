"""Options: what settings and the command line ask for, and what follows from it."""
