"""What a comparison shows of a job on shared nodes.

May import `layouts.pages.compare.job_panel`, `layouts.state`, `layouts.theme`, `layouts.topics.fractional.plots`, and
what these may.  Others use JOB_PART.
"""
