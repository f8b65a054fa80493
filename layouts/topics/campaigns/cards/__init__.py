"""The card of campaigns on the page of a workload.

May import `layouts.topics.campaigns.workload_plots`, `layouts.pages.workload`, `layouts.pages.workload.cards`,
`layouts.frame`, `scheduler`, and what these may.  Others use CARD.
"""
