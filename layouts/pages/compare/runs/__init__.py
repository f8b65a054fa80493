"""The runs of a comparison: their cards, adding one, what is missing, what if."""
