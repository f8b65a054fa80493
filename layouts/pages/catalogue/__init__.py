"""The catalogue of public logs: what is known of each, where it is, and what to do with its file."""
