"""The policies by which jobs share nodes, or the CPU of all nodes as one pool.

May import `policies` and below, and all of this topic.  Others use POLICY of each.
"""
