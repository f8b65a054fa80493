"""The language of filters and searches for jobs."""
