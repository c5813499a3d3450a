"""Training data: a build's aligned units as pairs of texts, for training and testing translation models."""
