"""The parts that policies are built from: queues, profiles, plans, nodes, clusters."""
