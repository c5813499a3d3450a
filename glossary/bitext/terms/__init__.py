"""Term alignment: for every term of the English, the words of the translation that stand for it.

The terms of a bead's English (`english_terms`) and the words of its translation (`target_words`) are weighed against
each other (`word_weights`, by what `term_lexicon` has learned). From that come the stretches that may stand for each
term with their evidence (`counterparts`); a logistic model tells how likely each is the right one (`align_terms`).
`align_terms` takes the best for all terms of the bead together, and makes longer ones of terms side by side
(`near_forms`); `term_rows` says what the words are to the glossary.
"""
