"""Mining: the terms that a corpus has and the glossary lacks, ranked by what speaks for them.

`english_phrases` finds what may be a term in the English of a build, `cues` what stands for it in the translations and
what speaks for each, `term_likelihood` how much that is worth, `mine` tells their kinds apart and ranks them, `sheet`
writes tables, pages and entries ready to be edited. `adopt` proposes what a corpus says in one form.
"""
