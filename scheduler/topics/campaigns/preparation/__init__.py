"""Campaigns of the jobs of a log: as its file declares them, or inferred from who submitted when.

May import `preparation` and below.  The core uses STEP of `campaigns`; the topic uses the other modules, too.
"""
