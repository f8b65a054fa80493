"""The digest of the standard trace of each generator of the topic, as in tests/generators."""

DIGESTS = {"parallel_tasks": "7d40526eaae23d40ab6bb581b4fad42d653bbf4a4b18830012cee0d12967cc80"}
