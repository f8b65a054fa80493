"""One file per paper: its experiments as data, the published numbers, the verdicts."""
