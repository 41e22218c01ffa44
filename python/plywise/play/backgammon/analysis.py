"""What each decision of a match has cost, as networks see it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from plywise.evaluation.gammon import Gammon, Outlook
from plywise.play.backgammon.cube import CubeDecision
from plywise.play.backgammon.following import Moment, followed, read_match, refuse_unfinished
from plywise.play.backgammon.hint import (
    CANDIDATES,
    MARGIN,
    check_looking,
    check_networks,
    hint,
    outlook_before_roll,
)
from plywise.play.backgammon.mat import MatMatch
from plywise.play.backgammon.match_cube import normalised
from plywise.play.backgammon.numbers import Player
from plywise.play.backgammon.standing import cube_decision, score_of

BLUNDER = 0.08
"""Points that make a mistake a blunder."""
MILLI = 1000
Kind = Literal["play", "double", "no double", "take", "drop"]
CUBE_KINDS: tuple[Kind, ...] = ("double", "no double", "take", "drop")


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a player chose, and what was best."""

    game: int
    move: int
    player: Player
    """0 is the player of the record's first column."""
    kind: Kind
    dice: tuple[int, int] | None
    chosen: str
    best: str
    loss: float
    """Points lost, in units of the cube as it stood: 0 or more."""
    equity: float
    """What the best is worth."""
    position: str
    """The position's ID."""

    @property
    def is_blunder(self) -> bool:
        """Whether it cost much."""
        return self.loss >= BLUNDER


@dataclass(frozen=True, kw_only=True)
class Performance:
    """A player's decisions together."""

    name: str
    decisions: int
    """Plays that were not forced, doubles and answers to them, and doubles that were missed."""
    plays: int
    cube_decisions: int
    total: float
    """Points lost."""
    error_rate: float
    """Thousandths of a point lost a decision; 0 without any."""
    blunders: int


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """A match, judged."""

    length: int
    games: int
    plies: int
    players: tuple[Performance, Performance]
    decisions: tuple[Decision, ...]

    @property
    def blunders(self) -> tuple[Decision, ...]:
        """The decisions that cost much, in their order."""
        return tuple(each for each in self.decisions if each.is_blunder)

    def as_dict(self) -> dict[str, Any]:
        """The analysis for programs."""
        return {
            "length": self.length, "games": self.games, "plies": self.plies,
            "players": [asdict(player) for player in self.players],
            "blunders": [asdict(each) for each in self.blunders],
            "decisions": [asdict(each) for each in self.decisions],
        }  # fmt: skip


def analyse(
    match: MatMatch | str | Path,
    evaluation: Gammon,
    *,
    plies: int = 1,
    partial: bool = False,
) -> Analysis:
    """A match, or the one in a .mat file, judged decision by decision.

    A play costs the equity of the best minus its own, without a cube. Doubles, answers to them and
    doubles that were missed are judged by Janowski's formulas for money, and in a match by the
    match equity table; there what is lost is told in points of the game at the cube's value. A
    record that breaks off is refused unless `partial` is True.
    """
    check_networks(evaluation)
    check_looking(plies, CANDIDATES, MARGIN)
    source = "the match" if isinstance(match, MatMatch) else str(match)
    match = match if isinstance(match, MatMatch) else read_match(match)
    if not partial:
        refuse_unfinished(match, source)
    judge = _Judge(evaluation, plies)
    decisions = tuple(
        decision
        for game in match.games
        for moment in followed(match, game)
        for decision in judge.decisions(moment)
    )
    names = match.games[0].players
    return Analysis(
        length=match.length,
        games=len(match.games),
        plies=plies,
        players=(_performance(names[0], 0, decisions), _performance(names[1], 1, decisions)),
        decisions=decisions,
    )


