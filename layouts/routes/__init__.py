"""Addresses that are no page: uploads, downloads, figures as PDF, the tray of runs.

May import everything else of `layouts` but the topics.  The app registers each of them.
"""
