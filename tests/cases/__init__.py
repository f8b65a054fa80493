"""Workloads, strategies and expected results that tests of several rooms share. It holds no tests."""
