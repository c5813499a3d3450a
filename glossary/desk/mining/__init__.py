"""Mining: the terms that a corpus has and the glossary lacks, ranked by what speaks for them.

`english_phrases` finds what may be a term in the English of a build, `renderings` what stands for it in the
translations, `cues` what speaks for each, `ranking` how much that is worth, `mine` puts them together, `drafts` writes
entries ready to be edited.
"""
