"""Home: a finished comparison of five jobs, and the ways on.
"""
