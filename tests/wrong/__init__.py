"""Twins that are wrong on purpose, each by one rule: cases are worth something if they tell them apart. It holds no tests."""
