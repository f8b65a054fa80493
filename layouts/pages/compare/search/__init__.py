"""Search on Compare: the box, and what it finds."""
