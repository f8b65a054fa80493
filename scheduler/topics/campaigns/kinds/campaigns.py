"""Campaigns as a kind of workload: jobs belong to groups of their users, declared or inferred."""

from __future__ import annotations

from scheduler.errors import Remedy
from scheduler.kinds import Kind
from scheduler.model.workload import Workload
from scheduler.topics.campaigns.options.campaigns import INFER_CAMPAIGNS


def has_campaigns(workload: Workload) -> bool:
    """Whether jobs belong to campaigns."""
    return workload.has_campaigns


KIND = Kind(
    "campaigns",
    has_campaigns,
    missing="needs campaigns and this workload declares none",
    special=10,
    remedies=(
        INFER_CAMPAIGNS,
        Remedy(words="generate a campaign workload"),
        Remedy(words="use a file with the header '; Queuescope-Campaigns: 1'"),
    ),
    parts_alone=True,
    own_order="campaigns have an order of their own",
    whole=True,
)
