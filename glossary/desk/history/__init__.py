"""History: a build's results as series of values, their changes from build to build, and two builds compared."""
