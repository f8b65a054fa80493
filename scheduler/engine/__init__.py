"""Compiled parts every kernel shares: numbers and arrays only."""
