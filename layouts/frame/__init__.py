"""The frame around every page: header, callbacks all pages share, setups that open finished, forms and small pieces.

May import everything below, `layouts.plots` included.  Others use `callbacks.Services`, `controls.spoken` and
`openings.open_setup`.
"""
