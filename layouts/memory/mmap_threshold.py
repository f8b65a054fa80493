"""What large arrays took goes back to the system when they are freed, not to a pool that only grows.

glibc raises the size from which it asks the system for memory of its own as soon as such memory is freed, up to 32 MB.
From then on the columns of a million jobs, 8 MB each, are cut from pools, one for each thread, that keep their largest
size for good.  A fixed size turns that off.
"""

from __future__ import annotations

import ctypes
import sys

LARGE = 1 << 20  # bytes
_M_MMAP_THRESHOLD = -3  # of malloc.h


def give_back() -> bool:
    """Turn it off for this process; False where the C library is another one."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        return bool(ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, LARGE))
    except (OSError, AttributeError):
        return False
