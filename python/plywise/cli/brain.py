"""`plywise brain`: what a player learnt from lost games, as lines, as a book, and learning more."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, options, output
from plywise.cli.match import entrant
from plywise.cli.searches import search_named

if TYPE_CHECKING:
    from plywise.play.brain import Brain
    from plywise.play.brain.series import BrainGame
    from plywise.play.player import Player
    from plywise.runs.lock import Lock

EXAMPLES = options.examples(
    "plywise brain brain.jsonl",
    "plywise brain runs/first --json",
    "plywise brain brain.jsonl --export book.bin",
    "plywise brain brain.jsonl --weights chess/plywise --import losses.pgn --player me",
    "plywise brain brain.jsonl --weights chess/plywise --against gnuchess:depth=3 --games 20",
    "plywise brain knightcap.jsonl --import new_brain.dat",
)
SEARCH = "playing:nodes=10000"
"""How games are searched where nothing else is said; again, it is as deep as an entry asks."""
KNIGHTCAP = ".dat"


def brain(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="RUN|FILE",
            parser=options.path,
            help="A brain, or the folder of a run with one; made where nothing is yet.",
        ),
    ],
    bring: Annotated[
        Path | None,
        options.file(
            "--import",
            "Learn from the losses of a PGN file; or take over a brain of KnightCap (.dat) "
            "into a new one.",
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="Whose losses of the PGN file.",
            show_default="the loser's, whoever it was",
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="PLAYER",
            help="Learn from games against such a player, as `plywise match` names it; a rating "
            "may follow (`chess/pesto@1500`). Repeatable.",
            autocompletion=complete.weights,
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            parser=options.whole(1, "a brain learns from lost games"),
            help="So many games, each opponent twice in its turn, colours alternating.",
        ),
    ] = 20,
    weights: Annotated[
        str | None,
        typer.Option(
            "--weights",
            metavar="WEIGHTS",
            help="What judges: a weights file, a run or a built-in set.",
            show_default="those of the run",
            autocompletion=complete.weights,
        ),
    ] = None,
    using: Annotated[
        str,
        typer.Option(
            "--using", metavar="SEARCH", help="How it searches in games, as in `plywise search`."
        ),
    ] = SEARCH,
    learn_draws: Annotated[
        bool,
        typer.Option(
            "--learn-draws",
            help="A draw teaches as a loss does, unless the opponent is known to be stronger: by "
            "ratings of the ladder, of the names or of the PGN.",
        ),
    ] = False,
    rating: Annotated[
        float | None,
        typer.Option(
            "--rating",
            metavar="ELO",
            parser=options.real(-10_000, "the player's own rating, as 1650"),
            help="With --against and --learn-draws, the player's own rating.",
            show_default="unknown: every draw teaches",
        ),
    ] = None,
    clean: Annotated[
        bool,
        typer.Option("--clean", help="Search all that is marked again, until nothing is."),
    ] = False,
    most: Annotated[
        int,
        typer.Option(
            "--most",
            metavar="N",
            parser=options.whole(1, "at least one position is searched again"),
            help="Positions that are searched again at once; the rest stays marked.",
        ),
    ] = 1000,
    export: Annotated[
        Path | None,
        options.file("--export", "Write its moves as an opening book in Polyglot's form (.bin)."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", parser=options.whole(0), help="All chance.")
    ] = 0,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Show what a player learnt from lost games as a tree, or have it learn more.

    A line has the move, its value in pawns for the side to move and the depth of its search; what
    is marked to be searched again has a `?`. What is learnt is saved after every game, and Ctrl-C
    keeps what was learnt so far.
    """
    from plywise.play.brain.lines import text_of, trees
    from plywise.play.brain.polyglot import export_polyglot

    told: dict[str, Any] = {}
    refuse_unused(
        player=player, bring=bring, draws=learn_draws, rating=rating, against=against or []
    )
    learns = bool(bring or against or clean)
    with alone(file) if learns else nullcontext():
        known = opened(file, is_new=bool(bring or against))
        if bring is not None and bring.suffix == KNIGHTCAP:
            known = taken_over(file, bring)
        elif learns:
            told = learnt(
                known, file, judge(file, weights, using, known.game), bring=bring, player=player,
                against=against or [], games=games, most=most, seed=seed, draws=learn_draws,
                rating=rating,
            )  # fmt: skip
    if export is not None:
        told["exported"] = export_polyglot(known, export)
        output.talk(f"{export}: {told['exported']} moves written, of {len(known)} positions")
    branches = trees(known)
    told |= {
        "game": known.game, "games": known.games, "positions": len(known),
        "marked": len(known.marked), "judge": known.judge,
    }  # fmt: skip
    lines = [f"{name} {value}" for name, value in told.items()]
    in_full = told | {"lines": [branch.as_dict() for branch in branches]}
    tree = (
        [] if export is not None else text_of(branches)
    )  # a book is wanted, not thousands of lines
    output.result(in_full, [*tree, ", ".join(lines)], as_json=as_json)


def refuse_unused(
    *,
    player: str | None,
    bring: Path | None,
    draws: bool,
    rating: float | None,
    against: list[str],
) -> None:
    """BadSetting for what says something of games that are not asked for."""
    from plywise.errors import BadSetting

    has_losses = bring is not None and bring.suffix != KNIGHTCAP
    if draws and not (has_losses or against):
        raise BadSetting("--learn-draws is for games: give --against PLAYER or --import FILE.pgn")
    if rating is not None and not (draws and against):
        raise BadSetting(
            f"--rating {rating:g} tells which draws teach: give --against PLAYER and --learn-draws"
        )
    if player is not None and not has_losses:
        raise BadSetting(f"--player {player} is whose losses of a PGN file: give --import FILE.pgn")


