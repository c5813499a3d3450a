"""Signs: what several rules look for on a page, one idea each; a rule puts them together and says what is wrong."""
