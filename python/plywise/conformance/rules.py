"""What must be true of the positions of any game. Each function is a rule, named after it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from plywise.conformance.dice import DICE
from plywise.conformance.judging import JUDGING
from plywise.conformance.place import Place, Rule, name_of
from plywise.errors import BadPosition, IllegalMove
from plywise.evaluation.protocol import Evaluation
from plywise.games.points import WIN_DRAW_LOSS, is_declared
from plywise.games.rules import Rules
from plywise.searching.over import BY_HISTORY

PLAYERS = ("first", "second")
NO_MOVES = ("", "no-such-move")
"""Texts that are a legal move nowhere."""
OTHER_MOVES = 4
"""Moves of other positions that are tried at each."""


def turns_alternate(at: Place) -> Iterator[str]:
    """The players move one after the other."""
    if at.next is None or at.position.turn not in PLAYERS or at.game.facts.has_chance:
        return  # where dice come between, only the rules know who follows
    rules = at.memory.rules
    turn = at.next.turn if rules is None else rules.turn(at.next.state)
    if turn == at.position.turn:
        yield (
            f"after {at.move!r} in {at} it is the turn of {turn!r} again; a player who cannot "
            "move has one move, such as 'pass'"
        )


def after_leaves_its_position_unchanged(at: Place) -> Iterator[str]:
    """A position is a value: playing a move makes a new one."""
    if at.move is None:
        return
    before = str(at.position)
    at.position.after(at.move)
    if str(at.position) != before:
        yield f"{at.move!r} in {at.game!r}.position({before!r}) turns that itself into {at}"


def the_same_question_has_the_same_answer(at: Place) -> Iterator[str]:
    """Nothing depends on chance, on time or on what was asked before."""
    told = _answers(at, at.position)
    yield from _differences(at, told, _answers(at, at.position), "again")
    if at.memory.rules is not None:
        yield from _differences(at, told, _answers_of(at.memory.rules, at), "again")


def _answers_of(rules: Rules, at: Place) -> dict[str, Any]:
    """What the author's own code says: plywise asks it once a position, and remembers."""
    state = at.position.state
    answers: dict[str, Any] = {
        "text": rules.text(state),
        "turn": rules.turn(state),
        "outcome": rules.outcome(state),
    }
    if answers["outcome"] is None and answers["turn"] == "chance":
        answers["chances"] = [(roll, float(chance)) for roll, chance in rules.chances(state)]
    elif answers["outcome"] is None:
        answers["moves"] = list(rules.moves(state))
    if at.move is not None:
        answers["after"] = rules.text(rules.after(state, at.move))
    for evaluation in at.memory.evaluations:
        difference = [
            float(feature(at.position, "first")) - float(feature(at.position, "second"))
            for feature in evaluation.features.functions
        ]
        answers[_counts(evaluation)] = difference
    return answers


def _counts(evaluation: Evaluation) -> str:
    return f"counts ({evaluation.features.name})"


def _answers(at: Place, position: Any) -> dict[str, Any]:
    """What a position says, by the words of the rules."""
    answers = {
        "text": str(position),
        "turn": position.turn,
        "moves": position.moves,
        "chances": position.chances,
        "key": position.key,
        # Of the moves before, a text knows nothing.
        "outcome": None if position.outcome_reason in BY_HISTORY else position.outcome,
        **{
            f"counts ({e.features.name})": e.gradient(position).tolist()
            for e in at.memory.evaluations
        },
    }
    return answers | ({} if at.move is None else {"after": str(position.after(at.move))})


def _differences(
    at: Place, told: dict[str, Any], other: dict[str, Any], when: str
) -> Iterator[str]:
    for word, answer in told.items():
        if word in other and other[word] != answer:
            move = f" with {at.move!r}" if word == "after" else ""
            yield f"{word}{move} of {at} gives {answer!r}, and {other[word]!r} when asked {when}"


def text_goes_both_ways(at: Place) -> Iterator[str]:
    """The text of a position leads back to it."""
    try:
        again = at.again
    except BadPosition as error:
        yield f"the text of {at} cannot be read back: {error}"
        return
    told = f"after reading {str(at.position)!r}"
    yield from _differences(at, _answers(at, at.position), _answers(at, again), told)


