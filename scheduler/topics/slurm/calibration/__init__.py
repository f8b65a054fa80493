"""How far a simulated scheduler agrees with the real one that wrote the log, and what a changed setting does to whom.

May import `policies` and below, and all of this topic.  Others use
`agreement.agreement`, `agreement.verdict`, `gains.gains`, `trade_off.trade_off`, `evidence.not_simulated` and
`account_usage.account_usage`.
"""
