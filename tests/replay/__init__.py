"""The states of a run, step by step, from its decision log."""
