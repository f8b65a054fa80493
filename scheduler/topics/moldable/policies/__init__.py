"""The policies for moldable tasks.

May import `adapters`, `policies` and below, and all of this topic.  Others use POLICY of each.
"""
