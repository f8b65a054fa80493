"""The pages of the topics, a file each."""
