"""A topic as a package of its own, as somebody else would write it; nothing in the program knows of it."""
