"""Alignment: which sentences of two documents say the same.

Evidence of each segment → log-odds of every possible bead, one module per kind of evidence → the best path, with
sections that moved found first → the probability of each bead. No model weights: a lexicon of counted word pairs
and what two languages write alike.
"""
