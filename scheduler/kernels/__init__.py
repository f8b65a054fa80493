"""One loop per scheduling mechanism, written to be read beside the paper.

May import `engine`.  Adapters and policies call the run of each.
"""
