"""What is told of a job on shared nodes.

May import `explain` and below, and all of this topic.  Others use STORY of `shared_nodes`, and `node_occupancy`.
"""