class _Judge:
    """Networks that look at moments of games."""

    def __init__(self, evaluation: Gammon, plies: int) -> None:
        self._evaluation, self._plies = evaluation, plies

    def decisions(self, moment: Moment) -> Iterator[Decision]:
        """What the player decided at a turn: about the cube, and what to play."""
        turn = moment.turn
        if turn.action in ("double", "take", "drop"):
            yield self._cube(moment, turn.action)
        elif turn.is_roll:
            if not moment.is_first:
                yield from self._missed_double(moment)
            if moment.after is not None:
                yield from self._play(moment)

    def _play(self, moment: Moment) -> Iterator[Decision]:
        dice, after = moment.turn.dice, moment.after
        assert dice is not None
        assert after is not None
        hints = hint(moment.board, self._evaluation, dice=dice, plies=self._plies)
        if len(hints) == 1:
            return  # forced
        chosen = next(each for each in hints if each.position == after.position_id)
        equity = chosen.equity
        if chosen.plies < self._plies:  # it was not among the candidates: look at it as far
            asked = (chosen.position, self._plies - 1, CANDIDATES, MARGIN)
            equity = -Outlook(*self._evaluation.networks.chances(*asked)).equity
        best = hints[0] if hints[0].equity >= equity else chosen
        yield _decision(
            moment,
            "play",
            dice=dice,
            chosen=chosen.play,
            best=best.play,
            loss=max(0.0, hints[0].equity - equity),
            equity=max(hints[0].equity, equity),
        )

    def _decided(self, moment: Moment) -> CubeDecision:
        outlook = outlook_before_roll(moment.board, self._evaluation, plies=self._plies)
        return cube_decision(moment.board, outlook, moment.state)

    def _cube(self, moment: Moment, action: Literal["double", "take", "drop"]) -> Decision:
        decision = self._decided(moment)
        doubled = min(decision.double_take, decision.double_pass)
        if action == "double":
            best = max(doubled, decision.no_double)
            lost, word = best - doubled, "double" if doubled >= best else "no double"
        else:  # the values are the doubler's
            taken = decision.double_take if action == "take" else decision.double_pass
            best, lost = -doubled, taken - doubled
            word = "take" if decision.should_take else "drop"
        return self._cube_decision(moment, action, word, lost, best)

    def _missed_double(self, moment: Moment) -> Iterator[Decision]:
        decision = self._decided(moment)
        if decision.is_available and decision.should_double:
            doubled = min(decision.double_take, decision.double_pass)
            lost = doubled - decision.no_double
            yield self._cube_decision(moment, "no double", "double", lost, doubled)

    def _cube_decision(
        self, moment: Moment, kind: Kind, best: str, lost: float, value: float
    ) -> Decision:
        score, cube = score_of(moment.state), moment.state.cube
        if score is not None:  # chances to win the match become points of the game
            is_answer = kind in ("take", "drop")
            seen = score.swapped() if is_answer else score
            chance = 1.0 + value if is_answer else value
            value = normalised(chance, seen, cube=cube)
            lost = value - normalised(chance - lost, seen, cube=cube)
        return _decision(
            moment, kind, dice=None, chosen=kind, best=best, loss=max(0.0, lost), equity=value
        )


def _decision(
    moment: Moment,
    kind: Kind,
    *,
    dice: tuple[int, int] | None,
    chosen: str,
    best: str,
    loss: float,
    equity: float,
) -> Decision:
    return Decision(
        game=moment.game,
        move=moment.move,
        player=moment.turn.player,
        kind=kind,
        dice=dice,
        chosen=chosen,
        best=best,
        loss=loss,
        equity=equity,
        position=moment.board.position_id,
    )


def _performance(name: str, player: Player, decisions: Sequence[Decision]) -> Performance:
    own = [each for each in decisions if each.player == player]
    total = sum(each.loss for each in own)
    return Performance(
        name=name,
        decisions=len(own),
        plays=sum(each.kind == "play" for each in own),
        cube_decisions=sum(each.kind in CUBE_KINDS for each in own),
        total=total,
        error_rate=MILLI * total / len(own) if own else 0.0,
        blunders=sum(each.is_blunder for each in own),
    )
