"""A lesson: one step at a time, a prediction before every answer; and its sheet on paper.  The way in is `page`."""
