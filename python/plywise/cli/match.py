"""`plywise match`: which of two players is better, and by how much for certain."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plywise.cli import complete, options, output
from plywise.cli.crew import crew
from plywise.cli.from_settings import USUAL, filled
from plywise.cli.searches import search_named
from plywise.cli.standing import standing

if TYPE_CHECKING:
    from plywise.games.ballot import Opening
    from plywise.play.match_result import MatchResult
    from plywise.play.player import Entrant

EXAMPLES = options.examples(
    "plywise match chess chess/thesis chess/standard --games 100 --depth 2",
    "plywise match chess runs/first chess/standard --games 1000 --pgn games.pgn",
    "plywise match chess runs/first runs/second --games 4000 --depth 2 --sprt 0,10",
    "plywise match chess chess/standard@playing:nodes=5000 chess/standard@thesis:nodes=5000",
    "plywise match chess chess/standard stockfish:elo=1400,nodes=10000 --nodes 5000 --games 20",
    "plywise match chess chess/plywise stockfish:elo=2000 --using playing --tc 10+0.1 --games 20",
    "plywise match chess runs/first runs/second --openings book.pgn --book-plies 8 --order random",
    "plywise match chess runs/first runs/second --games 4000 --out matches/one --resume",
)


def _bounds(text: str) -> tuple[float, float]:
    """The two Elo differences of a sequential test.

    >>> _bounds("0,5")
    (0.0, 5.0)
    """
    try:
        elo0, elo1 = (float(part) for part in str(text).split(","))
    except ValueError:
        hint = "write the two Elo differences to tell apart, like '0,5'"
        raise typer.BadParameter(f"{text!r} is not a pair of numbers; {hint}") from None
    return elo0, elo1


Patience = Annotated[
    float,
    filled(
        "plywise.play.match:match.patience",
        "--patience",
        metavar="SECONDS",
        parser=options.real(0.001, "so long another engine may be silent"),
        help="Another engine that does not answer for so long has lost the game.",
    ),
]


Clock = Annotated[
    str | None,
    typer.Option(
        "--tc",
        metavar="TC",
        help="Play on clocks, `[MOVES/]TIME[+INCREMENT]`: `10+0.1` in seconds, `40/60+0.6`, "
        "`1:30+1` in minutes:seconds. Whose clock runs out has lost.",
        show_default="no clocks",
    ),
]
Margin = Annotated[
    int,
    filled(
        "plywise.play.match:match.margin",
        "--margin",
        metavar="MS",
        parser=options.whole(0, "milliseconds by which a clock may be overrun"),
        help="Milliseconds by which a clock may be overrun.",
    ),
]


def _entrant(name: str, help_text: str) -> Any:
    return typer.Argument(metavar=name, help=help_text, autocompletion=complete.weights)


def match(
    game: options.Game,
    a: Annotated[
        str,
        _entrant(
            "A",
            "Weights (a file, a run directory or a built-in set), with a search of their own after "
            "an `@`; or another engine, as `gnuchess:depth=2` or `uci:/path/to/engine:depth=3`.",
        ),
    ],
    b: Annotated[
        str,
        _entrant(
            "B",
            "The other one, likewise; `random` for random moves; or an opponent of piece-square "
            "weights, `random-squares:WEIGHTS` or `zero-squares:WEIGHTS`.",
        ),
    ],
    games: Annotated[
        int,
        options.count(
            "plywise.play.match:match.games",
            "--games",
            least=2,
            hint="every opening is played twice, with colours swapped",
            help="Games, an even number.",
        ),
    ] = USUAL,
    depth: options.DepthWithin = None,
    nodes: options.Nodes = None,
    movetime: options.MoveTime = None,
    using: Annotated[
        str | None,
        typer.Option(
            "--using",
            metavar="SEARCH",
            help="How both search, as in `plywise search`: `playing`, `thesis:null_move=2`, …",
            show_default="alpha-beta",
        ),
    ] = None,
    ballot: Annotated[
        int | None,
        typer.Option(
            "--ballot",
            metavar="PLIES",
            parser=options.whole(0, "so many random moves open each pair of games"),
            help="Random opening moves, the same for both games of a pair.",
            show_default="4, fewer in short games",
        ),
    ] = None,
    openings: Annotated[
        Path | None,
        options.file(
            "--openings",
            "Openings instead of a ballot: a FEN, an EPD or UCI moves a line, or PGN; shogi: an "
            "SFEN or USI moves a line, KIF or CSA; or a Polyglot book (.bin).",
        ),
    ] = None,
    book_plies: Annotated[
        int | None,
        typer.Option(
            "--book-plies",
            metavar="N",
            parser=options.whole(1, "so many moves of each opening are played"),
            help="Cut openings after N plies.",
            show_default="24 of a record or a Polyglot book, else all",
        ),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar="HOW",
            help="Openings in `sequential` order, or `random`, shuffled by the seed.",
            show_default="sequential",
        ),
    ] = None,
    noise: Annotated[
        float,
        filled(
            "plywise.play.match:match.noise",
            "--noise",
            metavar="X",
            parser=options.real(0, "noise is measured in units of weight 1"),
            help="Random amount up to X added to root values (thesis 7.4.2: 0.1).",
        ),
    ] = USUAL,
    adjudicate: Annotated[
        str | None,
        typer.Option(
            "--adjudicate",
            metavar="HOW",
            help="At the ply limit: `agree` gives a win if both evaluations agree who is ahead, "
            "`draw` always a draw.",
            show_default="the game's own, mostly agree",
        ),
    ] = None,
    max_plies: Annotated[
        int | None,
        typer.Option(
            "--max-plies",
            metavar="N",
            parser=options.whole(1),
            help="The ply limit of a game.",
            show_default="the game's own, in chess 400",
        ),
    ] = None,
    rules: Annotated[
        str,
        filled(
            "plywise.play.match:match.rules",
            "--rules",
            metavar="NAME",
            help="`fide`, or `thesis`: no fifty-move rule, searches blind to repetition.",
        ),
    ] = USUAL,
    sprt: Annotated[
        Any,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            parser=_bounds,
            help="Stop as soon as a sequential test tells these Elo differences apart.",
        ),
    ] = None,
    pgn: Annotated[
        Path | None,
        options.file("--pgn", "Write the games there as they end: PGN, or a text like it."),
    ] = None,
    record: Annotated[
        Path | None,
        options.file(
            "--record",
            "The same in the form that the suffix says: .pgn; shogi also .csa, and .kif or "
            ".kifu, which hold one game a file (FILE-1.kif, …).",
        ),
    ] = None,
    tc: Clock = None,
    tc_b: Annotated[
        str | None,
        typer.Option("--tc-b", metavar="TC", help="Another clock for B.", show_default="as A's"),
    ] = None,
    margin: Margin = USUAL,
    patience: Patience = USUAL,
    brain: options.Brain = None,
    seed: Annotated[int, options.seed("plywise.play.match:match.seed")] = USUAL,
    workers: options.Workers = None,
    on: options.On = None,
    out: options.PairsOut = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the match in the folder of --out.")
    ] = False,
    last: options.Last = False,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Play A against B, every opening twice with colours swapped.

    Prints wins, draws and losses in A's view, the score with its 95 % interval from pairs of
    games, the Elo difference with its error and the likelihood of superiority (LOS); in games that
    count points also the points a game. Both games of a pair have the same dice. An engine
    that crashes, hangs or moves illegally has lost that game; how often is told too. With clocks
    (`--tc`) games are played one at a time, since they would take each other's time. Ctrl-C prints
    the result so far; with `--out`, `--resume` goes on.
    """
    import plywise as pw
    from plywise.play.match_folder import kept_pairs

    clocks, clock = clocks_asked(tc, tc_b, movetime)
    limits = {"depth": depth, "nodes": nodes, "movetime": movetime}
    on_clock = {**limits, "clock": clock}
    settings: dict[str, Any] = {
        "game": pw.game(game).name, "games": games, "ballot": ballot, "openings": opened(
            openings, book_plies, order, pairs=games // 2, seed=seed, game=game
        ),
        "noise": noise, "adjudication": adjudicate, "max_plies": max_plies, "rules": rules,
        "sprt": sprt, "pgn": pgn, "record": record, "seed": seed, "patience": patience,
        "workers": crew(game, workers, on=on), "brain": brain,
        "tc": clocks, "margin": margin, "out": out, "resume": resume,
        **(limits if using is None else {"search": search_named(using, **on_clock)}),
    }  # fmt: skip
    one, two = (entrant(name, game, last=last, **on_clock) for name in (a, b))
    if brain is not None:
        warn_of_other_judge(one, brain, game)
    found: MatchResult | None = None
    if resume and out is not None:
        output.talk(f"{out}: goes on after {kept_pairs(out)} of {games // 2} pairs")
    try:
        with standing("match", games) as show:

            def keep(so_far: "MatchResult") -> None:
                nonlocal found
                found = so_far
                show(so_far)

            found = pw.match(one, two, **settings, on_pair=keep)
    finally:  # Ctrl-C and a full disk too: what was played is known
        if found is not None:
            output.result(found.as_dict(), lines(found), as_json=as_json)


