"""Boards: where pieces stand, what they are worth there, and how a terminal shows it."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plywise as pw
from plywise import _kernel
from plywise.cli.boards import drawn
from plywise.evaluation.boards import Board, boards, centred
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.typical import occurrences, shares
from plywise.evaluation.weights import resolve
from plywise.games.boards import Layout, layout_of, standing
from plywise.valuing.worth import MOST_GAMES, worth
from test_cli import as_json, plywise

WITH_BOARDS = [
    (game, name)
    for game in _kernel.games()
    for name in _kernel.facts(game).feature_sets
    if FeatureSet.named(game, name).tables
]


def random_game(game: str, seed: int, plies: int = 60) -> list[str]:
    """Random moves from the start."""
    rng = np.random.default_rng(seed)
    position, moves = _kernel.Position.start(game), []
    while position.outcome is None and len(moves) < plies:
        moves.append(str(rng.choice(position.moves)))
        position = position.after(moves[-1])
    return moves


# ---- where pieces stand ----------------------------------------------------------------------


@pytest.mark.parametrize("game", [game for game in _kernel.games() if layout_of(game)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_pieces_on_a_board_are_those_that_the_kernel_counts(game: str, seed: int) -> None:
    position = _kernel.Position.start(game).after_all(random_game(game, seed))
    kinds = [kind for kind in _kernel.facts(game).kinds if kind in _kinds(game)]
    for side in ("first", "second"):
        on_board = [man.kind for man in standing(position) if man.side == side]
        for kind in kinds:
            # Pieces in hand are counted by the kernel and stand nowhere.
            hand = "" if "[" not in str(position) else str(position).partition("[")[2]
            if not hand and game not in ("shogi", "shogi-declaration"):
                assert on_board.count(kind) == position.count(kind, side), (kind, str(position))
            assert on_board.count(kind) <= position.count(kind, side)


def _layout(game: str) -> Layout:
    layout = layout_of(game)
    assert layout is not None
    return layout


def _kinds(game: str) -> set[str]:
    return {kind for kind, _ in _layout(game).men.values()}


@pytest.mark.parametrize("game", ["chess", "shogi"])
def test_both_players_see_the_same_board_at_the_start(game: str) -> None:
    layout = _layout(game)
    men = list(standing(_kernel.Position.start(game)))
    first = {(m.kind, m.place) for m in men if m.side == "first"}
    second = {(m.kind, layout.seen(m.place, "second")) for m in men if m.side == "second"}
    assert first == second


@pytest.mark.parametrize(("game", "name"), WITH_BOARDS)
def test_places_are_read_where_the_evaluation_counts_them(game: str, name: str) -> None:
    # First minus second, place by place, is what the kernel's own gradient says.
    features = FeatureSet.named(game, name)
    if layout_of(game) is None or any("," in table.name for table in features.tables):
        pytest.skip("its tables are no boards of positions")
    evaluation = pw.Linear(features, [1.0] * len(features))
    layout = _layout(game)
    for seed in range(3):
        position = pw.game(game).start().after(*random_game(game, seed))
        told, net, places = evaluation.gradient(position), np.zeros(len(features)), set()
        for block in features.blocks_of(position.kernel):
            cells = {t.kind: t.cells for t in features.tables if t.block == block}
            for man in standing(position):
                cell = cells.get(man.kind, {})
                place = cell[layout.seen(man.place, man.side)] if cell else None
                if place is not None:
                    net[place] += 1 if man.side == "first" else -1
            kinds = {kind for kind, _ in layout.men.values()}
            places |= {c for kind in kinds & cells.keys() for c in cells[kind] if c is not None}
        if features.phases:  # each has its share, and the shares sum to 1
            told, net = (sum(np.split(counts, len(features.phases))) for counts in (told, net))
            net /= len(features.phases)
            places = {place for place in places if place < len(net)}
        chosen = sorted(places)
        assert net[chosen].tolist() == pytest.approx(told[chosen].tolist())


def test_shares_of_a_kind_sum_to_one() -> None:
    features = FeatureSet.named("chess", "half-board")
    parts = shares(features, occurrences(features, [random_game("chess", 1)]))
    for table in features.tables:
        assert parts[table.features].sum() == pytest.approx(1.0)


def test_occurrences_are_counted_in_shogi_too() -> None:
    features = FeatureSet.named("shogi", "piece-squares")
    counts = dict(zip(features.names, occurrences(features, [[]]).tolist(), strict=True))
    assert sum(counts.values()) == 40
    assert sum(n for name, n in counts.items() if name.startswith("pawn_")) == 18


# ---- what they are worth there ---------------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), WITH_BOARDS)
def test_every_table_becomes_a_board_of_its_width(game: str, name: str) -> None:
    features = FeatureSet.named(game, name)
    weights = dict(zip(features.names, np.linspace(-1, 2, len(features)), strict=True))
    for table, board in zip(features.tables, boards(features, weights), strict=True):
        assert board.name == table.name
        assert {len(row) for row in board.rows} == {table.width}
        own = weights.get(table.name, 0.0)
        cells = [value for row in board.rows for value in row]
        for cell, value in zip(table.cells, cells, strict=True):
            expected = None if cell is None else own + weights[features.names[cell]]
            assert value == (None if expected is None else pytest.approx(expected))


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=20, deadline=None)
def test_centring_changes_no_value(seed: int, by_shares: bool) -> None:
    features = FeatureSet.named("chess", "half-board")
    rng = np.random.default_rng(seed)
    weights = dict(zip(features.names, rng.normal(size=len(features)).tolist(), strict=True))
    parts = dict(zip(features.names, rng.random(len(features)).tolist(), strict=True))
    moved = centred(features, weights, parts if by_shares else None)
    position = pw.game("chess").start().after(*random_game("chess", seed))
    before, after = (
        pw.Linear(features, w).kernel.real_value(position.kernel) for w in (weights, moved)
    )
    assert after == pytest.approx(before)


def test_a_centred_piece_has_the_mean_of_its_board() -> None:
    weights = resolve("chess/thesis-half-board")
    for board in boards(weights.feature_set, centred(weights.feature_set, weights.as_dict())):
        raw = next(
            b for b in boards(weights.feature_set, weights.as_dict()) if b.name == board.name
        )
        assert board.cells == pytest.approx(raw.cells)
        assert board.middle == pytest.approx(raw.middle)
        moved = centred(weights.feature_set, weights.as_dict())
        assert moved[board.name] == pytest.approx(board.middle)


def test_kinds_that_were_never_seen_keep_their_weights() -> None:
    features = FeatureSet.named("chess", "ranks-rings")
    weights = dict.fromkeys(features.names, 0.5)
    assert centred(features, weights, dict.fromkeys(features.names, 0.0)) == weights


def test_the_thesis_board_has_its_elementary_knowledge() -> None:
    # Thesis 7.4: knights belong in the centre, rooks on the seventh rank, pawns forward and above
    # all at the edge.
    by_name = {board.name: board for board in worth(resolve("chess/thesis-half-board")).boards}
    knight, rook, pawn = (by_name[name].rows for name in ("knight", "rook", "pawn"))
    assert knight[2][3] > knight[7][1]
    assert min(v for v in rook[1] if v is not None) > max(v for v in rook[6] if v is not None)
    assert pawn[1][0] == max(v for row in pawn for v in row if v is not None)


def test_a_run_shows_typical_values_of_its_own_games(tmp_path: Path) -> None:
    run = pw.learn(
        "chess",
        features="ranks-rings",
        games=6,
        search={"depth": 1},
        out=tmp_path / "r",
        gate_every=0,
    )
    read = worth(run.as_weights(), run)
    assert read.how == "typical: by where pieces stood in 3 games"
    counts = occurrences(run.features, [game.moves for game in run.games()][3:])
    parts, raw = shares(run.features, counts), run.mean()
    places = {n: parts[i] for i, n in enumerate(run.features.names) if n.startswith("queen_")}
    expected = raw["queen"] + sum(raw[name] * share for name, share in places.items())
    assert read.weights["queen"] == pytest.approx(expected)
    assert MOST_GAMES >= 3


# ---- on a terminal ---------------------------------------------------------------------------

TINY = Board(name="disc", rows=((0.0, 1.0), (None, 2.0)))


def test_shades_go_from_a_dot_to_a_block() -> None:
    assert drawn([TINY], "nim", colour=False) == ["disc 0.00 to 2.00", "··▒▒", "  ██"]


def test_numbers_are_written_on_request() -> None:
    assert drawn([TINY], "nim", numbers=True, colour=False)[1:] == ["  0.00  1.00", "        2.00"]


def test_colours_tell_above_from_below_and_take_no_room() -> None:
    lines = drawn([TINY], "nim", colour=True)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in lines][1:] == ["", ""]
    grounds = re.findall(r"48;2;(\d+);(\d+);(\d+)m", lines[1] + lines[2])
    (below, middle, above) = [tuple(map(int, g)) for g in grounds]
    assert below[2] > below[0]
    assert above[0] > above[2]
    assert len(set(middle)) == 1


def test_a_board_of_equal_values_has_no_colour_to_show() -> None:
    flat = Board(name="flat", rows=((1.0, 1.0),))
    assert drawn([flat], "nim", colour=False) == ["flat 1.00 to 1.00", "▒▒▒▒"]


@pytest.mark.parametrize(
    ("game", "first", "last"),
    [
        ("chess", "8", "a b c d e f g h"),
        ("othello", "1", "a b c d e f g h"),
        ("shogi", "a", "9 8 7 6 5 4 3 2 1"),
    ],
)
def test_rows_and_columns_have_the_names_of_the_game(game: str, first: str, last: str) -> None:
    name = next(n for g, n in WITH_BOARDS if g == game)
    features = FeatureSet.named(game, name)
    board = boards(features, dict.fromkeys(features.names, 1.0))[-1]
    lines = drawn([board], game, colour=False)
    assert lines[1].startswith(first + " ")
    assert lines[-1].strip() == last


def test_boards_stand_side_by_side_as_far_as_the_terminal_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = drawn([TINY] * 3, "nim", colour=False)
    monkeypatch.setenv("COLUMNS", "80")
    wide = drawn([TINY] * 3, "nim", colour=False)
    assert (len(narrow), len(wide)) == (7, 3)
    assert max(map(len, narrow)) <= 40
    assert max(map(len, wide)) <= 80


def test_show_draws_the_boards_of_a_set() -> None:
    told = plywise("show", "chess/thesis-half-board").stdout
    assert "mean over all places" in told
    assert all(f"{name} " in told for name in ("pawn", "knight", "bishop", "rook", "queen"))
    assert "█" in told
    assert "\x1b" not in told


def test_show_writes_numbers_on_the_boards() -> None:
    told = plywise("show", "chess/thesis-half-board", "--numbers").stdout
    assert "█" not in told
    assert len(re.findall(r"\d\.\d\d", told)) > 300


def test_show_normalises_by_the_typical_unit() -> None:
    found = as_json("show", "chess/thesis-half-board")
    assert found["normalised"]["pawn"] == 1.0
    assert found["how"] == "mean over all places"
    assert found["weights"]["pawn"] == 1.0
    assert found["normalised"]["queen"] < 7  # a pawn on a mean square is worth more than 1


# ---- in a notebook ---------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "men"), [("chess", "♔♟"), ("shogi", "玉と歩"), ("othello", "●")])
def test_a_position_draws_itself_in_a_notebook(game: str, men: str) -> None:
    position = pw.game(game).start()
    if game == "shogi":
        position = pw.game(game).position("4k4/9/4+P4/9/9/9/4P4/9/4K4 b - 1")
    text = position._repr_html_()
    assert all(man in text for man in men)
    assert text.count("<td") == _layout(game).places


def test_a_position_without_a_known_board_is_shown_as_text() -> None:
    text = pw.game("dice-race").start()._repr_html_()
    assert text.startswith("<pre>")
    assert pw.game("tic-tac-toe").start()._repr_html_().count("<td") == 9, "drawn by its sketch"
