"""Lower bounds and optima that schedules are compared with."""
