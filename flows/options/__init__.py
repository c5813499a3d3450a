"""Options: what settings and the command line request, and what follows from it."""
