"""The loops of policies for campaigns, each as in its paper.

May import `engine` and `compiled`.  Policies use `campaigns`, `campaign_blocks`, `campaign_commit` and `round_robin`.
"""
