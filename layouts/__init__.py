"""All that knows Dash: pages, plots, and what serves them.  May import everything in `scheduler`.

Pages are in `pages/`, charts in `plots/` and `workload_plots/`.  Loose modules, by subject:
Gantt charts: rectangles, raster, cover, picks, pictures, outlines, overlay, pairs, difference, bands, coloring.
Links and state: link, origin, hand_link, view, ids, openings, callbacks.
Forms and tables: controls, table_rows, table_csv, lengths, guards, nouns.
Server: web, hosts, bodies, calls, worker, turns, generations, upload, background, caching, in_time, tray.
"""
