"""Results: what is kept on disk, and the runs that make it.  Nothing else keeps state or starts processes."""
