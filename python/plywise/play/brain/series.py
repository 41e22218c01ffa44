"""Games one after the other, after each of which the brain learns before the next begins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from plywise._kernel import GameJob, Position, Stop
from plywise.errors import BadSetting
from plywise.games.points import result_of
from plywise.play.brain.after_game import OwnMove, count_win, insert, is_stronger
from plywise.play.brain.brain import Brain
from plywise.play.brain.recalling import Notes, Recalling
from plywise.play.brain.research import Researched, adopt, research
from plywise.play.brain.storing import save_brain
from plywise.play.foreign_game import play_foreign_game
from plywise.play.opponents.failure import is_failure, refuse_failures
from plywise.play.player import Player
from plywise.play.record import GameRecord
from plywise.searching.settings import AlphaBeta

LOST = -1.0
"""Pawns: what stays at or below this until the end counts as lost from there on."""


@dataclass(frozen=True, kw_only=True)
class BrainGame:
    """One game of a player with a brain, and what the brain made of it."""

    record: GameRecord
    """The game."""
    is_first: bool
    """Whether the player moved first."""
    opponent: int = 0
    """The place of its opponent among all."""
    own: tuple[OwnMove, ...] = field(repr=False)
    """Its moves."""
    kept: int = 0
    """Positions of the game that were marked, old and new."""
    researched: Researched = field(default_factory=Researched)
    """The research after it."""

    @property
    def result(self) -> float:
        """The player's own: 1, ½ or 0."""
        first = result_of(self.record.outcome, self.record.outcomes)
        return first if self.is_first else 1 - first

    @property
    def is_forfeit(self) -> bool:
        """Whether the opponent lost it by failing, which says nothing of how it plays."""
        return is_failure(self.record.reason)

    @property
    def from_brain(self) -> int:
        """How many of its moves came from the brain."""
        return sum(move.from_brain for move in self.own)

    @property
    def lost_line(self) -> tuple[str, ...]:
        """The moves to where the player saw itself a pawn down for good; all if it never did."""
        ply = len(self.record.moves)
        for move in reversed(self.own):
            if move.score > LOST:
                break
            ply = move.ply
        return self.record.moves[:ply]

    def repeats(self, line: Sequence[str]) -> bool:
        """Whether the game began with the moves of a line."""
        return self.record.moves[: len(line)] == tuple(line)


def brain_games(
    who: Player,
    opponents: Sequence[Player],
    *,
    games: int,
    brain: Brain | None = None,
    learns: bool = True,
    learns_draws: bool = False,
    rating: float | None = None,
    ratings: Sequence[float | None] = (),
    using: AlphaBeta | None = None,
    most: int = 200,
    seed: int = 0,
    max_plies: int = 400,
    save_to: str | Path | None = None,
    stop: Stop | None = None,
) -> Iterator[BrainGame]:
    """Play `games` without opening moves of chance, against each opponent twice in its turn.

    The player has the first move in every other game. Where the `brain` `learns`, what a lost game
    teaches is searched again before the next begins, by `using` or the player's own search, at most
    `most` positions, and the brain is saved. A draw teaches too if asked, unless the opponent is
    known to be stronger: by the player's `rating` and the opponents' `ratings`. Without a brain the
    games are those of the same player. Games that another engine lost by failing teach nothing;
    after three of them in a row BadSetting says so.
    """
    failures = 0
    brain = Brain(game=who.evaluation.game) if brain is None else brain
    if not opponents:
        raise BadSetting("no opponent is given; a brain learns from games against others")
    search = who.with_brain(brain).search if using is None else using
    assert isinstance(search, AlphaBeta), "with_brain takes no other"
    if learns:
        adopt(brain, who.evaluation)
    for number in range(games):
        place, is_first = turn_of(number, len(opponents))
        game = brain_game(
            who, opponents[place], is_first=is_first, brain=brain, seed=seed, number=number,
            max_plies=max_plies, stop=stop,
        )  # fmt: skip
        game = replace(game, opponent=place)
        failures = failures + 1 if game.is_forfeit else 0
        if learns and not game.is_forfeit:
            theirs = ratings[place] if place < len(ratings) else None
            draws = learns_draws and not is_stronger(theirs, rating)
            game = _learnt(game, brain, who, search, draws=draws, most=most, stop=stop)
            if save_to is not None:
                save_brain(brain, save_to)
        yield game
        refuse_failures(failures, game.record.reason, opponents[place].name)


def turn_of(number: int, opponents: int) -> tuple[int, bool]:
    """Whose turn it is as opponent in a game of a series, and whether the player moves first.

    >>> [turn_of(number, 2) for number in range(5)]
    [(0, True), (0, False), (1, True), (1, False), (0, True)]
    """
    return number // 2 % opponents, number % 2 == 0


def brain_game(
    who: Player,
    other: Player,
    *,
    is_first: bool,
    brain: Brain | None = None,
    seed: int = 0,
    number: int = 0,
    max_plies: int = 400,
    stop: Stop | None = None,
) -> BrainGame:
    """One game from the start, in which the player uses its brain and learns nothing."""
    recalling, notes = Recalling(brain or Brain(game=who.evaluation.game)), Notes()
    first, second = (who, other) if is_first else (other, who)
    job = GameJob(
        game=who.evaluation.game, first=first.evaluation, second=second.evaluation,
        first_search=first.settings, second_search=second.settings, seed=seed, number=number,
        max_plies=max_plies, learn_at="none",
    )  # fmt: skip
    sides = (recalling, other.opponent) if is_first else (other.opponent, recalling)
    record = play_foreign_game(job, sides, stop, notes=notes)
    record = replace(record, players=(first.name, second.name))
    return BrainGame(record=record, is_first=is_first, own=tuple(notes.moves))


def _learnt(
    game: BrainGame,
    brain: Brain,
    who: Player,
    using: AlphaBeta,
    *,
    draws: bool,
    most: int,
    stop: Stop | None,
) -> BrainGame:
    """The game with what the brain has learnt from it."""
    record = game.record
    kept = insert(
        brain, game.own, plies=len(record.moves), result=game.result,
        opponent_is_stronger=not draws,
    )  # fmt: skip
    count_win(brain, _positions(record, brain.game), result_of(record.outcome, record.outcomes))
    found = research(brain, who.evaluation, using, most=most, stop=stop) if kept else Researched()
    return replace(game, kept=len(kept), researched=found)


def _positions(record: GameRecord, game: str) -> list[Position]:
    """The positions of a game, its first one included."""
    position = Position.parse(game, record.start)
    found = [position]
    for move in record.moves:
        position = position.after(move)
        found.append(position)
    return found
