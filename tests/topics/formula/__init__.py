"""The language of formulas: what it reads, what it refuses and how fast, and what a program computes."""
