"""`plywise online`: play on a chess server, and learn there."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plywise.cli import complete, options, output

if TYPE_CHECKING:
    from plywise.online.house import House
    from plywise.online.policy import Policy

EXAMPLES = options.examples(
    "LICHESS_TOKEN=… plywise online lichess chess/standard --learn runs/online --games 50",
    "plywise online lichess --learn runs/online --challenge maia1 --challenge maia5 --tc 180+2",
    "plywise online ics --guest --seek '3 0 unrated' --learn runs/fics",
    "plywise online lichess chess/plywise --brain brain.jsonl --challenge maia1",
    "plywise online ics --user plywise --ratings 1200-2000 --minutes 1-5 --rated yes",
)
SERVERS = ("lichess", "ics")
CHOICES = {"yes": True, "no": False, "any": None}


def online(
    server: Annotated[
        str, typer.Argument(metavar="SERVER", help="`lichess` or `ics` (FICS and its like).")
    ],
    weights: Annotated[
        str | None,
        typer.Argument(
            metavar="WEIGHTS",
            help=options.WEIGHTS_HELP,
            autocompletion=complete.weights,
            show_default="chess/plywise, or the run's own",
        ),
    ] = None,
    learn: Annotated[
        Path | None,
        typer.Option(
            "--learn",
            metavar="DIR",
            parser=options.path,
            help="Learn from each finished game: the run directory, begun with WEIGHTS where there "
            "is none.",
            show_default="play only",
        ),
    ] = None,
    config: Annotated[
        Path | None,
        options.file("--config", "Settings of a run that --learn begins, as its config.toml."),
    ] = None,
    brain: Annotated[
        Path | None,
        options.file(
            "--brain",
            "A brain that it plays with (see `plywise brain`), or a run with one; lost games are "
            "kept in it.",
        ),
    ] = None,
    brain_learning: Annotated[
        bool,
        typer.Option(
            "--brain-learning/--no-brain-learning",
            help="Whether the brain learns from lost games; it is made where there is none.",
        ),
    ] = True,
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", parser=options.whole(1, "so many games"), help="Then stop."
        ),
    ] = 1000,
    using: Annotated[
        str,
        typer.Option(
            "--using", metavar="CHANGES", help="Changes to the search, as `null_move=2,pvs=no`."
        ),
    ] = "",
    nodes: Annotated[
        int | None,
        typer.Option(
            "--nodes",
            metavar="N",
            parser=options.whole(1, "nodes a move"),
            help="Nodes a move at most, besides the clock.",
            show_default="the clock alone",
        ),
    ] = None,
    resign: Annotated[
        float | None,
        typer.Option(
            "--resign",
            metavar="PAWNS",
            parser=options.real(0, "so many pawns behind"),
            help="Give a game up after three searches in a row that see it lost by so much.",
            show_default="never",
        ),
    ] = None,
    ratings: Annotated[
        str, typer.Option("--ratings", metavar="A-B", help="Opponents' ratings.")
    ] = "0-4000",
    minutes: Annotated[
        str, typer.Option("--minutes", metavar="A-B", help="Minutes on the clock.")
    ] = "0-180",
    increment: Annotated[
        float,
        typer.Option(
            "--increment",
            metavar="S",
            parser=options.real(0, "seconds a move"),
            help="Seconds that a move gains, at most.",
        ),
    ] = 180.0,
    rated: Annotated[
        str, typer.Option("--rated", metavar="yes|no|any", help="Rated games, casual ones, or any.")
    ] = "any",
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="yes|no|any", help="Programs, people, or any (Lichess)."),
    ] = "any",
    no_play: Annotated[
        list[str] | None,
        typer.Option(
            "--no-play", metavar="NAME", help="Whom not to play. May be given several times."
        ),
    ] = None,
    in_a_row: Annotated[
        int,
        typer.Option(
            "--in-a-row",
            metavar="N",
            parser=options.whole(0, "0 for any number"),
            help="Games with one opponent in a row at most; 0 for any number.",
        ),
    ] = 0,
    a_day: Annotated[
        int,
        typer.Option(
            "--a-day",
            metavar="N",
            parser=options.whole(1, "games a day"),
            help="Games a day at most.",
        ),
    ] = 100,
    challenge: Annotated[
        list[str] | None,
        typer.Option(
            "--challenge",
            metavar="NAME",
            help="Whom to challenge when nobody asks. May be given several times.",
        ),
    ] = None,
    tc: Annotated[
        str, typer.Option("--tc", metavar="S+S", help="The clock of own challenges, in seconds.")
    ] = "180+2",
    seek: Annotated[
        list[str] | None,
        typer.Option(
            "--seek",
            metavar="TEXT",
            help="A seek to post when idle, as `3 0 rated` (ICS). May be given several times.",
        ),
    ] = None,
    formula: Annotated[
        str,
        typer.Option("--formula", metavar="TEXT", help="The server's own filter of offers (ICS)."),
    ] = "",
    user: Annotated[
        str,
        typer.Option(
            "--user", metavar="NAME", help="Who we are (ICS); the password is in ICS_PASSWORD."
        ),
    ] = "",
    guest: Annotated[bool, typer.Option("--guest", help="Log in as a guest (ICS).")] = False,
    url: Annotated[
        str,
        typer.Option(
            "--url",
            metavar="URL",
            help="The server, elsewhere than usual: a URL (Lichess), or HOST:PORT (ICS).",
            show_default="https://lichess.org, or freechess.org:5000",
        ),
    ] = "",
    pause: Annotated[
        float | None,
        typer.Option(
            "--pause",
            metavar="S",
            parser=options.real(0, "seconds"),
            help="Seconds to wait before a server is bothered again.",
            show_default="60 (Lichess), 20 (ICS)",
        ),
    ] = None,
    log: Annotated[
        Path | None,
        options.file(
            "--log",
            "Where the games are counted, a line of JSON each.",
            show_default="online.jsonl in the run's folder, or here",
        ),
    ] = None,
    pgn: Annotated[Path | None, options.file("--pgn", "Where the games go as PGN.")] = None,
    as_json: options.Json = False,
) -> None:
    """Play on Lichess or an ICS, game after game, and learn from each with `--learn`.

    The token of a Lichess bot is in the environment variable LICHESS_TOKEN, the password of an ICS
    account in ICS_PASSWORD; neither is ever written anywhere. A game that was cut off by a crash
    or a lost connection is taken up again; each finished game is learnt once. Ctrl-C stops.
    """
    from plywise.naming import unknown
    from plywise.online.house import GameLog, House
    from plywise.online.memory import memory_for

    if server not in SERVERS:
        raise unknown("server", server, SERVERS)
    with ExitStack() as stack:
        run = None
        if learn is not None:
            from plywise.engine.keeping import run_for

            run = stack.enter_context(run_for(learn, weights, config=config))
        elif config is not None:
            from plywise.errors import BadSetting

            raise BadSetting("--config has the settings of the run of --learn DIR; give that too")
        memory = memory_for(brain, learns=brain_learning)
        if memory is not None:
            stack.enter_context(memory)
        place = log or (Path("online.jsonl") if learn is None else learn / "online.jsonl")
        house = House(
            weights=weights,
            run=run,
            log=GameLog(path=place, pgn=pgn),
            using=using,
            nodes=nodes,
            resign=resign,
            memory=memory,
            tell=output.talk,
        )
        house.policy = policy(
            house.game, ratings, minutes, increment, rated, bots, no_play, in_a_row, a_day
        )
        if server == "lichess":
            play_lichess(house, games, url, challenge, tc, rated != "no", pause)
        else:
            play_ics(
                house, games, url, user, guest, challenge, tc, rated != "no", seek, formula, pause
            )
        house.study()  # what the last game has marked
    fields: dict[str, int | str] = {
        "games": house.played, "learnt": house.learnt, "today": house.log.today(),
    }  # fmt: skip
    fields |= {} if learn is None else {"run": str(learn)}
    told = [f"{house.played} games played, {house.learnt} learnt"]
    output.result(fields, told, as_json=as_json)


def policy(
    game: str, ratings: str, minutes: str, increment: float, rated: str, bots: str,
    no_play: list[str] | None, in_a_row: int, a_day: int,
) -> "Policy":  # fmt: skip
    """The rules by which offers are accepted, as the options say them."""
    from plywise.online.policy import Policy, span

    low, high = span(ratings, "ratings")
    least, most = span(minutes, "minutes")
    return Policy(
        game=game,
        ratings=(int(low), int(high)),
        seconds=(60 * least, 60 * most),
        increment=increment,
        rated=choice("rated", rated),
        bots=choice("bots", bots),
        no_play=frozenset(name.lower() for name in no_play or ()),
        in_a_row=in_a_row,
        a_day=a_day,
    )


def choice(option: str, text: str) -> bool | None:
    """Yes, no, or any.

    >>> choice("rated", "any") is None
    True
    """
    from plywise.naming import unknown

    if text not in CHOICES:
        raise unknown(f"value of --{option}", text, CHOICES)
    return CHOICES[text]


def clock(text: str) -> tuple[int, int]:
    """Seconds and increment.

    >>> clock("180+2"), clock("60")
    ((180, 2), (60, 0))
    """
    from plywise.errors import BadSetting

    base, _, gain = text.partition("+")
    if not (base.isdecimal() and (gain or "0").isdecimal()):
        raise BadSetting(f"--tc {text!r} is no clock; '180+2' is one of 180 s and 2 s a move")
    return int(base), int(gain or 0)


def play_lichess(
    house: "House", games: int, url: str, challenge: list[str] | None, tc: str, rated: bool,
    pause: float | None,
) -> None:  # fmt: skip
    """Play on Lichess."""
    from plywise.online import lichess

    client = lichess.Lichess(
        house,
        lichess.token_from_environment(),
        url=url or lichess.URL,
        challenge=tuple(challenge or ()),
        clock=clock(tc),
        rated=rated,
        pause=lichess.PAUSE if pause is None else pause,
    )
    client.play(games)


def play_ics(
    house: "House", games: int, url: str, user: str, guest: bool, challenge: list[str] | None,
    tc: str, rated: bool, seek: list[str] | None, formula: str, pause: float | None,
) -> None:  # fmt: skip
    """Play on an ICS."""
    from plywise.online import ics

    client = ics.Ics(
        house,
        ics.login_for(user, guest),
        address=ics.address(url),
        challenge=tuple(challenge or ()),
        clock=clock(tc),
        rated=rated,
        seeks=tuple(seek or ()),
        formula=formula,
        pause=ics.PAUSE if pause is None else pause,
    )
    client.play(games)
