"""How decisions become edits of entries, in the order of the work.

`wanting`: what one decision wants changed; `asking`: who wants the same, and what does not go together; `shelf` and
`blocks`: where an entry stands, and its text; `changing`: what a change does to an entry; `editing` and `styling`: its
text with it; `sifting`: which changes the glossary still loads with; `patching`: the patches; `saying`: every line that
a person reads of it.
"""
