"""How numbers, durations and causes are worded."""
