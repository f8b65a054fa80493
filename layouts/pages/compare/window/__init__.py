"""The selected range of time: its numbers and users, a column per run."""
