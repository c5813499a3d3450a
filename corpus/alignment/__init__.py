"""Alignment: which sentences of two documents say the same.

Evidence of each segment → log-odds of every possible bead, one module per kind of evidence → the best path, with
sections that moved found first → the probability of each bead. No model weights: a lexicon of counted word pairs
and what two languages write alike.

Figures are natural logs of odds, probabilities between 0 and 1, and lengths in characters that a reader sees. A shape
(k, m) joins k source and m target segments; an array of its figures has the dimensions (source segments - k + 1,
target segments - m + 1), and its entry [i, j] is of the bead that begins at source i and target j, both from 0.
"""
