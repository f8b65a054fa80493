"""The digest of the standard trace of each generator of the topic, as in tests/generators."""

DIGESTS = {"light_grid": "38296ed06d136e77c3580911cd1b11fadd4ca240124747b7bef2c78cec59676d"}
