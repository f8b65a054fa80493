"""What this topic adds."""
