"""The tab of campaigns on Compare.

May import `layouts.pages.compare.tabs`, `layouts.pages.compare.views`, `layouts.frame`, `layouts.state`, and what these
may.  Others use TAB.
"""
