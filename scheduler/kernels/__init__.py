"""One loop per scheduling mechanism."""
