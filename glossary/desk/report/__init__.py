"""Reports: what was found, told to people and to machines. One module for each form, each a function of a `Report`."""
