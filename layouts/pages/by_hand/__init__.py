"""By hand: a table of jobs, what policies make of them while one types, and a sheet to print."""
