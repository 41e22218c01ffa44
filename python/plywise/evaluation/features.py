"""Feature sets: what an evaluation counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from plywise import _kernel, checks
from plywise.errors import BadSetting
from plywise.naming import MOST_LISTED, refuse_unknown, unknown

if TYPE_CHECKING:
    from plywise.evaluation.matrix import Matrix
    from plywise.evaluation.python_features import Feature
    from plywise.games.position import Position

JOINT = "+"
"""Between the parts of a name: `material+bishop_pair` is a native set and a Python feature."""
MOST_ROWS = 256
"""Rows of a table at most: nobody reads thousands."""
ALL = "own"
"""The set of all features that a game written in Python declares."""


def in_stage(stage: str, name: str) -> str:
    """The name of a feature in a stage; without stages, the name alone.

    >>> in_stage("opening", "pawn"), in_stage("", "pawn")
    ('opening.pawn', 'pawn')
    """
    return f"{stage}.{name}" if stage else name


@dataclass(frozen=True, slots=True)
class Table:
    """Features that belong to the places of a board."""

    name: str
    """What stands there: knight; where the set has blocks of weights, of which: opening.knight."""
    width: int
    """Places in a row."""
    cells: list[int | None]
    """The feature of each place, row by row as the first player sees the board, far side first."""
    block: str = ""
    """The block whose weights it shows, where the set has stages or phases."""

    @property
    def kind(self) -> str:
        """What stands there, whatever the stage or the phase.

        >>> FeatureSet.named("chess", "stages").tables[1].kind
        'pawn'
        """
        return self.name.removeprefix(in_stage(self.block, ""))

    @property
    def rows(self) -> list[list[int | None]]:
        """The cells, a list a row."""
        return [self.cells[i : i + self.width] for i in range(0, len(self.cells), self.width)]

    @property
    def is_row(self) -> bool:
        """Whether it is no board but one row of numbers, as what so many squares are worth."""
        return len(self.cells) == self.width

    @property
    def features(self) -> list[int]:
        """The features of all places, each once, in the order of their weights."""
        return sorted({cell for cell in self.cells if cell is not None})


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """Features of a game that belong together, declared once in the kernel.

    Features written in Python may follow them (`pw.feature`). The name tells both, so that files
    and reports know all features; evaluating takes the functions too.

    >>> FeatureSet.named("chess", "material").unit
    'pawn'
    """

    game: str
    name: str
    names: tuple[str, ...]
    """The features, in the order of their weights; with stages, all of one, then of the next."""
    meanings: tuple[str, ...]
    """What each of them counts, in a sentence."""
    starts: tuple[float, ...]
    """The weights from which learning starts: 1 for pieces, 0 for all else."""
    unit: str
    """The feature whose weight others are compared with: for chess, the pawn (of the opening)."""
    tables: tuple[Table, ...] = ()
    """What can be drawn as a board."""
    functions: tuple[Feature, ...] = ()
    """The last features, where they are written in Python."""
    stages: tuple[str, ...] = ()
    """The stages of the game that have weights of their own, as `opening` in `opening.pawn`.

    The stage at the root of a search is that of the whole search."""
    phases: tuple[str, ...] = ()
    """The phases between which the weights of every position are blended: `middle` and `end`."""

    @staticmethod
    def named(game: str, name: str) -> FeatureSet:
        """The set of that name, and behind + features written in Python.

        Of `mine.py:bishop_pair` it has the function, of `bishop_pair` the name alone.

        >>> FeatureSet.named("chess", "materiel")
        Traceback (most recent call last):
        ...
        plywise.UnknownName: unknown feature set of chess 'materiel'; did you mean 'material'? ...
        >>> FeatureSet.named("chess", "material+bishop_pair").names[-2:]
        ('queen', 'bishop_pair')
        """
        game = _full_name(game)
        if not isinstance(name, str):
            raise unknown(f"feature set of {game}", name, _kernel.facts(game).feature_sets)
        if (rules := _kernel.rules(game)) is not None:
            return _of_rules(game, name, rules.features)
        native, *more = name.split(JOINT)
        known = _kernel.facts(game).feature_sets
        if native not in known:
            raise unknown(f"feature set of {game}", native, known)
        declared = _kernel.features(game, native)
        features = FeatureSet(
            game=game,
            name=native,
            names=tuple(declared.names),
            meanings=tuple(declared.meanings),
            starts=tuple(declared.starts),
            unit=declared.names[declared.unit or 0],
            tables=tuple(Table(*table) for table in declared.tables),
            stages=tuple(declared.stages),
            phases=tuple(declared.phases),
        )
        return features._with_parts(more) if more else features

    def with_python(self, *features: Feature) -> FeatureSet:
        """The set with more features, made by `pw.feature`, behind those that it has."""
        from plywise.evaluation.python_features import Feature

        for feature in features:
            if not isinstance(feature, Feature):
                raise BadSetting(
                    f"{feature!r} is not a feature; write @pw.feature({self.game}) above a function"
                )
        return self._with(features, [feature.name for feature in features])

    def _with_parts(self, parts: Sequence[str]) -> FeatureSet:
        """The set with the features of these parts of a name behind it."""
        from plywise.evaluation.python_features import named_feature

        found = [named_feature(part) for part in parts]
        written = [part if feature is None else feature.reference for part, feature in found]
        return self._with([feature for _, feature in found], written)

    def _with(self, more: Sequence[Feature | None], parts: Sequence[str]) -> FeatureSet:
        for feature in more:
            if feature is not None and feature.game != self.game:
                raise BadSetting(f"{feature.name} is a feature of {feature.game}, not {self.game}")
        python = [f.name if f else part for f, part in zip(more, parts, strict=True)]
        names = (*self.names, *python)
        _refuse_bad_names(python, names)
        return replace(
            self,
            name=JOINT.join([self.name, *parts]),
            names=names,
            meanings=(*self.meanings, *(f.meaning if f else "written in Python" for f in more)),
            starts=(*self.starts, *(f.start if f else 0.0 for f in more)),
            functions=(*self.functions, *(f for f in more if f)),
        )

    @property
    def title(self) -> str:
        """The name without the folders of files, for tables and for the names of directories.

        >>> FeatureSet.named("chess", "material+bishop_pair").title
        'material+bishop_pair'
        """
        return JOINT.join(part.rpartition(":")[2] for part in self.name.split(JOINT))

    def require_functions(self) -> None:
        """BadSetting if Python features are known by their names alone."""
        native, *python = self.name.split(JOINT)
        given = {function.name for function in self.functions}
        missing = ", ".join(name for name in python if name.rpartition(":")[2] not in given)
        if not missing:
            return
        raise BadSetting(
            f"{missing}: written in Python, so the functions are needed too; give "
            f"pw.game({self.game!r}).features({native!r}, {missing}) to pw.Linear, to pw.learn "
            "(also with resume=True) or to pw.load; on the command line name its file: "
            f"{native}+mine.py:{missing}"
        )

    def evaluation(
        self, weights: Sequence[float], scale: int, shape: str = "linear"
    ) -> _kernel.Evaluation:
        """The kernel's evaluation with these weights, a linear one unless a shape is given."""
        self.require_functions()
        is_native = len(self.functions) < len(self)
        native = self.name.partition(JOINT)[0] if is_native else self.name
        return _kernel.Evaluation.shaped(self.game, native, shape, weights, scale, self.functions)

    def matrix(
        self, positions: Iterable[Position], roots: Iterable[Position] | None = None
    ) -> Matrix:
        """What the features count of each position, as rows of a sparse matrix.

        Counts are in the first player's view: a matrix times weights is what `pw.Linear` with them
        says of each position. With `roots`, those of searches, stages are theirs.

        >>> import plywise as pw
        >>> chess = pw.game("chess")
        >>> positions = [chess.start().after("e2e4"), chess.position("4k3/8/8/8/8/8/P7/4K3 w - -")]
        >>> chess.features("material").matrix(positions).dense()
        array([[0., 0., 0., 0., 0.],
               [1., 0., 0., 0., 0.]])
        """
        from plywise.evaluation.matrix import matrix_of

        return matrix_of(self, positions, roots)

    def stage(self, position: Position) -> str:
        """The stage by whose weights a search from this position judges; "" without stages.

        >>> import plywise as pw
        >>> chess = pw.game("chess")
        >>> chess.features("stages").stage(chess.start())
        'opening'
        """
        checks.wrapper("position", position, _kernel.Position, "give pw.game('chess').start()")
        return self.stage_of(position.kernel)

    def stage_of(self, position: _kernel.Position) -> str:
        """The same of a position as the kernel has it."""
        if not self.stages:
            return ""
        return self.stages[_kernel.stage(position, self.name.partition(JOINT)[0])]

    @property
    def blocks(self) -> tuple[str, ...]:
        """The parts of the weights that have one for each feature; one without a name at least.

        >>> [FeatureSet.named("chess", name).blocks for name in ("tapered", "material")]
        [('middle', 'end'), ('',)]
        """
        of = product(self.stages or ("",), self.phases or ("",))
        return tuple(in_stage(stage, phase) if phase else stage for stage, phase in of)

    def blocks_of(self, position: _kernel.Position) -> tuple[str, ...]:
        """Those by which a position is judged: of its stage, all phases."""
        begin = self.stage_of(position)
        return tuple(block for block in self.blocks if block.startswith(begin))

    def __len__(self) -> int:
        return len(self.names)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The features that count pieces: what has a value by itself, wherever it stands.

        >>> FeatureSet.named("chess", "centre").pieces
        ('pawn', 'knight', 'bishop', 'rook', 'queen')
        """
        return tuple(n for n, start in zip(self.names, self.starts, strict=True) if start == 1.0)

    @property
    def rows(self) -> tuple[str, ...]:
        """The features that a table shows a row each: those that no board shows better.

        Of thousands it is the pieces, or where there are none the first ones.

        >>> FeatureSet.named("chess", "material").rows
        ('pawn', 'knight', 'bishop', 'rook', 'queen')
        """
        if len(self.names) <= MOST_LISTED:
            return self.names
        if len(self.names) > 4 * MOST_ROWS and self.pieces:
            return self.pieces
        drawn = {self.names[cell] for t in self.tables for cell in t.cells if cell is not None}
        left = tuple(name for name in self.names if name not in drawn)
        return left[:MOST_ROWS] or (self.unit,)

    @property
    def has_boards(self) -> bool:
        """Whether the places of pieces have weights too: then a piece's own says little alone."""
        return any(table.name in self.names for table in self.tables)

    @property
    def has_terms(self) -> bool:
        """Whether it judges more than material, so that hardly two moves are worth the same."""
        return len(self.pieces) < len(self.names)


