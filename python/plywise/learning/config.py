"""Every setting of a learning run, checked at once, and as TOML both ways."""

from typing import Any, Literal, Self

from pydantic import (
    Field,
    InstanceOf,
    ValidationInfo,
    field_serializer,
    field_validator,
    model_validator,
)

from plywise import _kernel
from plywise.checks import MOST_GAMES
from plywise.errors import BadInput, BadSetting
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.kinds import shape
from plywise.evaluation.shape import LINEAR, Shape
from plywise.games.python_games import game_name, portable
from plywise.learning.book import Book, book
from plywise.learning.deepening import checked_deepening, deepened
from plywise.learning.fitting import (
    fitting,
    refuse_large_equations,
    refuse_unfit_outputs,
    refuse_unfit_step,
    searched,
)
from plywise.learning.handed import as_handed, refuse_unfit_handed
from plywise.learning.lag import with_steps_by_lag
from plywise.learning.opponents import Opponents, opponents_for
from plywise.learning.own_code import recorded_name
from plywise.learning.recording import recordable_rule, recordable_step_size
from plywise.learning.rules import OLD_NAMES, LearningRule, TDLeaf, learning_rule
from plywise.learning.run_settings import OF_START, RunSettings, digest
from plywise.learning.start import drawn, numbers
from plywise.learning.step_size import LeastSquares, StepSize, step_size
from plywise.learning.tables import made, without_none
from plywise.learning.usual import usual_settings
from plywise.learning.usual_against import forgotten, looking_at_both, usual_against
from plywise.naming import listed
from plywise.searching.expectimax import Expectimax
from plywise.searching.selective import Selective
from plywise.searching.settings import (
    SEARCHES,
    AlphaBeta,
    RandomPlay,
    Searching,
    searching,
)


