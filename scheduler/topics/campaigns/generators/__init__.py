"""The models of campaigns.

May import `generators` and below.  Others use GENERATOR.
"""
