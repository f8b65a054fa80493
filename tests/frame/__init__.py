"""The frame around every page: header, samples, finder, messages."""
