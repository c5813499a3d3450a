"""Training data: the aligned units of a build as pairs of texts, for those who train and test translation models."""
