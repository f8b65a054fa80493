"""What a web process keeps in memory: bounded caches, large columns in files, memory given back.

May import `scheduler`.  Others use `cache.CACHE` and `mmap_column.spilled`.
"""
