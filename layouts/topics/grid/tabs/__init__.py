"""The tab of a light grid on Compare.

May import `layouts.pages.compare.tabs`, `layouts.pages.compare.table`, `layouts.pages.compare.views`, `layouts.frame`,
`layouts.drawing`, `layouts.state`, and what these may.  Others use TAB.
"""
