"""The dashboard as people meet it: the real program in a process of its own, seen through Chromium."""
