"""Reports: what was found, for people and for machines. One module for each form, each a function of a `Report`."""
