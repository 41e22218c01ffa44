"""What `plywise play` does for every game but backgammon."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.cli import output
from plywise.cli.terminal import Terminal, completing

if TYPE_CHECKING:
    from plywise.evaluation.protocol import Evaluation
    from plywise.games.position import Position
    from plywise.play.brain.recalling import Recalling
    from plywise.play.sitting.chess_clock import ChessClock
    from plywise.play.sitting.opponent import Opponent
    from plywise.play.sitting.sitting import Ended, Sitting
    from plywise.searching import Searching

BOTH = frozenset({"first", "second"})


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The options of the command, as its help explains them."""

    game: str
    weights: str | None
    side: str
    level: str | None
    using: str | None
    limits: Mapping[str, int | None]
    clock: "ChessClock | None"
    position: str | None
    moves: str | None
    max_plies: int | None
    brain: Path | None
    record: Path | None
    seed: int
    ascii_alone: bool
    last: bool
    as_json: bool


def play(asked: Asked) -> None:
    """Play the game, and say how it ended."""
    from plywise.play.sitting.sitting import LEFT, Ended
    from plywise.play.sitting.words import completions

    sitting = _sitting(asked)
    interrupt: KeyboardInterrupt | None = None
    try:
        with completing(lambda typed: completions(typed, sitting.position)):
            ended = sitting.play()
    except KeyboardInterrupt as error:
        sitting.tell("")
        ended, interrupt = sitting.end(Ended(reason=LEFT)), error
    output.result(_fields(asked, sitting, ended), [], as_json=asked.as_json)
    if interrupt is not None:
        raise interrupt  # the shell is told


def _sitting(asked: Asked) -> "Sitting":
    """The game as it begins; all that is wrong with the options is told here."""
    import plywise as pw
    from plywise.errors import BadInput
    from plywise.games.told import ending
    from plywise.play.keeping import Keeper
    from plywise.play.levels import usual_weights
    from plywise.play.sitting.sitting import Sitting

    terminal = Terminal(to_stderr=asked.as_json, clock=asked.clock)
    game = pw.game(asked.game).name
    weights = asked.weights or usual_weights(game)
    sitting = Sitting(
        start=_start(asked),
        opponent=_opponent(asked, game, weights),
        ask=terminal.ask,
        tell=terminal.tell,
        persons=_persons(game, asked.side, asked.seed),
        weights=weights,
        seed=asked.seed,
        clock=asked.clock,
        keeper=Keeper(asked.record, game) if asked.record is not None else None,
        max_plies=asked.max_plies,
        look=terminal.look(ascii_alone=asked.ascii_alone),
        moves=(asked.moves or "").split(),
    )
    if sitting.position.outcome is not None:
        raise BadInput(f"the game is over there already: {ending(sitting.position)}")
    for line in _greeting(sitting):
        terminal.tell(line)
    return sitting


def _greeting(sitting: "Sitting") -> list[str]:
    from plywise.games.python_games import title
    from plywise.games.told import player

    who = f"both sides, and {sitting.opponent.title} gives hints"
    if sitting.persons != BOTH:
        who = f"{player(sitting.game, *sitting.persons)} against {sitting.opponent.title}"
    return [
        f"{title(sitting.game)}: you play {who}; seed {sitting.seed}",
        "write a move, or `help`",
    ]


def _persons(game: str, side: str, seed: int) -> frozenset[str]:
    """The sides that a person plays."""
    from plywise._kernel import facts, random_u64
    from plywise.naming import unknown

    first, second = (name.lower() for name in facts(game).players)
    known = {
        "first": frozenset({"first"}), "second": frozenset({"second"}), "both": BOTH,
        first: frozenset({"first"}), second: frozenset({"second"}),
    }  # fmt: skip
    word = side.lower()
    if word == "random":
        word = ("first", "second")[random_u64(seed, 0, 1)[0] >> 63]
    if word not in known:
        raise unknown("side", side, [*known, "random"])
    return known[word]


def _start(asked: Asked) -> "Position":
    """Where the game begins: of random trees, in one of the seed's."""
    import plywise as pw
    from plywise.games.declared import facts_of
    from plywise.games.starts import starts

    rules = pw.game(asked.game)
    if asked.position not in (None, "start"):
        return rules.position(str(asked.position))
    is_drawn = facts_of(rules.name).starts != "ballot" and asked.position is None
    return starts(rules.name, 1, seed=asked.seed)[0] if is_drawn else rules.start()


def _opponent(asked: Asked, game: str, weights: str) -> "Opponent":
    """Who answers, and how strongly."""
    from plywise.cli.searches import searched_by
    from plywise.play.judging import evaluation_of
    from plywise.play.levels import level_read, level_told, search_at, usual_level
    from plywise.play.sitting.actions import MOST_NODES
    from plywise.play.sitting.opponent import Opponent

    evaluation = evaluation_of(game, weights, last=asked.last)
    searching = _search(asked, game, evaluation)
    if searching is not None:
        strength = searched_by(searching)
    else:
        level = level_read(game, weights, asked.level or usual_level(game, weights))
        searching, strength = search_at(game, level, MOST_NODES), level_told(level)
    return Opponent(
        evaluation=evaluation,
        searching=searching,
        name=weights or "plywise",
        strength=strength,
        brain=_brain(asked, game, evaluation),
    )


def _search(asked: Asked, game: str, evaluation: "Evaluation") -> "Searching | None":
    """The search that the options name; None where they name a level, or nothing."""
    from plywise.errors import BadSetting
    from plywise.games.declared import facts_of
    from plywise.games.points import needs_expectimax
    from plywise.games.strength import EVALUATION_NOISE
    from plywise.searching.in_games import measured, refuse_dice
    from plywise.searching.written import search_written

    given = {name: value for name, value in asked.limits.items() if value is not None}
    if asked.using is None and not given:
        return None
    if asked.level is not None:
        option = "using" if asked.using is not None else next(iter(given))
        raise BadSetting(f"--level says how strong it plays, and so does --{option}; give one")
    engine = f"playing:{EVALUATION_NOISE}" if facts_of(game).protocols else "alpha-beta"
    usual = "expectimax" if needs_expectimax(game) else engine
    using = search_written(asked.using or usual, **given)
    refuse_dice(using, game)
    return measured(using, evaluation)


def _brain(asked: Asked, game: str, evaluation: "Evaluation") -> "Recalling | None":
    from plywise.engine.recalling import complaint, recalling_of

    brain = recalling_of("" if asked.brain is None else str(asked.brain), game)
    if said := complaint(brain, evaluation.kernel):
        output.talk(f"plywise: {said}")
    return brain


def _fields(asked: Asked, sitting: "Sitting", ended: "Ended") -> dict[str, Any]:
    from plywise.games.points import even, outcomes_of

    winner = None
    if ended.outcome is not None and ended.outcome != even(outcomes_of(sitting.game)):
        side = "first" if ended.outcome > even(outcomes_of(sitting.game)) else "second"
        winner = "you" if side in sitting.persons else "computer"
    return {
        "game": sitting.game,
        "reason": ended.reason,
        "outcome": ended.outcome,
        "winner": winner,
        "sides": sorted(sitting.persons),
        "opponent": sitting.opponent.title,
        "start": str(sitting.start),
        "moves": sitting.moves,
        "position": str(sitting.position),
        "seed": asked.seed,
        "record": None if asked.record is None else str(asked.record),
    }
