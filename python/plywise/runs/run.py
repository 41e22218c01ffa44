"""A run as an object: what was learnt, how, and from which games."""

import html
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.checks import kind, whole
from plywise.errors import BadInput, BadSetting, DamagedFile
from plywise.evaluation.features import FeatureSet
from plywise.files import as_path
from plywise.hooks import hook
from plywise.learning.config import LearnConfig
from plywise.learning.lines import Gate, PlayedGame, read_games, read_gates
from plywise.play.record import OWN
from plywise.regular import open_regular
from plywise.runs.directory import RunDirectory
from plywise.runs.history import Array, History, read_history
from plywise.runs.line_index import LineIndex
from plywise.runs.waypoints import nearest_learner

if TYPE_CHECKING:
    from plywise.evaluation.weights import Weights


class Run:
    """A run directory, read when it is asked for and never written to (but for pictures and PGN).

    A run that is still going on can be looked at too; `refresh` reads its new games.
    """

    def __init__(
        self, path: str | Path, features: FeatureSet | None = None, *, trust: bool = False
    ) -> None:
        self.directory = as_path(path)
        self._folder = RunDirectory(self.directory)
        self._owner: object = None  # keeps a temporary directory for as long as the run is used
        self.config: LearnConfig = self._folder.settings(trust=trust)
        self.features = features_of(self.config, features)

    def __repr__(self) -> str:
        return f"plywise.load({str(self.directory)!r})"

    @property
    def names(self) -> tuple[str, ...]:
        """What the weights belong to, and the steepness where it is learnt."""
        return self.config.names

    @cached_property
    def history(self) -> History:
        """Weights, rates, λ, ψ, lengths, outcomes, nodes and times: arrays over the games."""
        return read_history(self._folder.metrics, self.names)

    def keep(self, owner: object) -> None:
        """Hold on to something for as long as this object lives, such as a temporary directory."""
        self._owner = owner

    def refresh(self) -> "Run":
        """Forget what was read, so that a run that goes on is seen as it is now."""
        self.__dict__.pop("history", None)
        self.__dict__.pop("gates", None)
        return self

    @property
    def weights(self) -> dict[str, float]:
        """The weights after the last game."""
        return dict(zip(self.names, self._last_weights(), strict=True))

    def _last_weights(self) -> list[float]:
        """After the last game; of a very long run that goes on, after the last one that is kept."""
        kept = self.history.weights
        if self.history.every > 1:
            learner = nearest_learner(self._folder.checkpoints, self.config, len(self.history))
            if learner.games > self.history.every * len(kept):
                weights: list[float] = learner.weights.tolist()
                return weights
        return list(kept[-1].tolist() if len(kept) else self.config.start_vector)

    def weights_at(self, game: int) -> dict[str, float]:
        """The weights after a game, exact; those of game 0 are the start.

        Of a run with many weights and very many games not all are kept (`history.every`): the
        others are found by playing the games again from the nearest state that is.
        """
        from plywise.runs.replay import weights_at

        return dict(zip(self.names, weights_at(self, game).tolist(), strict=True))

    def mean(self, last: float = 0.5) -> dict[str, float]:
        """Each weight's mean over the last share of the games (of those that are kept)."""
        history = self.history
        mean = history.weights.mean(axis=0, rows=history.kept_tail(last))
        return dict(zip(self.names, mean.tolist(), strict=True))

    def normalised(self, unit: str | None = None, last: float = 0.5) -> dict[str, float]:
        """Each weight's mean over the last share of the games, over the *mean* of the unit's.

        The thesis (5.3) takes the last fifth of 10,000 games; over 1,000 games the last half is
        steadier. The unit is the game's own (chess: the pawn) unless named.
        """
        means = self.mean(last)
        size = self._unit_size(means, unit)
        return {name: means[name] / size for name in self._features}

    def as_weights(self, *, last: bool = False) -> "Weights":
        """What was learnt, as a set of weights: the mean of the last half, or the raw last ones."""
        from plywise.evaluation.weights import Weights

        kind("last", last, bool, "give True or False")
        values = self.weights if last or not len(self.history) else self.mean()
        return Weights(
            game=self.config.game,
            features=self.config.features,
            values=tuple(values[name] for name in self._features),
            scale=self.config.scale,
            label=self.directory.name,
            evaluation=self.config.evaluation,
            made_by={**self.config.as_dict(), "played": len(self.history)},
        )

    def spread(self, unit: str | None = None, last: float = 0.5) -> dict[str, float]:
        """How much each weight wandered from game to game: its standard deviation, in units."""
        size = self._unit_size(self.mean(last), unit)
        spread = self.history.weights.std(axis=0, rows=self.history.kept_tail(last))
        wander = dict(zip(self.names, (spread / size).tolist(), strict=True))
        return {name: wander[name] for name in self._features}

    @property
    def trace_decay(self) -> float:
        """λ of the last game."""
        return float(self.history.trace_decay[-1]) if len(self.history) else self.config.start_decay

    @cached_property
    def gates(self) -> list[Gate]:
        """The gate matches, which say whether it is learning."""
        return read_gates(self._folder.gates)

    def prediction_quality(self) -> tuple[Array, Array, Array, float]:
        """Distances, mean quality and number of pairs at each (thesis 8.3), and the fitted ψ.

        They are those of the last checkpoint: a second or two behind a run that goes on.
        """
        from plywise.learning.prediction_decay import PredictionDecay

        decay = PredictionDecay()
        state: Any = self._folder.state(self.config)
        if state is not None:
            decay.restore(state["learner"]["prediction_decay"])
        distances, qualities, pairs = decay.qualities()
        return distances.astype(float), qualities, pairs.astype(float), decay.trace_decay

    @property
    def sessions(self) -> list[dict[str, Any]]:
        """Versions, machine and workers of every session that worked on the run."""
        return self._folder.read_sessions()

    @property
    def is_complete(self) -> bool:
        """Whether all its games were played."""
        return len(self.history) >= self.config.games

    def game(self, number: int) -> PlayedGame:
        """One of the games, with its moves, found without reading the others."""
        line = self._lines.line(whole("number", number, least=1))
        if line is None:
            raise BadSetting(f"number={number}; there is no such game in {self.directory}")
        try:
            return PlayedGame.parse(line)
        except (ValueError, KeyError) as error:
            raise DamagedFile(f"{self._folder.games}, line {number}: {error}") from None

    @cached_property
    def _lines(self) -> LineIndex:
        return LineIndex(self._folder.games)

    def games(self) -> Iterator[PlayedGame]:
        """The games, with their moves."""
        return read_games(self._folder.games)

    def pgn(self, path: str | Path | None = None) -> Path:
        """Write the games as PGN, by default to games.pgn in the run's folder, and say where.

        A game that PGN does not know gets a text in the same form, by default record.txt.
        """
        from plywise.play.pgn import is_pgn, write_pgn

        usual = self._folder.pgn if is_pgn(self.config.game) else self._folder.record
        where = usual if path is None else path
        return write_pgn(where, self.pgn_texts())

    def pgn_texts(self) -> Iterator[str]:
        """The same, a text a game."""
        from plywise.play.pgn import pgn_game

        return (self._pgn_game(game, pgn_game) for game in self.games())

    def plot(self, path: str | Path | None = None) -> Any:
        """Weights, step sizes and λ over the games: a figure, or written to `path`."""
        return hook("run_figure")(self, path)

    def _pgn_game(self, game: PlayedGame, write: Any) -> str:
        own = f"weights after game {max(0, game.number - self.config.lag)}"
        first, second = (own if name == OWN else name for name in game.players)
        is_alone = self.config.opponents is None and not self.config.handed
        event = "self-play" if is_alone else "learning"
        headers = {"Event": f"plywise {event}, seed {self.config.seed}", "Round": game.number}
        text: str = write(
            game.moves,
            outcome=game.outcome if game.is_finished else None,
            reason=game.reason,
            players=(first, second),
            headers=headers,
            game=self.config.game,
            start=game.start,
        )
        return text

    @property
    def _features(self) -> tuple[str, ...]:
        return self.config.weight_names

    def _unit_size(self, means: dict[str, float], unit: str | None) -> float:
        from plywise.evaluation.weights import unit_size

        features = {name: means[name] for name in self._features}
        return unit_size(features, self.config.unit if unit is None else unit)

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        try:
            values, heading = self.normalised(), "normalised"
        except BadInput:  # no game yet, or a unit that is not above 0
            why = f": the {self.config.unit} is not above 0" if len(self.history) else ""
            values, heading = {}, f"normalised{why}"
        rows = "".join(
            f"<tr><th>{html.escape(name)}</th><td>{weight:.4f}</td>"
            f"<td>{f'{values[name]:.2f}' if name in values else '–'}</td></tr>"
            for name, weight in self.weights.items()
        )
        title = f"{self.config.game}, {self.config.features}: {len(self.history)} games"
        return (
            f"<table><caption>{html.escape(title)}</caption>"
            f"<tr><th></th><th>weight</th><th>{html.escape(heading)}</th></tr>{rows}</table>"
        )


