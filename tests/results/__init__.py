"""The store of results, its queue of runs, progress, cancelling and verdicts."""
