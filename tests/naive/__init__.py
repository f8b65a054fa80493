"""The naive twins: plain, slow code written from the definitions alone. It holds no tests; `twins` uses it."""
