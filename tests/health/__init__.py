"""The findings about the health of a log, and the recipes that mend it."""
