"""Learning: the rules, the step sizes and what one game tells them.

`record` is what a game leaves behind, `td` the recommended changes, `rules` the rules by name,
`step_size` how far to follow them, `prediction_decay` the λ that the data asks for, `blunders` and
`saturation` the two guards.
"""
