"""The command line: what each command prints and writes, and the sentences for bad input."""
