"""Lower bounds and the exchange between two users: valid on every schedule that is tried."""
