"""Home: a real log's finished comparison, five jobs to decide about, and the ways on."""
