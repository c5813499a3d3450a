"""T1: terms that are wrong, missing or left in English."""
