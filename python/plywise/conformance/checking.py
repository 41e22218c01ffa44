"""The check itself: random games, and every rule held against their positions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from plywise import _kernel
from plywise.checks import callback, whole
from plywise.conformance.dice import chances_sum_to_1
from plywise.conformance.judging import JUDGING
from plywise.conformance.place import Memory, Mirror, Place, Rule, name_of
from plywise.conformance.rules import (
    ENDS,
    EXCEPTION,
    NEEDS,
    POSITIONS,
    RETURNS,
    SPOILING,
    STUCK,
    equal_keys_mean_equal_positions,
)
from plywise.errors import BadInput
from plywise.evaluation.linear import Linear
from plywise.evaluation.protocol import Evaluation
from plywise.games.game import Game
from plywise.games.python_games import game_name
from plywise.games.rules import Rules

LOOKED_AT = 40
"""Positions of each game that are looked at, and those of them that are searched."""
SEARCHED = 3
REFUSED = {
    "turn": "turns alternate",
    "moves": "moves differ from each other",
    "outcome": "outcomes lie between 0 and 1",
    "chances": name_of(chances_sum_to_1),
    "key": "equal keys mean equal positions",
}
"""The rule that is broken where an answer of the author's is refused."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A rule that a game breaks, and the first place where it does."""

    rule: str
    """The rule in words."""
    told: str
    """What is wrong, in a sentence."""
    position: str | None = None
    """The text of the position."""
    move: str | None = None
    """The move that was played there."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.told}"


def check(
    game: str | Game | Rules | type[Rules],
    *,
    games: int = 20,
    seed: int = 1,
    mirror: Mirror | None = None,
) -> list[Finding]:
    """What is wrong with a game, each broken rule once; an empty list for a sound game.

    `games` random games are played, drawn by `seed`, and every rule of `rule_names()` is held
    against their positions: texts, moves, turns, outcomes, keys, features, and whether the search
    finds the value of plain minimax. `mirror` gives the text of a position with the players
    exchanged; with it features must count the other way round there.

    >>> import plywise as pw
    >>> pw.check("tic-tac-toe", games=3)
    []
    >>> class Hasty(pw.Rules):
    ...     "Count to three. Who says three has won, but nobody notes whose turn it is."
    ...     def start(self):
    ...         return 0
    ...     def turn(self, state):
    ...         return "first"
    ...     def moves(self, state):
    ...         return ["one", "two"]
    ...     def after(self, state, move):
    ...         return state + (1 if move == "one" else 2)
    ...     def outcome(self, state):
    ...         return 1.0 if state >= 3 else None
    >>> print(pw.check(Hasty)[0])
    turns alternate: Hasty.turn gives 'first' for pw.game('...Hasty').position('1'); ...
    """
    whole("games", games, least=1)
    whole("seed", seed, most=2**64 - 1)
    callback("mirror", mirror)
    return _Check(Game(game_name(game)), seed, mirror).of(games)


class _Check:
    """What is found out about one game."""

    def __init__(self, game: Game, seed: int, mirror: Mirror | None) -> None:
        self.game = game
        self.seed = seed
        self.found: dict[str, Finding] = {}
        self.ended = 0
        self.returned: Place | None = None
        rules: Rules | None = _kernel.rules(game.name)
        sets = game.feature_sets if rules is None or rules.features else []
        evaluations = [_random_weights(game, name, seed) for name in sets]
        self.memory = Memory(evaluations=evaluations, rules=rules, mirror=mirror)

    def of(self, games: int) -> list[Finding]:
        """All that `games` random games show."""
        judged: list[Place] = []
        for number in range(games):
            chance = random.Random(f"{self.seed} {number}")
            places = self.played(chance)
            if self.breaks(SPOILING):
                return list(self.found.values())[-1:]
            judged += self.look_at(places, chance)
        if not self.ended and not self.found:
            plies = self.game.facts.max_plies
            told = f"none of {games} random games was over after {plies} plies (max_plies)"
            self.note(ENDS, f"{told}: see whether outcome ever says so, or raise max_plies")
        if self.returned and not self.breaks([equal_keys_mean_equal_positions]):
            told = f"{self.returned} comes back, although repeats is False"
            self.note(RETURNS, told, self.returned)
        # A search relies on all the rest: broken, it would only repeat the complaint.
        if not self.found:
            self.judge(judged)
        return list(self.found.values())

    def breaks(self, rules: Iterable[Rule]) -> bool:
        """Whether one of these rules is known to be broken."""
        return any(name_of(rule) in self.found for rule in rules)

    def played(self, chance: random.Random) -> list[Place]:
        """The places of a random game; it breaks off where the game's rules fail."""
        places: list[Place] = []
        try:
            places.append(Place(self.game, self.game.start(), None, None, chance, self.memory))
            while (here := places[-1]).position.outcome is None:
                if len(places) > self.game.facts.max_plies or not (moves := here.position.moves):
                    return places
                here = replace(here, move=chance.choice(moves))
                if self.spoils(here):
                    return []
                following = here.position.after(str(here.move))
                places[-1] = replace(here, next=following)
                places.append(replace(here, position=following, move=None))
            self.ended += 1
        except Exception as error:  # the author's code may raise anything
            self.refused(error, places[-1] if places else None)
        return places

    def spoils(self, place: Place) -> bool:
        """Whether all that follows would mean nothing."""
        for rule in SPOILING:
            self.hold(rule, place)
            if self.breaks([rule]):
                return True
        return False

    def look_at(self, places: list[Place], chance: random.Random) -> list[Place]:
        """Holds the rules against some places of a game, always the last; a few are given back."""
        known = self.memory.moves
        known += {place.move for place in places if place.move} - set(known)
        known.sort()  # sets have no order, and a check is repeatable
        looked_at = chance.sample(places[:-1], min(LOOKED_AT, len(places[:-1]))) + places[-1:]
        for place in looked_at:
            for rule in POSITIONS:
                self.hold(rule, place)
        self.look_for_returns(places)
        return looked_at[-SEARCHED:]

    def judge(self, places: Iterable[Place]) -> None:
        """Holds the rules of features and searches against places."""
        for place in places:
            for rule in JUDGING:
                self.hold(rule, place)

    def look_for_returns(self, places: list[Place]) -> None:
        """Where rules say that no position comes back, none does."""
        rules, seen = self.memory.rules, set[int]()
        if rules is None or rules.repeats:
            return
        for place in places:
            if place.position.key in seen:
                self.returned = self.returned or place
            seen.add(place.position.key)

    def hold(self, rule: Rule, place: Place) -> None:
        """Hold a rule against a place, unless it or one that it relies on is broken already."""
        if self.breaks((rule, *NEEDS.get(rule, ()))):
            return
        try:
            told = next(rule(place), None)
        except Exception as error:
            self.refused(error, place)
        else:
            if told is not None:
                self.note(name_of(rule), told, place)

    def refused(self, error: Exception, place: Place | None) -> None:
        """An exception in the middle of a question is a finding too."""
        told = str(error)
        if isinstance(error, BadInput) and (refused := re.match(r"\w+\.(\w+) gives ", told)):
            rule = REFUSED.get(refused[1], EXCEPTION)
            self.note(STUCK if "outcome there is None" in told else rule, told, place)
            return
        notes = "; ".join(getattr(error, "__notes__", ()))
        self.note(EXCEPTION, f"{type(error).__name__}: {told} ({notes or place})", place)

    def note(self, rule: str, told: str, place: Place | None = None) -> None:
        """The first finding about a rule."""
        position, move = (None, None) if place is None else (str(place.position), place.move)
        finding = Finding(rule=rule, told=told, position=position, move=move)
        self.found.setdefault(rule, finding)


def _random_weights(game: Game, features: str, seed: int) -> Evaluation:
    """An evaluation in which no two features are alike."""
    chance = random.Random(f"{seed} {features}")
    counted = game.features(features)
    return Linear(counted, [chance.uniform(-1.0, 1.0) for _ in counted.names])
