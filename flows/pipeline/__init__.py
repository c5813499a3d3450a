"""Pipeline: the steps of a build, run in this process or handed to workers."""
