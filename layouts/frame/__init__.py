"""The frame around every page: header, callbacks all pages share, setups that open finished, forms and small pieces.

May import `layouts.drawing`, `layouts.server`, `layouts.topics`, `layouts.ids`, and what these may.

Others use `callbacks.Services`, `controls.spoken` and `openings.open_setup`.
"""
