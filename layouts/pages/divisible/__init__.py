"""A load that can be divided at will among workers: form, answer, charts."""
