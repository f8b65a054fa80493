"""All that knows Dash."""
