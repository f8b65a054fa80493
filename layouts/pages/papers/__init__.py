"""Papers: experiments run again beside the published numbers."""
