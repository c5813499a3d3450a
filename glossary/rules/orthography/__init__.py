"""T4: how words are written: length marks, okurigana, scripts, width, brackets."""
