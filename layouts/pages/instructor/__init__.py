"""For instructors: the path through the lessons, and what to know before one is taught.  The way in is `page`."""
