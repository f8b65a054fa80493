"""The loops of best-effort runs and of work exchange.

May import `engine`.  The policies of this topic call the run of each.
"""
