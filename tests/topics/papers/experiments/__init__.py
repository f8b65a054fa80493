"""The claims of the papers and the figures that are made again."""
