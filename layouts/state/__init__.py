"""What is shown, as one value: of the address that says it, and of the stores of the page that hold it.

May import `scheduler` and `layouts.ids`.  Others use `view.View`, `link.read` and `link.write`, `page_state.read`.
"""