def moves_differ_from_each_other(at: Place) -> Iterator[str]:
    """Each move has a text of its own."""
    moves = at.position.moves
    for move in sorted({move for move in moves if moves.count(move) > 1}):
        yield f"{move!r} is twice among the moves of {at}"


def only_legal_moves_are_accepted(at: Place) -> Iterator[str]:
    """Every listed move can be played, and nothing else."""
    legal = at.position.moves
    for move in legal:
        at.position.notation(move)
    known = at.memory.moves
    others = at.chance.sample(known, min(OTHER_MOVES, len(known)))
    for move in (*NO_MOVES, *others):
        if move in legal:
            continue
        try:
            reached = at.position.after(move)
        except IllegalMove:
            continue
        # Some moves can be written in two ways; then they lead to the same position.
        if reached not in [at.position.after(other) for other in legal]:
            yield f"{move!r} is not among the moves of {at}, but can be played there"


def a_position_without_moves_is_over(at: Place) -> Iterator[str]:
    """A player who cannot move has a pass for a move, or the game has an outcome."""
    if not at.position.moves and at.position.outcome is None:
        yield f"{at} has neither moves nor an outcome"


def outcomes_lie_between_0_and_1(at: Place) -> Iterator[str]:
    """An outcome is the first player's score."""
    outcome, declared = at.position.outcome, at.game.facts.outcomes
    if tuple(declared) != WIN_DRAW_LOSS:
        return
    if outcome is not None and not 0.0 <= outcome <= 1.0:
        yield f"the outcome of {at} is {outcome!r}; it is the first player's score: 1, 0.5 or 0"


def outcomes_are_declared(at: Place) -> Iterator[str]:
    """A game ends as it says that it can."""
    outcome, declared = at.position.outcome, at.game.facts.outcomes
    if outcome is not None and not is_declared(outcome, declared):
        told = ", ".join(f"{one:g}" for one in declared)
        yield f"the outcome of {at} is {outcome!r}; the game declares {told}"


def noisy_moves_are_legal(at: Place) -> Iterator[str]:
    """Quiescence looks at some of the legal moves, at none twice."""
    noisy, legal = at.position.noisy_moves, at.position.moves
    for move in noisy:
        if move not in legal or noisy.count(move) > 1:
            told = "twice" if move in legal else "not a legal move"
            yield f"{move!r} among the noisy moves of {at} is {told}"


def equal_keys_mean_equal_positions(at: Place) -> Iterator[str]:
    """What a search found out about a position it takes for true of all with the same key."""
    told = _answers(at, at.position)
    shared = {"moves": sorted(told["moves"])}
    shared |= {word: told[word] for word in told if word == "turn" or word.startswith("counts")}
    first, known = at.memory.keys.setdefault(at.position.key, (at, shared))
    for word, answer in shared.items():
        if known[word] != answer:
            yield f"{first} and {at} have the same key, but other {word}"


def positions_pickle(at: Place) -> Iterator[str]:
    """Positions travel to other processes, by their text."""
    copy = deepcopy(at.position)  # taken apart and put together as on the way there
    yield from _differences(at, _answers(at, at.position), _answers(at, copy), "after pickling")


POSITIONS: tuple[Rule, ...] = (
    turns_alternate,
    text_goes_both_ways,
    moves_differ_from_each_other,
    only_legal_moves_are_accepted,
    a_position_without_moves_is_over,
    outcomes_lie_between_0_and_1,
    outcomes_are_declared,
    noisy_moves_are_legal,
    *DICE,
    equal_keys_mean_equal_positions,
    positions_pickle,
)
"""The rules that are held against every position, after those of `SPOILING`."""
SPOILING: tuple[Rule, ...] = (
    after_leaves_its_position_unchanged,
    the_same_question_has_the_same_answer,
)
"""Where one of these is broken, whatever else is seen means nothing."""
NEEDS: dict[Rule, tuple[Rule, ...]] = {positions_pickle: (text_goes_both_ways,)}
"""Rules that cannot hold where others are broken."""
STUCK = name_of(a_position_without_moves_is_over)
ENDS, RETURNS = "games end", "no position comes back"
EXCEPTION = "no question ends in an exception"


def rule_names() -> list[str]:
    """All that is checked.

    >>> "turns alternate" in rule_names()
    True
    """
    return [ENDS, RETURNS, EXCEPTION, *map(name_of, (*SPOILING, *POSITIONS, *JUDGING))]
