"""Every metric against plain code that computes it from its definition."""