class LearnConfig(RunSettings):
    """What a run does. Two runs with equal settings, however stopped, end with the same weights.

    >>> LearnConfig(games=0, depth=4)
    Traceback (most recent call last):
    ...
    plywise.BadSetting: 2 mistakes in the settings:
      games = 0: input should be greater than or equal to 1 (Games to learn from.)
      depth = 4: unknown setting 'depth'; ...
    """

    game: str = "chess"
    """The game, by its name."""
    features: str = ""
    """What the evaluation counts: a feature set of the game, by default its first, and after +
    those in Python."""
    evaluation: str = LINEAR
    """What is made of the counts: `linear`, a weight for each, or `network:8`, 8 hidden units."""
    start: tuple[float, ...] = Field(None, validate_default=True)
    """The weights before the first game: a set by its name, or a number for each feature; by
    default 1 for a piece and 0 for all else, or small ones drawn from the seed for a network."""
    games: int = Field(1000, ge=1, le=MOST_GAMES)
    """Games to learn from."""
    seed: int = Field(1, ge=0, lt=1 << 63)
    """Where all chance comes from: the same seed gives the same weights, to the bit."""
    lag: int = Field(4, ge=1, le=1024)
    """Game n is played with the weights after game n − lag; 1 is strictly one after the other."""
    batch: int = Field(1, ge=1)
    """The weights move once in so many games, by the sum of these games' changes."""
    minutes: float | None = Field(None, gt=0)
    """Stop learning after so many minutes, in order, with fewer games."""
    rules: Literal["fide", "thesis"] = "fide"
    """`fide`, or `thesis`: no fifty-move rule, searches blind to repetition."""
    max_plies: int = Field(400, ge=1, le=100_000)
    """Longest game; then the adjudication decides. By default as long as is usual in the game."""
    adjudication: Literal["agree", "draw", "none"] = "agree"
    """At the longest game: "agree" gives the win to the side ahead, "draw" never does; with "none"
    the game has no outcome, and its predictions are learnt from without one. By default as is usual
    in the game."""
    ballot: int = Field(0, ge=0, le=40)
    """Random moves before each game. Pieces alone have variety enough, since many moves are equal:
    by default none for them, and a few where the features judge more than pieces."""
    gate_every: int = Field(100, ge=0)
    """A gate match after every so many games, against the start at first; 0 for none."""
    gate_games: int = Field(40, ge=2, le=10_000, multiple_of=2)
    """Games of a gate match, in pairs."""
    gate_depth: int | None = Field(None, ge=0, le=64)
    """Plies of the searches of gate matches; by default half the run's own, 1 or 2: a gate should
    cost little. Where phases are learnt by at most 3 plies it is one more than those."""
    scale: int = Field(1000, ge=1, le=1_000_000)
    """Integer units of the search to a weight of 1."""
    rule: InstanceOf[LearningRule] = Field(default_factory=lambda: TDLeaf(trace_decay="auto"))
    """The learning rule."""
    step_size: dict[str, Any] = Field("coherence", validate_default=True)
    """How far the weights follow it."""
    search: (
        InstanceOf[AlphaBeta]
        | InstanceOf[RandomPlay]
        | InstanceOf[Expectimax]
        | InstanceOf[Selective]
    ) = Field(default_factory=AlphaBeta)
    """How both sides choose their moves."""
    deepen: tuple[int, ...] = ()
    """After each of these numbers of games the search goes a ply deeper."""
    opponents: InstanceOf[Opponents] | None = None
    """Whom the run plays, by turns first and second: "self" (None), or players by name, each with
    `@RATING` if need be; a table with `choice = "near"` takes those near to the run's rating."""
    openings: InstanceOf[Book] | None = None
    """A file of positions from which games begin, drawn by the seed: FENs, EPD, PGN or moves."""
    handed: bool = False
    """Whether the games come from elsewhere, one by one (a server, a chess program, a file): the
    run plays none itself."""

    def __init__(self, /, **settings: Any) -> None:
        # Written out, or type checkers expect the fields as they are stored.
        super().__init__(**settings)

    @model_validator(mode="before")
    @classmethod
    def _as_usual_in_the_game(cls, given: Any) -> Any:
        try:
            game = game_name(given.get("game", "chess"))
        except BadInput:
            return given  # told below
        usual = usual_settings(
            game, given.get("features"), given.get("max_plies"), given.get("evaluation")
        )
        given = looking_at_both(given, game)
        alone = forgotten(given, game)
        usual = {key: value for key, value in usual.items() if key not in alone}
        usual |= usual_against(given, game)
        if given.get("openings") is not None:
            usual["ballot"] = 0  # they bring the variety
        settings = with_steps_by_lag(usual, as_handed({**given, **searched(usual, given)}))
        return settings | drawn(settings)

    @field_validator("game", mode="before")
    @classmethod
    def _known_game(cls, game: Any) -> str:
        return game_name(game)

    @field_validator("features", mode="before")
    @classmethod
    def _features_name(cls, features: Any) -> Any:
        """The name alone: functions are no settings, and are handed to the trainer."""
        return features.name if isinstance(features, FeatureSet) else features

    @field_validator("evaluation", mode="before")
    @classmethod
    def _known_evaluation(cls, evaluation: Any, info: ValidationInfo) -> str:
        known = shape(evaluation)
        if (features := _features(info)) is not None:
            known.names(features)  # refuses features that it cannot stand beside
        return str(known)

    @field_validator("start", mode="before")
    @classmethod
    def _start_numbers(cls, start: Any, info: ValidationInfo) -> Any:
        """The numbers of a named set: a run does not depend on what a name means tomorrow."""
        if isinstance(start, list | tuple):
            return start  # the entry that is no number is named later
        if start is None or (isinstance(start, str) and start == "ones"):
            features = _features(info)
            starts = features.starts if features else ()
            return starts if start is None else (1.0,) * len(starts)
        return numbers(start, **{key: info.data[key] for key in OF_START if key in info.data})

    @field_validator("start")
    @classmethod
    def _one_for_each(cls, start: tuple[float, ...], info: ValidationInfo) -> tuple[float, ...]:
        names = _names(info)
        if names is not None and len(start) != len(names):
            kind = info.data["evaluation"]
            of = "" if kind == LINEAR else f" of a {kind}"
            wanted = listed(names)
            raise BadSetting(f"{len(start)} numbers for {len(names)} weights{of}: {wanted}")
        return start

    @field_validator("rule", mode="before")
    @classmethod
    def _made_rule(cls, rule: Any) -> Any:
        return recordable_rule(made(rule, learning_rule, (LearningRule,)))

    @field_validator("rule")
    @classmethod
    def _known_frozen(cls, rule: LearningRule, info: ValidationInfo) -> LearningRule:
        if (names := _names(info)) is not None:
            rule.resolved(names)
        return rule

    @field_validator("ballot")
    @classmethod
    def _leaves_moves(cls, ballot: int, info: ValidationInfo) -> int:
        if ballot >= info.data.get("max_plies", ballot + 1):
            raise BadSetting(
                f"not below max_plies = {info.data['max_plies']}: no move to learn from"
            )
        return ballot

    @field_validator("search", mode="before")
    @classmethod
    def _made_search(cls, search: Any) -> Any:
        return made({"kind": search} if isinstance(search, str) else search, searching, SEARCHES)

    @field_validator("search")
    @classmethod
    def _no_clock(cls, search: Searching) -> Searching:
        if not isinstance(search, RandomPlay) and search.movetime is not None:
            raise BadSetting(
                f"movetime {search.movetime} makes what is learnt depend on the machine; "
                "limit nodes or depth"
            )
        return search

    @field_validator("search")
    @classmethod
    def _fits_game_and_rule(cls, search: Searching, info: ValidationInfo) -> Searching:
        return fitting(search, info.data.get("game"), info.data.get("rule"))

    @field_validator("deepen")
    @classmethod
    def _deepens_in_order(cls, deepen: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        return checked_deepening(deepen, info.data.get("search"))

    @field_validator("opponents", mode="before")
    @classmethod
    def _made_opponents(cls, given: Any, info: ValidationInfo) -> Any:
        return opponents_for(given, game=info.data.get("game", "chess"))

    @field_validator("openings", mode="before")
    @classmethod
    def _made_book(cls, given: Any, info: ValidationInfo) -> Any:
        return book(given, game=info.data.get("game", "chess"))

    @model_validator(mode="after")
    def _opens_in_one_way(self) -> Self:
        if self.openings is not None and self.ballot:
            raise BadSetting(
                f"ballot = {self.ballot} with openings = {self.openings.file!r}: games begin from "
                "the openings of a file; leave it out"
            )
        return self

    @model_validator(mode="after")
    def _learner_is_one_that_plays(self) -> Self:
        learner, alone = self.rule.learner, self.opponents is None
        if self.opponents is not None and self.opponents.both_turns and learner is not None:
            raise BadSetting(
                f"rule.learner = {learner!r}, but opponents.both_turns learns at both sides' "
                "turns; leave one of the two out"
            )
        if self.handed:
            refuse_unfit_handed(self)
            return self
        if alone and learner == "own":
            raise BadSetting(
                "rule.learner = 'own' needs opponents, and opponents = 'self': in self-play both "
                "sides learn; name opponents, or leave the learner out"
            )
        if not alone and self.deepen:
            raise BadSetting(
                f"deepen = {list(self.deepen)}, but against opponents the search stays as it is; "
                "leave it out, or say opponents = 'self'"
            )
        if not alone and learner in ("first", "second"):
            raise BadSetting(
                f"rule.learner = {learner!r}, but against opponents the run plays first and second "
                "by turns; leave it out, or say 'own'"
            )
        return self

    @model_validator(mode="after")
    def _outputs_can_be_learnt(self) -> Self:
        refuse_unfit_outputs(self.shape, self.rule)
        steps = self.new_step_size()
        refuse_unfit_step(self.shape, steps)
        if isinstance(steps, LeastSquares):
            refuse_large_equations(self.feature_set, steps)
        return self

    @field_validator("step_size", mode="before")
    @classmethod
    def _step_size_table(cls, spec: Any) -> dict[str, Any]:
        chosen: StepSize = step_size(made(spec, step_size, (StepSize, float, int)))
        return without_none(recordable_step_size(chosen))

    @field_serializer("rule", "search", "opponents", "openings")
    def _table(self, settings: Any) -> dict[str, Any] | None:
        return None if settings is None else without_none(settings.as_dict())

    @property
    def shape(self) -> Shape:
        """What is made of the counts."""
        return shape(self.evaluation)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """What the evaluation counts."""
        return self.feature_set.names

    @property
    def weight_names(self) -> tuple[str, ...]:
        """What the evaluation's weights belong to: the features, or the parts of a network."""
        return self.shape.names(self.feature_set)

    @property
    def feature_set(self) -> FeatureSet:
        """What the evaluation counts; of features written in Python the names alone."""
        return FeatureSet.named(self.game, self.features)

    @property
    def names(self) -> tuple[str, ...]:
        """What is learnt: the evaluation's weights, and the steepness if the rule learns it."""
        return tuple(self.rule.learnable_names(self.weight_names))

    @property
    def unit(self) -> str:
        """The feature whose weight the others are measured in."""
        return self.feature_set.unit

    @property
    def start_vector(self) -> tuple[float, ...]:
        """The start of everything in `names`."""
        return tuple(self.rule.learnable(self.start).tolist())

    @property
    def start_decay(self) -> float:
        """λ of the first game."""
        return 1.0 if isinstance(self.rule.trace_decay, str) else float(self.rule.trace_decay)

    def plies_deeper(self, game: int) -> int:
        """How many plies deeper than at first the searches of a game go.

        >>> [LearnConfig(deepen=(100, 300)).plies_deeper(game) for game in (100, 101, 301)]
        [0, 1, 2]
        """
        return sum(game > games for games in self.deepen)

    @property
    def last_search(self) -> Searching:
        """The deepest search of the run."""
        return deepened(self.search, len(self.deepen))

    @property
    def match_adjudication(self) -> Literal["agree", "draw"]:
        """The same where every game must have a score: without adjudication it is a draw."""
        return "draw" if self.adjudication == "none" else self.adjudication

    def new_step_size(self) -> StepSize:
        """A step size with these settings that has seen nothing yet."""
        return step_size(self.step_size)

    def as_dict(self) -> dict[str, Any]:
        """The settings in TOML's own types; what is None is left out.

        So are a linear evaluation, a depth that stays and games of the run's own: such runs are
        settled, and known, as before there was anything else.
        """
        settings = super().as_dict()
        if self.evaluation == LINEAR:
            del settings["evaluation"]
        if not self.deepen:
            del settings["deepen"]
        if not self.handed:
            del settings["handed"]
        return settings

    def fingerprint(self) -> str:
        """A digest of the settings that decide what is learnt."""
        return self._digest(portable(recorded_name(type(self.rule))))

    def has_fingerprint(self, told: object) -> bool:
        """Whether a digest is that of these settings, made by this version or an older one."""
        name = portable(recorded_name(type(self.rule)))
        old = (before for before, now in OLD_NAMES.items() if now == name)
        return any(told == self._digest(each) for each in (name, *old))

    def _digest(self, rule: str) -> str:
        """The digest, with the rule called so."""
        fixed = self.deciding()
        fixed["rule"] |= {"name": rule}
        if self.openings is not None:
            fixed["openings"] = self.openings.sha256  # the file may lie elsewhere
        fixed["step_size"] |= {"name": portable(fixed["step_size"]["name"])}
        if _kernel.rules(self.game) is not None:
            # The file may lie elsewhere; features may not have changed their names or places.
            fixed |= {"game": portable(self.game), "names": self.weight_names}
        if ":" in self.features:
            fixed["features"] = self.feature_set.title
        return digest(fixed)


def _features(info: ValidationInfo) -> FeatureSet | None:
    """The features, if game and set are known; otherwise another error says what is wrong."""
    if {"game", "features"} <= info.data.keys():
        return FeatureSet.named(info.data["game"], info.data["features"])
    return None


def _names(info: ValidationInfo) -> tuple[str, ...] | None:
    """What the weights belong to, if that is known."""
    features = _features(info)
    if features is None or "evaluation" not in info.data:
        return None
    return shape(info.data["evaluation"]).names(features)
