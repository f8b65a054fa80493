"""The page Own policy: a program is written, run in the browser, and its schedule compared."""
