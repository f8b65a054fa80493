"""The catalogue of public logs: its entries, its page and its command."""