def alone(file: Path) -> "Lock":
    """The right to change the brain there: two that learn would each lose what the other learnt."""
    from plywise.play.brain.storing import brain_file
    from plywise.runs.lock import Lock

    target = brain_file(file)
    return Lock(target.parent, f".{target.name}.lock")


def opened(file: Path, *, is_new: bool) -> "Brain":
    """The brain there; a new one where there is none and that is meant."""
    from plywise.play.brain import Brain, read_brain
    from plywise.play.brain.storing import brain_file

    return Brain() if is_new and not brain_file(file).exists() else read_brain(file)


def taken_over(file: Path, source: Path) -> "Brain":
    """A brain of KnightCap as a new one; BadSetting where one stands already: nothing is merged."""
    from plywise.errors import BadSetting
    from plywise.play.brain import save_brain
    from plywise.play.brain.knightcap import read_knightcap
    from plywise.play.brain.storing import brain_file

    if brain_file(file).exists():
        raise BadSetting(f"{brain_file(file)} is there already, and brains are not merged")
    found = read_knightcap(source)
    save_brain(found, file)
    return found


def judge(file: Path, weights: str | None, using: str, game: str) -> "Player":
    """The player whose brain it is."""
    from plywise.errors import BadSetting
    from plywise.play.player import player

    if weights is None and not file.is_dir():
        raise BadSetting("a brain is searched with weights: give --weights, as chess/plywise")
    named = weights or str(file)
    return player(named, search=search_named(using), game=game)


def learnt(
    brain: "Brain",
    file: Path,
    who: "Player",
    *,
    bring: Path | None,
    player: str | None,
    against: list[str],
    games: int,
    most: int,
    seed: int,
    draws: bool,
    rating: float | None,
) -> dict[str, Any]:
    """What learning came to; the brain is saved after each step."""
    from plywise.play.brain import save_brain
    from plywise.play.brain.losses import import_losses
    from plywise.play.brain.research import research
    from plywise.play.brain.series import brain_games
    from plywise.play.match import greeted
    from plywise.play.opponents.opponent import PATIENCE
    from plywise.play.player import player as player_of
    from plywise.searching.settings import AlphaBeta

    using = who.with_brain(brain).search
    assert isinstance(using, AlphaBeta), "with_brain takes no other"
    told: dict[str, Any] = {}
    if bring is not None:
        found = import_losses(brain, bring, who.evaluation, using, player=player, draws=draws)
        told |= {"imported": found.games, "losses": found.losses, "kept": found.kept}
        told |= {"draws": found.draws} if draws else {}
        save_brain(brain, file)
    if against:
        rated = [rated_name(name) for name in against]
        named = (entrant(name, brain.game, last=False) for name, _ in rated)
        others = [
            greeted(player_of(one, search=using, game=brain.game), (), PATIENCE) for one in named
        ]
        played: list[BrainGame] = []
        for game in brain_games(
            who, others, games=games, brain=brain, most=most, seed=seed, save_to=file,
            learns_draws=draws, rating=rating, ratings=[elo for _, elo in rated],
        ):  # fmt: skip
            played.append(game)
            if game.is_forfeit:
                name = others[game.opponent].name
                output.talk(f"game {len(played)}: {name}: {game.record.reason}")
        told |= series_told(played, told.get("kept", 0))
    try:
        done = research(brain, who.evaluation, using, most=most)
    finally:  # Ctrl-C too: an unfinished search changes nothing
        save_brain(brain, file)
    return told | {"searched": told.get("searched", 0) + done.searches}


def rated_name(name: str) -> tuple[str, float | None]:
    """The name of an opponent without its rating, and the rating: told after an @, or known.

    >>> rated_name("chess/pesto@1500"), rated_name("chess/standard")
    (('chess/pesto', 1500.0), ('chess/standard', None))
    >>> rated_name("chess/standard@playing:nodes=125")[1] is not None
    True
    """
    from plywise.learning.opponents import name_and_rating
    from plywise.play.ladder import LADDER
    from plywise.play.opponents import is_opponent, opponent
    from plywise.play.own_pool import OWN_POOL

    bare, elo = name_and_rating(name)
    known = {rung.name: rung.elo for rung in (*LADDER, *OWN_POOL)}
    if elo is None and bare in known:
        return bare, known[bare]
    if elo is None and is_opponent(bare) and (told := opponent(bare).elo):
        return bare, float(told)
    return bare, elo


def series_told(played: "list[BrainGame]", kept: int) -> dict[str, Any]:
    """What games against others came to; those that an opponent lost by failing are no score.

    `kept` positions were kept before them.
    """
    sound = [game for game in played if not game.is_forfeit]
    if failed := len(played) - len(sound):
        output.talk(f"{failed} of {len(played)} games were lost by failing, and taught nothing")
    return {
        "played": len(played), "failures": failed, "score": sum(game.result for game in sound),
        "kept": kept + sum(game.kept for game in played),
        "searched": sum(game.researched.searches for game in played),
    }  # fmt: skip
