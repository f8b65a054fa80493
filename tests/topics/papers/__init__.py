"""Papers: how their experiments are declared, run, kept and shown."""
