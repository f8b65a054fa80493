"""The selected job: facts, why it waited, and its marks in every chart."""
