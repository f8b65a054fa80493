"""Tests of the door: what listens, page processes and their limits."""
