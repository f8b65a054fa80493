"""The model of moldable tasks.

May import `generators` and below.  Others use GENERATOR.
"""
