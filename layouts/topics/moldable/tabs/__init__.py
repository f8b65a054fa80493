"""The tab of Compare for moldable tasks.

May import `layouts.pages.compare.tabs`, `layouts.pages.compare.views`, `layouts.frame`, `layouts.state`, and what these
may.  Others use TAB.
"""
