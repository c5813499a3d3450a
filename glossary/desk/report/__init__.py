"""Reports: findings for people and for machines, one module per form, each a function of a `Report`."""
