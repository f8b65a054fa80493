"""The charts of results: their numbers, titles, colors and sentences."""
