"""What is shown, as one value, and as the address that says it.

May import `scheduler`.  Others use `view.View`, `link.read` and `link.write`.
"""