def entrant(name: str, game: str, *, last: bool, **limits: int | None) -> "Entrant":
    """What `pw.match` takes for a name on the command line.

    >>> entrant("chess/standard@thesis:null_move=2", "chess", last=False, depth=3).search
    AlphaBeta(depth=3, null_move=2, history_draws=False)
    """
    from plywise.evaluation.weights import resolve
    from plywise.play.opponents import is_opponent
    from plywise.play.player import player

    weights, at, using = name.rpartition("@")
    if at and not Path(name).exists():
        search = search_named(using, **limits)
        resolved = resolve(weights, game=game, last=last)
        return replace(player(resolved, search=search, game=game), name=name)
    if name == "random" or is_opponent(name):
        return name
    return resolve(name, game=game, last=last)


def opened(
    path: Path | None, plies: int | None, order: Any, *, pairs: int, seed: int, game: str
) -> "list[Opening] | None":
    """The openings of a file; that there are fewer than pairs is told."""
    if path is None:
        from plywise.play.match_settings import refuse_without_book

        refuse_without_book(book_plies=plies, order=order)
        return None
    import plywise as pw
    from plywise.play.book import book

    found = book(
        path, pairs=pairs, plies=plies, order=order or "sequential", seed=seed,
        game=pw.game(game).name,
    )  # fmt: skip
    if len(found) < pairs:
        output.talk(f"{path}: {len(found)} openings for {pairs} pairs; it starts again then")
    return found


