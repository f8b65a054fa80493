"""Rooms of a class: votes and answers, processes that are killed."""
