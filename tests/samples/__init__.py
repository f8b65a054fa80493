"""The sample traces: the claims of each title hold."""
