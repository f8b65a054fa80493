"""Where the results of the tasks are."""

KINDS = {"reproduce": "experiments"}
