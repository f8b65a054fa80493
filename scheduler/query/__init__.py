"""The language of questions about jobs: names of fields, comparisons, dates; one for the search and for filters.

Knows nothing of logs and runs: these hand in their columns.  May import `errors` and `durations` of `scheduler`.
Others use `grammar.parse`, `conditions.rows`, `fields.FIELDS`, `instants.read`.
"""
