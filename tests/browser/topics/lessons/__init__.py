"""The pages of lessons."""
