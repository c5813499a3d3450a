"""Alignment: which sentences of two documents say the same.

Evidence of each segment → log-odds of every possible bead, one module per kind of evidence → the best path, after
finding sections that moved → the probability of each bead. No model weights: only a lexicon of counted word pairs and
what both languages write alike.

Scores are natural logs of odds, probabilities lie between 0 and 1, and lengths count characters that a reader sees.
A shape (k, m) joins k source and m target segments. An array of its scores has the dimensions (source segments - k + 1,
target segments - m + 1); its entry [i, j] belongs to the bead that begins at source i and target j, both from 0.
"""
