"""The policies for campaigns, one file each.

May import `policies` and below.  Others use POLICY of each.
"""
