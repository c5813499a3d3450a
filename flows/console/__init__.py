"""The console: progress, errors, exit statuses, logs and signals of a run."""
