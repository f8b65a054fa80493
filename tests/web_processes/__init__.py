"""Tests of the processes of the web server: what listens, page processes and their limits."""
