"""The loops of fractional scheduling and of equal shares, and the flow that meets deadlines.

May import `engine`.  The adapters, policies and bounds of this topic call them.
"""
