"""The rules of policies for campaigns, in plain numpy.

May import `audit` and `model` only: it shares nothing with what it checks.  Others use `campaigns.CHECKS`.
"""
