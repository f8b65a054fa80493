"""Calibration: simulated against recorded waits, and what a change does."""
