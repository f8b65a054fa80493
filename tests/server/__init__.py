"""The server: its settings, security headers, limits and processes."""
