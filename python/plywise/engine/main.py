"""The loop of the engine process: lines in, obedience, lines out."""

from __future__ import annotations

import os
import sys
from itertools import chain
from typing import TYPE_CHECKING, Final

from plywise import _kernel, engine
from plywise.engine.options import PROFILES, Options
from plywise.engine.players import evaluation_of, game_before_loading, is_slow_to_load
from plywise.engine.session import Session
from plywise.engine.streams import Output, clean, lines
from plywise.errors import BadInput, KernelBug
from plywise.games.dialect import DIALECTS, UCI, dialect_of
from plywise.games.strength import EVALUATION_NOISE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from plywise.engine.plan import EngineSearch


DEFAULTS: Final = {"usi": "shogi/plywise"}
"""What plays where no weights are named, by the first word of the GUI; of all others chess."""
DEFAULT: Final = "chess/plywise"
XBOARD: Final = "xboard"
"""The first word of xboard's protocol."""
WAIT: Final = "feature done=0"
"""Has an xboard wait for the rest of the features."""


def play(
    weights: str | None = None,
    *,
    last: bool = False,
    using: str | None = None,
    brain: str | None = None,
    learn: str | Path | None = None,
    config: str | Path | None = None,
) -> None:
    """Serve a GUI on stdin and stdout until it says `quit` or is gone.

    `quit` ends a search at once. The end of the input lets one that has a limit of its own find its
    move, so that a few lines from a file or another program are answered.

    The weights say which game it is, and the game which protocol; a GUI that begins with the word
    of another one is told so. Without weights the word says which game it is. Bad weights are a
    BadInput before anything is read, but a run directory, and a built-in set that has a file, is
    read only after the answer to the GUI's first word, since that takes a moment.
    `using` is what the option Search is at first: changes of the profile, or another search;
    `brain` what the option Brain is.

    `learn` is the folder of a run that learns from the games, begun with the weights and the
    settings of `config` where there is none. It does not begin with a brain, nor take one from a
    GUI, unless `brain` is given too.
    """
    named = None if using is None else engine.plan.searching_for(PROFILES[0], using)
    if config is not None and learn is None:
        raise BadInput("--config has the settings of the run of --learn DIR; give that too")
    if sys.stdin is None or sys.stdout is None:
        return  # closed from the start: nobody speaks, or nobody listens
    output = Output(sys.stdout.buffer, on_broken=lambda: os._exit(0))
    said = lines(sys.stdin.buffer, output)
    if learn is not None:
        _learn(learn, weights, config, last, named, using, brain, output, said)
        return
    first = ""
    if weights is None:
        first = next(said, "")
        weights, said = _usual_weights(first), chain([first], said)
    is_slow = is_slow_to_load(weights)
    ready = None if is_slow else evaluation_of(weights, last=last)
    told = game_before_loading(weights) if ready is None else ready.game
    game = told or "chess"  # of a run that cannot be read: it is refused when it is loaded

    def load() -> _kernel.Evaluation:
        return ready or evaluation_of(weights, last=last, game=game)

    search = EVALUATION_NOISE if using is None else using
    options = Options(weights, game=game, search=search, brain=brain or "")
    _refuse_bad_spikes(named, game)
    if brain:
        engine.recalling.recalling_of(brain, game)  # refused now: no GUI would show it later
    is_xboard, said = _peeked(said)
    if is_xboard:
        output.say(WAIT)
        from plywise.engine.xboard import Xboard

        _refuse_other_xboard(game, output)
        serve(Xboard(weights, load, output, options, game=game), said, None, output)
        return
    serve(Session(weights, load, output, options, game=game), said, told, output)


def serve(session: Session, said: Iterator[str], game: str | None, output: Output) -> None:
    """Obey the lines until the last; `game` is checked against the first, where it is known."""
    try:
        for number, line in enumerate(said):
            if number == 0 and game is not None:
                _refuse_other(line, game, output)
            if not session.obey(line):
                break
            session.load()
        else:  # the end of the input, not `quit`
            session.finish()
        session.load()  # also where nothing was said: bad weights are never passed over
    finally:
        session.close()


def _learn(
    learn: str | Path,
    weights: str | None,
    config: str | Path | None,
    last: bool,
    named: EngineSearch | None,
    using: str | None,
    brain: str | None,
    output: Output,
    said: Iterator[str],
) -> None:
    """Serve a GUI with a run that learns from the games."""
    is_xboard, said = _peeked(said)
    if is_xboard:
        output.say(WAIT)  # what follows takes a moment, and the program waits for two seconds
    from plywise.engine.keeping import LeafKeeper, run_for

    run = run_for(learn, weights, config=config, last=last)
    game = run.config.game
    dialect_of(game)  # BadInput for a game that no GUI knows
    _refuse_bad_spikes(named, game)
    if brain:
        engine.recalling.recalling_of(brain, game)  # refused now: no GUI would show it later
        if sys.stderr is not None:
            sys.stderr.write(f"{engine.recalling.STALE}\n")
    # Noise is for play: a run should learn from what its evaluation says.
    options = Options(str(learn), game=game, search=using or "", brain=brain or "")
    if is_xboard:
        from plywise.engine.xboard import Xboard

        _refuse_other_xboard(game, output)
        try:
            run.__enter__()
        except BadInput as error:
            output.say(f"tellusererror {clean(str(error))}")
            raise
        session: Session = Xboard(
            str(learn), _never, output, options, game=game, run=run, may_recall=bool(brain)
        )
        serve(session, said, None, output)
        return
    keeper = LeafKeeper(run)
    session = Session(
        str(learn),
        lambda: keeper.evaluation,
        output,
        options,
        game=game,
        keeper=keeper,
        may_recall=bool(brain),
    )
    serve(session, said, game, output)


def _never() -> _kernel.Evaluation:
    raise KernelBug("the evaluation of a run under xboard is that of its game in play")


def _peeked(said: Iterator[str]) -> tuple[bool, Iterator[str]]:
    """Whether the first word is xboard's, and all lines."""
    first = next(said, None)
    if first is None:
        return False, iter(())
    return first.split()[:1] == [XBOARD], chain([first], said)


def _refuse_other_xboard(game: str, output: Output) -> None:
    """BadInput for a game that xboard's protocol is not for, here."""
    ours = dialect_of(game)
    if ours is not UCI:
        why = f"these weights play {game}, and that by {ours.name}; you speak xboard's protocol"
        output.say(f"tellusererror {why}")
        raise BadInput(why)


def _usual_weights(first: str) -> str:
    """What plays where no weights are named.

    >>> _usual_weights("uci"), _usual_weights("usi")
    ('chess/plywise', 'shogi/plywise')
    """
    return DEFAULTS.get(first.strip(), DEFAULT)


def _refuse_bad_spikes(searching: EngineSearch | None, game: str) -> None:
    """BadInput for a selective search whose spikes cannot be read: no GUI would show that later."""
    spikes = getattr(searching, "spikes", None)
    if spikes is not None:
        from plywise.selective.evaluator import kernel_generator

        kernel_generator(spikes, game)


def _refuse_other(first: str, game: str, output: Output) -> None:
    """BadInput if a GUI begins with the word of a protocol that is not for the game.

    It is said on the output too: that is what a GUI shows.
    """
    ours = dialect_of(game)
    theirs = next((d for d in DIALECTS if first.split()[:1] == [d.hello]), ours)
    if theirs is not ours:
        why = f"these weights play {game}, and that by {ours.name}; you speak {theirs.name}"
        output.tell(why)
        raise BadInput(why)
