"""What a link or a store of the browser holds, and how it is checked."""