def load(path: str | Path, *, features: FeatureSet | None = None, trust: bool = False) -> Run:
    """The run in a directory, as `learn` returned it.

    A run of a game or of features in a Python file is loaded if that file is: name it before
    (`pw.game("mygame.py:Nim")`), or `trust` the run to name it. Reading a run runs no other code.

    Features written in Python are functions, and those are not on the disk: give the `features`
    again if such a run is to play. To be looked at it needs none.
    """
    if not as_path(path).is_dir():
        raise BadSetting(f"no run directory at {str(path)!r}")
    if is_in_batches(as_path(path)):
        raise BadSetting(
            f"the run in {str(path)!r} was learnt in batches; load it with pw.load_batches"
        )
    return Run(path, features, trust=trust)


def any_run(path: str | Path) -> Any:
    """The run in a directory, of whatever kind: a `Run` or a `BatchRun`."""
    if is_in_batches(as_path(path)):
        from plywise.runs.batches.run import BatchRun

        return BatchRun(path)
    return load(path)


def is_in_batches(path: Path) -> bool:
    """Whether a folder's settings are those of a run in batches."""
    from plywise.runs.batches.folder import HEADING

    config = RunDirectory(path).config
    if not config.is_file():
        return False
    with open_regular(config) as file:
        return file.readline(len(HEADING)) == HEADING


def features_of(config: LearnConfig, features: FeatureSet | None) -> FeatureSet:
    """The features of a run, with the functions that were given for them."""
    known = config.feature_set
    if features is None:
        return known
    kind("features", features, FeatureSet, "give those that the run was begun with")
    if (features.game, features.name) != (known.game, known.name):
        raise BadSetting(
            f"the run counts {known.name!r} of {known.game}, but the features given are "
            f"{features.name!r} of {features.game}"
        )
    return features
