"""Divisible load: plans, their bounds and their independent twin."""
