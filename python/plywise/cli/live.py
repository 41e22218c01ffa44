"""A learning run as one watches it: a live table on a terminal, now and then a line elsewhere."""

import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from plywise.cli import output
from plywise.cli.last_half import LastHalf
from plywise.cli.searches import searched_by
from plywise.textual import number

if TYPE_CHECKING:
    from plywise.evaluation.features import FeatureSet
    from plywise.learning.config import LearnConfig
    from plywise.learning.lines import Gate
    from plywise.runs.trainer import Progress

LINES = 20
"""How many lines a whole run writes where nothing may move."""
SILENCE = 20.0
"""Seconds after which a line is due all the same: games may be slow, or the time short."""
ENDED = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
MOST_FOLLOWED = 24
"""Rows of a table that fits a screen."""


class Watch:
    """Shows values, step sizes, λ, speed and the last gate match; use it as a context."""

    def __init__(self, config: "LearnConfig", columns: Mapping[str, Mapping[str, float]]) -> None:
        self.config = config
        self.columns = columns
        """Value sets to show beside the learnt one, by their names."""
        self.progress: Progress | None = None
        self.features = config.feature_set  # once: the config declares it anew whenever it is asked
        self.rows = followed(self.features)
        """The weights that are shown."""
        self._places = _places(config, (*self.rows, self.features.unit))
        """Where those weights stand, and the unit's, among the learnt numbers."""
        self.seen = LastHalf()
        """Those weights after each game seen, and the unit's."""
        self._live: Any = None
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        output.talk(title(self.config))
        if output.is_terminal():
            from rich.console import Console
            from rich.live import Live

            self._live = Live(
                console=Console(stderr=True),
                get_renderable=self.table,
                refresh_per_second=4,
                transient=True,
            )
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is None:
            return
        # After the last game the values are told at length, and the table goes. Broken off it
        # stays: nothing else says how far the run was.
        self._live.transient = kind is None
        self._live.stop()
        if kind is None and self.progress is not None and self.progress.gate is not None:
            output.talk(self.verdict())

    def played(self, progress: "Progress") -> None:
        """A game was learnt from."""
        before, self.progress = self.progress, progress
        self.seen.add(self._shown_weights(progress))
        if progress.forfeit:
            self._tell(f"game {progress.game}: {progress.forfeit}")
        if self._live is not None:
            return
        now = time.monotonic()
        if progress.game % max(1, progress.games // LINES) == 0 or now - self._last > SILENCE:
            self._last = now
            output.talk(f"{self.position()}  {self.shown_values()}  {self.pace()}")
            if rated := self.rated():
                output.talk(rated)
        if progress.gate is not None and (before is None or before.gate != progress.gate):
            output.talk(self.verdict())

    def _tell(self, line: str) -> None:
        """A line that stays: above the table where there is one."""
        if self._live is None:
            output.talk(line)
        else:
            self._live.console.print(line, markup=False, highlight=False)

    # ---- what is shown -------------------------------------------------------------------------

    def _shown_weights(self, progress: "Progress") -> list[float]:
        """The rows' weights and the unit's: asked after every game, so no others are looked at."""
        if self._places:
            return [float(progress.numbers[place]) for place in self._places]
        weights = self.weights()
        return [weights[name] for name in (*self.rows, self.features.unit)]

    def weights(self) -> dict[str, float]:
        """A weight for each feature: of a network, what one more is worth where all is even."""
        weights = {} if self.progress is None else self.progress.weights
        if not weights or self.config.evaluation == "linear":
            return weights
        features, own = self.features, list(weights.values())
        own = own[: len(self.config.weight_names)]  # without a learnt steepness
        return dict(zip(features.names, self.config.shape.as_linear(features, own), strict=True))

    def values(self) -> tuple[str, dict[str, float | None]]:
        """Means over the last half of the games seen, and what they are called.

        They are in units; raw as long as the unit is not above 0, for then they tell more.
        """
        name = self.features.unit
        if not len(self.seen):
            return f"{name} = 1", dict.fromkeys(self.rows)
        *means, unit = self.seen.mean()
        size, heading = (unit, f"{name} = 1") if unit > 0 else (1.0, f"raw mean: {name} ≤ 0")
        return heading, dict(zip(self.rows, (mean / size for mean in means), strict=True))

    def shown_values(self) -> str:
        """The values in a line, with a word where they are raw."""
        heading, values = self.values()
        told = "  ".join(f"{name} {number(value)}" for name, value in values.items())
        return told if heading.endswith("= 1") else f"{told} ({heading})"

    def position(self) -> str:
        """How far the run is."""
        done = 0 if self.progress is None else self.progress.game
        return f"game {done}/{self.config.games}"

    def pace(self) -> str:
        """λ, speed and time to go."""
        if self.progress is None:
            return "the first games are being played"
        decay, speed = self.progress.trace_decay, self.progress.games_per_second
        return f"λ {decay:.3f}  {speed:.1f} games/s  ETA {clock(self.progress.eta_seconds)}"

    def rated(self) -> str:
        """The run's rating over the last games, and against whom; empty where nobody is rated."""
        progress = self.progress
        if progress is None or progress.rating is None:
            return ""
        last, others = progress.met[-1], [one.elo for one in progress.met]
        return (
            f"Elo {progress.rating} over the last {len(others)} games, opponents "
            f"{min(others):.0f} to {max(others):.0f}; the last {last.name} ({last.elo:.0f}) "
            f"{ENDED[last.score]}"
        )

    def verdict(self) -> str:
        """The last gate match as an answer to the question; and an earlier one that still holds."""
        gate = self.progress.gate if self.progress else None
        if gate is not None:
            told = f"Is it learning? {answer(gate)}"
            worse = self.progress.worse if self.progress else None
            return told if worse is None or worse == gate else f"{told}; but {answer(worse)}"
        every = self.config.gate_every
        when = (
            f"the first answer comes after game {every}" if every else "no gate matches asked for"
        )
        return f"Is it learning? {when}"

    def table(self) -> Any:
        """The state as a rich table, with a bar and the verdict under it."""
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, 2))
        table.add_column("")
        heading, values = self.values()
        table.add_column(heading, justify="right", style="bold")
        for heading in ("raw", "step size", *self.columns):
            table.add_column(heading, justify="right")
        weights, rates = self.weights(), {} if self.progress is None else self.progress.rates
        for name, value in values.items():
            own = [number(value), number(weights.get(name), 3)]
            others = [number(column.get(name)) for column in self.columns.values()]
            table.add_row(name, *own, number(rates.get(name), 4), *others)
        done = 0 if self.progress is None else self.progress.game
        below = Table.grid(padding=(0, 2))
        bar = ProgressBar(total=self.config.games, completed=done, width=24)
        below.add_row(bar, f"{self.position()}  {self.pace()}")
        told = (self.rated(), self.verdict())
        return Group(table, below, *(Text(line) for line in told if line))


