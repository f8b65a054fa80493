"""What the response of a job on shared nodes is made of.

May import `analysis` and below.  Others use `response_parts`.
"""
