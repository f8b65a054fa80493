"""The naive twin of the policy that goes by formulas."""