def first_set(game: str) -> str:
    """The feature set that a game is learnt with unless another is named.

    >>> first_set("chess")
    'material'
    """
    return _kernel.facts(_full_name(game)).feature_sets[0]


def _full_name(game: str) -> str:
    """What a game is called; games in Python are not looked for where the kernel has one."""
    if isinstance(game, str) and game in _kernel.games():
        return game
    from plywise.games.python_games import game_name

    return game_name(game)


def _of_rules(game: str, name: str, declared: Sequence[Feature]) -> FeatureSet:
    """All features that rules written in Python declare (`own`), or those named."""
    if not declared:
        raise BadSetting(f"{game} has no features; write @pw.feature above a function of its file")
    by_name = {feature.name: feature for feature in declared}
    first, *more = name.split(JOINT)
    chosen, others = (list(by_name), more) if first == ALL else ([first, *more], [])
    refuse_unknown(f"feature of {game}", chosen, [ALL, *by_name])
    _refuse_bad_names(chosen, chosen)
    functions = tuple(by_name[name] for name in chosen)
    features = FeatureSet(
        game=game,
        name=ALL if first == ALL else name,
        names=tuple(chosen),
        meanings=tuple(f.meaning for f in functions),
        starts=tuple(f.start for f in functions),
        unit=chosen[0],
        functions=functions,
    )
    return features._with_parts(others)


def _refuse_bad_names(python: Sequence[str], names: Sequence[str]) -> None:
    for name in python:
        if not name.isidentifier():
            raise BadSetting(f"{name!r} is not the name of a function, so of no Python feature")
        if names.count(name) > 1:
            raise BadSetting(f"two features are called {name!r}; give one another name")
