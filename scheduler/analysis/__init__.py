"""What is read off a finished schedule: busy and idle processors, causes of waits, windows, questions.

May import `policies` and below, never runs a simulation.  Others use `machine_over_time`, `wait_causes`, `query`.
"""
