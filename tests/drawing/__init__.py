"""How charts and tables are drawn: looks of policies, ranks of jobs, rows, what is chosen."""