def _places(config: "LearnConfig", names: Sequence[str]) -> list[int]:
    """Where the weights of these features stand; of a network nowhere: they are made of others."""
    if config.evaluation != "linear":
        return []
    place = {name: n for n, name in enumerate(config.names)}
    return [place[name] for name in names]


def followed(features: "FeatureSet") -> tuple[str, ...]:
    """The weights that are shown while a run learns: of many, those of the pieces.

    >>> from plywise.evaluation.features import FeatureSet
    >>> followed(FeatureSet.named("chess", "rich"))[:2], len(FeatureSet.named("chess", "rich").rows)
    (('middle.pawn', 'middle.knight'), 114)
    """
    if len(features.rows) <= MOST_FOLLOWED:
        return features.rows
    return features.pieces or features.rows[:MOST_FOLLOWED]


def title(config: "LearnConfig") -> str:
    """What kind of run it is, in a line; config.toml has the rest.

    >>> from plywise.learning.config import LearnConfig
    >>> title(LearnConfig(search={"depth": 2}, step_size="coherence:c=.2", games=1000))
    'chess, material: 1,000 games at depth 2, seed 1; tdleaf, λ auto, coherence (c 0.2)'
    """
    from plywise.games.python_games import portable

    depth = getattr(config.search, "depth", None)
    is_random = config.search.kind == "random"
    by = searched_by(config.search).removesuffix(" nodes")
    how = "random play" if is_random else f"{by} nodes a move"
    searched = f"at depth {depth}" if by == f"depth {depth}" else f"by {how}"
    searched += "".join(f", deeper after {games:,}" for games in config.deepen)
    settings = config.as_dict()
    rule, step = settings["rule"], settings["step_size"]
    told = (f"{key} {_short(value)}" for key, value in step.items() if key != "name" and value)
    inner = ", ".join(told) or "as it is"
    kind = "" if config.evaluation == "linear" else f", {config.evaluation}"
    return (
        f"{config.game}, {config.features}{kind}: "
        f"{config.games:,} games {searched}, seed {config.seed}; "
        f"{portable(rule['name'])}, λ {rule['trace_decay']}, {portable(step['name'])} ({inner})"
    )


def _short(setting: object) -> str:
    """A setting of a step size; one of somebody's own may be no number."""
    return f"{setting:g}" if isinstance(setting, int | float) else str(setting)


def answer(gate: "Gate") -> str:
    """What a gate match says.

    >>> from plywise.learning.lines import Gate
    >>> figures = {"games": 40, "wins": 30, "draws": 5, "losses": 5, "score": 0.8125, "low": 0.7,
    ...            "high": 0.9, "depth": 2, "seconds": 1.5}
    >>> answer(Gate(game=200, **figures))
    'yes: 81 % against its start (+30 =5 -5) after game 200'
    >>> answer(Gate(game=200, **figures, against="game 100"))
    'yes: 81 % against itself at game 100 (+30 =5 -5) after game 200'
    >>> answer(Gate(game=300, **figures, against="chess/standard"))
    '81 % against chess/standard (+30 =5 -5) after game 300'
    """
    count = f"+{gate.wins} ={gate.draws} -{gate.losses}"
    whom = {"start": "its start", "earlier": f"itself at {gate.against}"}
    opponent = whom.get(gate.kind, gate.against)
    told = f"{100 * gate.score:.0f} % against {opponent} ({count}) after game {gate.game}"
    if gate.own_depth is not None:
        told += f", at depth {gate.depth}; by its own search {100 * gate.own_depth[0]:.0f} %"
    if gate.fades:
        return f"what it gained does not survive depth: {told}"
    if gate.worse:
        return f"it got worse: {told}"
    if gate.kind not in whom:
        return told
    return f"{'yes' if gate.low > 0.5 else 'not certain yet'}: {told}"


def clock(seconds: float) -> str:
    """A time as people say it.

    >>> clock(75), clock(4000)
    ('1:15', '1:06:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
