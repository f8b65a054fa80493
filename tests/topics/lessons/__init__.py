"""Lessons: what every file holds to, what is read and refused, what is said of answers."""
