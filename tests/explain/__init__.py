"""The sentences of the finding, of advice and of alternatives, with the numbers they state."""
