"""The broker: a Redis that several machines share, in place of the registry on this machine's disk.

Only where the setting QUEUESCOPE_BROKER (or QUEUESCOPE_BROKER_FILE) names one; nothing of it has to be installed else.
May import `errors` of `scheduler`.  Others use `address.in_use`, `values.Values`, `leases` and `tickets`.
"""
