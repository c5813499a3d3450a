"""History: what a build comes to as series of values, what changed from build to build, and two builds compared."""
