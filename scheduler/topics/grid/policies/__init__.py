"""The policies of a light grid.

May import `adapters`, `policies` and below, and all of this topic.  Others use POLICY of each.
"""
