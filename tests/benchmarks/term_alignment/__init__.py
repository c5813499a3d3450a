"""Term alignment measured and fitted on the links that readers judged (`tests/gold/links-*.jsonl`)."""