def clocks_asked(
    tc: str | None, tc_b: str | None = None, movetime: int | None = None
) -> tuple[Any, int | None]:
    """What `pw.match` takes for the clocks, and A's time in milliseconds; None without clocks.

    >>> clocks_asked("10+0.1", "1:00")
    (('10+0.1', '1:00'), 10000)
    """
    from plywise.errors import BadInput
    from plywise.play.time_control import time_control

    if tc is None:
        if tc_b is not None:
            raise BadInput(f"--tc-b {tc_b} is B's clock where A has one; give A's by --tc")
        return None, None
    if movetime is not None:
        raise BadInput(f"--movetime {movetime} and --tc {tc} both say how long moves take")
    return (tc if tc_b is None else (tc, tc_b)), time_control(tc).time


def game_of_entrant(name: str) -> str:
    """The game that a name on the command line plays: that of its weights, chess for engines.

    >>> game_of_entrant("shogi/yss@playing"), game_of_entrant("stockfish:nodes=100")
    ('shogi', 'chess')
    """
    from plywise.play.player import game_of

    weights, at, _ = name.rpartition("@")
    return game_of(weights if at and not Path(name).exists() else name)


def warn_of_other_judge(who: "Entrant", brain: Path, game: str) -> None:
    """Say so if the values of a brain are those of other weights than the player's."""
    from plywise.engine.recalling import complaint, recalling_of
    from plywise.play.opponents import Opponent
    from plywise.play.player import player

    judge = player(who, game=game)
    if not isinstance(judge.search, Opponent) and (
        said := complaint(recalling_of(str(brain), game), judge.evaluation)
    ):
        output.talk(f"{brain}: {said}")


def with_brain(who: "Entrant", brain: Path, game: str) -> "Entrant":
    """The same player with the brain of a file or a run; it is told if others judged that."""
    from plywise.play.brain import read_brain
    from plywise.play.player import player

    warn_of_other_judge(who, brain, game)
    return player(who, game=game).with_brain(read_brain(brain))


def lines(found: "MatchResult") -> list[str]:
    """A result for people."""
    from plywise.play.opponents.failure import is_failure

    told = [f"{found.a} v {found.b}: {found}"]
    if found.score is not None and found.score_interval is not None:
        low, high = (f"{100 * end:.1f}" for end in found.score_interval)
        told.append(
            f"score {100 * found.score:.1f} % in {found.games} games, "
            f"95 % interval from pairs {low} to {high} %"
        )
    if found.points is not None and found.points.mean is not None:
        least, most = found.points.interval or (None, None)
        told.append(
            f"points {found.points.mean:+.3f} a game for {found.a}, "
            f"95 % interval from pairs {least:+.3f} to {most:+.3f}"
        )
    for name, lost in zip((found.a, found.b), found.failures, strict=True):
        if lost:
            reasons = sorted({r.reason for r in found.records if is_failure(r.reason)})
            told.append(f"{name} lost {lost} of the games by failing; {'; '.join(reasons[:3])}")
    for name, lost in zip((found.a, found.b), found.forfeits, strict=True):
        if lost:
            told.append(f"{name} lost {lost} of the games on time")
    return told
