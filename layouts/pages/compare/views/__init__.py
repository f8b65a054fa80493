"""The views below the table: the list of plots, and the parts with callbacks of their own."""
