"""Terms: the curated termbase, and finding its forms in text."""
