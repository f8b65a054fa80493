"""The model of a light grid.

May import `generators` and below.  Others use GENERATOR.
"""
