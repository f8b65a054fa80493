"""The naive twins of the policies by which jobs share nodes."""
