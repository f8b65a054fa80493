"""The scripts of the browser, run in Node without a browser; skipped where Node is missing."""
