"""The pages without a browser: layouts, callbacks and the sentences for bad requests."""
