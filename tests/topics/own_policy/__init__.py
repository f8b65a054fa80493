"""Policies in plain Python: the loop, the files, and what they are named by."""
