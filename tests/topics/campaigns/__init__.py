"""Campaigns: from file to figure, and their policies against independent twins."""
