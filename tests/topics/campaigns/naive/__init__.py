"""The naive twins of the policies for campaigns."""
