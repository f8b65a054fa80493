"""The independent audit: it passes right schedules and names the fault of each kind of wrong one."""
