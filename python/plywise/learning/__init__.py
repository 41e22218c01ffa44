"""Learning: the rules, the step sizes and what one game tells them.

`sequence` is what a game predicted, `rules` what each prediction is blamed for, `credits` what that
asks of the weights, `step_size` how far to follow, `prediction_decay` the λ that the data asks for,
`blunders` and `saturation` the two guards; `learner` puts them together.
"""
