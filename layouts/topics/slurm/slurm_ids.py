"""The name of every component of the page Slurm, what if, that callbacks and scripts speak to.

The texts are filled by frontend/forms/slurm_files.js; the stores hold {w, runs, at, again, done}, and a log's source.
"""

from __future__ import annotations

TEXTS = ("slurm-conf", "slurm-tree", "slurm-qos", "slurm-reservations", "slurm-jobs")
ASKED, SOURCE, COME = "slurm-asked", "slurm-source", "slurm-come"  # come: slurm_result.js
REPLAY, TRY, CANCEL, TICK, LOG, MESSAGE, BODY, UPLOADED = (
    f"slurm-{name}" for name in ("replay", "try", "cancel", "tick", "log", "message", "body", "uploaded")
)
SETTING = "slurm-setting"  # which setting to try several values of
