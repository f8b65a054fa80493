"""All that knows Dash: pages, plots, and what serves them.  May import everything in `scheduler`.

`state` (what is shown, links) and `words` come first, then `drawing`, `gantt` and `plots`, which make figures, then
`frame` and `pages`, then `topics`; `server` and `routes` are what answers, `memory` what a process keeps.  Loose are
`figures` (what plotly.js is sent), `theme` (how everything drawn looks) and `ids` (the name of every component).
"""
