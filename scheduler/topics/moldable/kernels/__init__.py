"""The loops that plan moldable tasks, and the one that deals processors to malleable ones.

May import `engine`.  The adapters and policies of this topic call each.
"""
