"""What a comparison says of a job of a cluster with Slurm beside the reasons of its wait.

May import `layouts.pages.compare.job_panel`, `layouts.state`, `layouts.memory`, `layouts.theme`, and what these may.
Others use JOB_PART.
"""
