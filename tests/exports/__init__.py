"""What the program writes: logs, tables, commands, traces for other programs."""
