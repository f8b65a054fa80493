"""The pages: one file each, with layout() and register(app, services)."""
