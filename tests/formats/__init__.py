"""Readers of logs in every format: what they read, repair, count and refuse."""
