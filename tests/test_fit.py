"""Weights are fitted to labelled positions: the best there are, from every form of data."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
from plywise import _kernel
from plywise.cli.app import app
from plywise.errors import BadInput, BadSetting, UnknownName
from plywise.evaluation.features import FeatureSet
from plywise.evaluation.matrix import Matrix
from plywise.evaluation.weights import resolve
from plywise.games.position import Position
from plywise.play.pgn import pgn_game
from plywise.tuning import path as strengths
from plywise.tuning.fit import fit_files, with_gate
from plywise.tuning.gathering import Gathering
from plywise.tuning.labels import read_label
from plywise.tuning.minimising import Labelled, minimum
from plywise.tuning.rows import Rows
from plywise.tuning.settings import FitSettings
from plywise.tuning.sources import Example, examples
from small_runs import play, small

PAWN_UP = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
PAWN_DOWN = "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"
TRUE = np.array([0.5, 1.4, 1.6, 2.4, 4.5])
"""Weights that made-up results are drawn by."""


@pytest.fixture(scope="module")
def games() -> tuple[list[Position], list[int]]:
    """Positions of random games, and the games that they are of."""
    found: list[tuple[Position, int]] = []
    for number in range(40):
        position, chance = _kernel.Position.start("chess"), _kernel.random_u64(7, number, 90)
        for ply, drawn in enumerate(chance):
            legal = position.moves
            if not legal or position.outcome is not None:
                break
            position = position.after(legal[drawn % len(legal)])
            if ply > 8 and position.outcome is None:
                found.append((Position(position), number))
    return [position for position, _ in found], [number for _, number in found]


def material() -> FeatureSet:
    return pw.game("chess").features("material")


def drawn_results(positions: Sequence[Position], seed: int = 1) -> list[float]:
    """Wins and losses as material decides them, by chance."""
    values = material().matrix(positions).dense() @ TRUE
    chance = np.array(_kernel.random_u64(seed, 0, len(values)), np.float64) / 2.0**64
    return (chance < 1.0 / (1.0 + np.exp(-values))).astype(float).tolist()


# ---- labels ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "outcome", "score"),
    [
        ('4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0";', 1.0, None),
        ('4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1/2-1/2"; ce 35;', 0.5, 35.0),
        ('4k3/8/8/8/8/8/4P3/4K3 b - - ce 35; c0 "0-1";', 0.0, -35.0),
        (f"{PAWN_UP};[0.5]", 0.5, None),
        (f"{PAWN_UP} [1.0] 118", 1.0, 118.0),
        (f"{PAWN_UP} | 118 | 0.5", 0.5, 118.0),
        (f"{PAWN_UP} | -3 | 1-0", 1.0, -3.0),
        (f"{PAWN_UP}|7|", None, 7.0),
        (f"{PAWN_UP} 1-0", 1.0, None),
        (f"{PAWN_UP} 0", 0.0, None),
        (f"{PAWN_UP}, 0.5", 0.5, None),
        (f"{PAWN_UP};1/2-1/2", 0.5, None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0.25", 0.25, None),
    ],
)
def test_a_line_is_read_in_every_form(line: str, outcome: float, score: float) -> None:
    label = read_label(line)
    assert (label.outcome, label.score) == (outcome, score)
    position = _kernel.Position.parse("chess", label.text)
    assert position.count("pawn", "first") == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (PAWN_UP, "no label"),
        (f"{PAWN_UP};[1.5]", "'1.5' is outside 0 to 1"),
        (f"{PAWN_UP} | 3 | -1", "'-1' is outside 0 to 1"),
        (f"{PAWN_UP} | much | 1", "'much' is no number"),
        (f"{PAWN_UP} | 1 | 2 | 3", "4 columns"),
        (f"{PAWN_UP};[white]", "'white' is no result"),
        ("", "no label"),
    ],
)
def test_a_line_that_says_nothing_or_nonsense_is_refused(line: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_label(line)


def test_positions_of_other_games_have_labels_too() -> None:
    shogi = str(pw.game("shogi").start())
    assert read_label(f"{shogi};[0.5]", "shogi").text == shogi


# ---- the lowest point ------------------------------------------------------------------------


def sparse(rows: int, columns: int, seed: int) -> tuple[Matrix, np.ndarray]:
    chance = np.random.default_rng(seed)
    dense = chance.integers(-2, 3, (rows, columns)) * (chance.random((rows, columns)) < 0.3)
    dense[:, -1] = dense[:, 0]  # two columns that say the same
    row, column = np.nonzero(dense)
    starts = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=rows))])
    matrix = Matrix(starts, column.astype(np.int32), dense[row, column].astype(float), columns)
    return matrix, chance.random(rows)


@pytest.mark.parametrize("strength", [1e-1, 1e-4, 1e-7])
def test_no_other_program_finds_a_lower_loss(strength: float) -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    matrix, targets = sparse(3000, 30, 2)
    rows = Rows(columns=30)
    rows.add(matrix)
    labelled = Labelled(rows=rows, targets=targets, times=np.ones(3000))
    zero = np.zeros(30)
    found = minimum(labelled, strength, start=zero, towards=zero)
    twice = np.concatenate([matrix.dense()] * 2)
    answers = np.concatenate([np.ones(3000), np.zeros(3000)])
    other = linear.LogisticRegression(
        C=1.0 / (strength * 3000), fit_intercept=False, tol=1e-12, max_iter=10_000,
        solver="newton-cholesky",
    ).fit(twice, answers, sample_weight=np.concatenate([targets, 1.0 - targets]))  # fmt: skip
    theirs = other.coef_[0]
    lowest = labelled.look(theirs).loss + strength / 2 * theirs @ theirs
    assert found.value <= lowest * (1 + 1e-9)
    assert np.allclose(found.weights, theirs, atol=1e-3)


def test_rows_in_a_file_give_the_same_bits_as_rows_in_memory() -> None:
    matrix, targets = sparse(500, 12, 3)
    found = []
    for memory in (0, 1 << 30):
        rows = Rows(columns=12, memory=memory)
        for _ in range(3):
            rows.add(matrix)
        labelled = Labelled(rows=rows, targets=np.tile(targets, 3), times=np.ones(1500))
        zero = np.zeros(12)
        found.append(minimum(labelled, 1e-5, start=zero, towards=zero).weights.tobytes())
    assert found[0] == found[1]


# ---- fitting ---------------------------------------------------------------------------------


def test_the_weights_behind_results_are_found_again(
    games: tuple[list[Position], list[int]],
) -> None:
    positions, numbers = games
    found = pw.fit(material(), positions, drawn_results(positions), games=numbers, quiet=False)
    assert found.judged_loss < 0.9 * np.log(2.0)
    assert np.allclose(found.weights.values, TRUE, rtol=0.35)
    assert found.account.fitted + found.account.judged == found.account.used


def test_the_same_seed_gives_the_same_bits(games: tuple[list[Position], list[int]]) -> None:
    positions, numbers = games
    results = drawn_results(positions)
    one, two = (pw.fit(material(), positions, results, games=numbers) for _ in range(2))
    other = pw.fit(material(), positions, results, games=numbers, seed=9)
    assert one.weights.values == two.weights.values != other.weights.values


def test_no_game_has_positions_on_both_sides(games: tuple[list[Position], list[int]]) -> None:
    positions, numbers = games
    results = drawn_results(positions)
    gathering = Gathering(
        material(), resolve("chess/standard").kernel(), FitSettings(validation=0.3, quiet=False)
    )
    kept = [
        Example(position.kernel, result, None, number)
        for position, result, number in zip(positions, results, numbers, strict=True)
        if not position.is_check
    ]
    gathering.take(kept, lambda count: None)
    gathered = gathering.done()
    sides = [
        {each.game for each, times in zip(kept, part, strict=True) if times}
        for part in (gathered.fitted, gathered.judged)
    ]
    assert len(sides[0]) > 20 < 3 * len(sides[1])
    assert not sides[0] & sides[1]


def test_what_is_left_out_is_counted() -> None:
    chess = pw.game("chess")
    check = chess.position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    up, down = chess.position(PAWN_UP), chess.position(PAWN_DOWN)
    over = chess.position("8/8/8/4k3/8/8/8/4K3 w - - 0 1")
    found = pw.fit(
        material(), [up, up, down, check, over], [1.0, 0.5, 0.25, 1.0, 0.5],
        validation=0.0, strength=0.0,
    )  # fmt: skip
    account = found.account
    assert (account.in_check, account.over, account.duplicates, account.used) == (1, 1, 1, 2)
    assert found.weights.as_dict()["pawn"] == pytest.approx(np.log(3.0), abs=1e-4)
    told = "\n".join(account.told())
    assert "1 in check left out" in told
    assert "1 duplicates counted once" in told


def test_unbalanced_results_are_said() -> None:
    chess = pw.game("chess")
    found = pw.fit(material(), [chess.position(PAWN_UP)], [1.0], validation=0.0)
    assert any("unbalanced: 100%" in line for line in found.account.told())


def test_positions_are_judged_where_quiescence_ends() -> None:
    chess = pw.game("chess")
    hanging = chess.position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")  # the pawn takes the queen
    quiet = pw.fit(material(), [hanging], [0.9], validation=0.0, strength=1e-3)
    loud = pw.fit(material(), [hanging], [0.9], validation=0.0, strength=1e-3, quiet=False)
    assert quiet.weights.as_dict()["queen"] == 0.0 < quiet.weights.as_dict()["pawn"]
    assert loud.weights.as_dict()["queen"] < 0.0


def test_scores_are_targets_by_the_odds_that_results_give_them() -> None:
    chess = pw.game("chess")
    positions = [chess.position(PAWN_UP), chess.position(PAWN_DOWN)]
    found = pw.fit(
        material(), positions, [0.75, 0.25], scores=[110.0, -110.0], target="score",
        validation=0.0, strength=0.0,
    )  # fmt: skip
    assert found.account.score_scale == pytest.approx(110.0 / np.log(3.0), rel=1e-3)
    assert found.weights.as_dict()["pawn"] == pytest.approx(np.log(3.0), abs=1e-3)
    given = pw.fit(
        material(), positions, [0.5, 0.5], scores=[110.0, -110.0], target="score", blend=0.5,
        score_scale=110.0, validation=0.0, strength=0.0,
    )  # fmt: skip
    half = 0.5 * 0.5 + 0.5 / (1.0 + np.exp(-1.0))
    expected = np.log(half / (1.0 - half))
    assert given.weights.as_dict()["pawn"] == pytest.approx(expected, abs=1e-3)


def test_our_own_search_can_be_the_target() -> None:
    chess = pw.game("chess")
    hangs = chess.position("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1")
    found = pw.fit(
        material(), [hangs], [0.5], target="search", depth=1, start="chess/standard",
        validation=0.0, strength=1e-6,
    )  # fmt: skip
    assert found.weights.as_dict()["rook"] == pytest.approx(5.0, abs=0.2)


def test_weights_are_pulled_back_to_the_start() -> None:
    chess = pw.game("chess")
    found = pw.fit(
        material(), [chess.position(PAWN_UP)], [0.9], start="chess/standard", strength=1e5,
        validation=0.0,
    )  # fmt: skip
    assert found.weights.values == pytest.approx((1, 3, 3, 5, 9), abs=1e-4)


def test_a_network_learns_what_no_sum_can_say(games: tuple[list[Position], list[int]]) -> None:
    positions, numbers = games
    values = material().matrix(positions).dense() @ TRUE
    labels = (0.5 + 0.4 * np.tanh(values) * (np.abs(values) < 3.0)).tolist()  # not monotonous
    settings = FitSettings(step_size="adam:start=.02,end=.02,epsilon=1e-8", epochs=12, batch=64)
    more = {"games": numbers, "settings": settings, "quiet": False}
    network = pw.fit(material(), positions, labels, evaluation="network:8", **more)  # type: ignore[arg-type]
    linear = pw.fit(material(), positions, labels, **more)  # type: ignore[arg-type]
    assert network.judged_loss < linear.judged_loss
    assert network.weights.evaluation == "network:hidden=8"
    assert pw.match(network, "random", games=2, depth=1, max_plies=20).games == 2


@pytest.mark.parametrize(
    ("more", "kind", "message"),
    [
        ({"outcomes": [1.5]}, BadInput, "outcomes.0. = 1.5 is outside 0 to 1"),
        ({"outcomes": [0.5, 0.5]}, BadSetting, "2 outcomes for 1 positions"),
        ({"scores": []}, BadSetting, "0 scores for 1 positions"),
        ({"target": "guess"}, UnknownName, "unknown target 'guess'"),
        ({"strenght": 1}, UnknownName, "did you mean 'strength'"),
        ({"evaluation": "gammon:hidden=16,race=16"}, BadSetting, "labels say one"),
        ({"start": "shogi/yss"}, BadSetting, "these weights are for"),
        ({"positions": ["e2e4"]}, BadSetting, "give positions of a game"),
        ({"target": "score"}, BadInput, "no position is left"),
    ],
)
def test_bad_input_is_told(more: dict[str, object], kind: type[Exception], message: str) -> None:
    given = {"positions": [pw.game("chess").position(PAWN_UP)], "outcomes": [0.5], **more}
    with pytest.raises(kind, match=message):
        pw.fit(material(), **given)  # type: ignore[arg-type]


# ---- files -----------------------------------------------------------------------------------


def test_games_are_read_from_pgn_and_broken_ones_are_named(tmp_path: Path) -> None:
    sound = pgn_game(["e2e4", "e7e5", "g1f3"], outcome=1.0, reason="resignation")
    broken = sound.replace("e5", "e4")
    path = tmp_path / "games.pgn"
    path.write_text("\n".join([sound, broken, sound.replace("1-0", "0-1")]))
    found = list(examples(path, "chess", 5))
    told = [each for each in found if isinstance(each, Example)]
    assert [each.game for each in told] == [5, 5, 5, 6, 6, 6]
    assert [each.outcome for each in told] == [1.0] * 3 + [0.0] * 3
    troubles = [each.why for each in found if not isinstance(each, Example)]
    assert len(troubles) == 1
    assert "game 2" in troubles[0]


def test_games_of_shogi_are_read_from_csa_and_kif(tmp_path: Path) -> None:
    csa = tmp_path / "game.csa"
    csa.write_text("PI\n+\n+7776FU\n-3334FU\n%TORYO\n/\nPI\n+\n+7776FU\n%TIME_UP\n")
    found = list(examples(csa, "shogi", 0))
    assert [each.outcome for each in found if isinstance(each, Example)] == [0.0, 0.0]
    assert any(not isinstance(each, Example) and "game 2" in each.why for each in found)
    kif = tmp_path / "game.kif"
    kif.write_text("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 投了\n")
    told = [each for each in examples(kif, "shogi", 0) if isinstance(each, Example)]
    assert [each.outcome for each in told] == [1.0] * 3


def test_games_of_backgammon_are_read_from_mat(tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    path.write_text(
        " 3 point match\n\n Game 1\n Ann : 0  Bob : 0\n"
        "  1) 31: 8/5 6/5                 61: 13/7 8/7\n"
        "  2) 42: 8/4 6/4                 Doubles => 2\n"
        "  3)  Takes                      52: 13/8 13/11\n"
        "                                 Wins 2 points\n"
    )
    told = [each for each in examples(path, "backgammon", 0) if isinstance(each, Example)]
    assert [each.position.roller for each in told] == ["second", "first", "second"]
    assert [each.outcome for each in told] == pytest.approx([1 / 3] * 3)  # −1 of −3 to 3
    found = fit_files("backgammon", [path], features="raw", settings=FitSettings(validation=0.0))
    assert found.account.used == 3


@pytest.mark.parametrize(
    ("name", "game"), [("g.kif", "chess"), ("g.mat", "chess"), ("g.csa", "othello")]
)
def test_records_of_other_games_are_refused(name: str, game: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.touch()
    with pytest.raises(BadInput, match=f"games of {game} are read from"):
        list(examples(path, game, 0))


def test_neighbours_with_one_result_are_one_game(tmp_path: Path) -> None:
    path = tmp_path / "lines.epd"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    path.write_text(
        f'{start} w KQkq - c9 "1-0";\n# a comment\n\n{start[:-1]}1 w - - c9 "1-0";\n'
        f'{start} w KQkq - c9 "1-0";\n{start} w KQkq - c9 "0-1";\nnonsense\n'
    )
    found = list(examples(path, "chess", 0))
    assert [each.game for each in found if isinstance(each, Example)] == [0, 0, 1, 2]
    assert "line 7" in found[-1].why  # type: ignore[union-attr]


def test_a_run_is_a_source_and_its_games_stay_whole(tmp_path: Path) -> None:
    run = play(small(games=8), tmp_path / "run")
    found = fit_files("chess", [run.directory], settings=FitSettings(validation=0.3, seed=2))
    assert found.account.games == 8
    assert found.account.judged > 0
    assert found.account.positions == sum(run.history.plies)
    with pytest.raises(BadInput, match="a run of chess, not of atomic"):
        fit_files("atomic", [run.directory])


# ---- the command -----------------------------------------------------------------------------


def plywise(*words: object, code: int = 0) -> tuple[str, str]:
    result = CliRunner().invoke(app, [str(word) for word in words], prog_name="plywise")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout, result.stderr


@pytest.fixture
def labelled(games: tuple[list[Position], list[int]], tmp_path: Path) -> Path:
    positions = games[0][:1500]
    lines = [f"{p};[{r}]" for p, r in zip(positions, drawn_results(positions), strict=True)]
    path = tmp_path / "labelled.txt"
    path.write_text("\n".join([*lines, f"{PAWN_UP};[1.5]", f"{PAWN_UP};[nan]"]))
    return path


def test_the_command_writes_weights_that_are_taken_everywhere(labelled: Path) -> None:
    out = labelled.with_name("mine.json")
    stdout, stderr = plywise(
        "fit", "chess", labelled, "--out", out, "--gate-games", 4, "--gate-depth", 1, "--workers",
        1, "--json",
    )  # fmt: skip
    told = json.loads(stdout.splitlines()[-1])
    assert told["data"]["unusable"] == 2
    assert "'1.5' is outside 0 to 1" in stderr
    assert told["gate"]["games"] == 4
    assert told["gate"]["b"] == "chess/standard"
    assert pw.Weights.load(out).as_dict() == told["weights"]
    shown = json.loads(plywise("show", out, "--json")[0].splitlines()[-1])
    assert shown["weights"] == told["weights"]
    assert "mine" in plywise("match", "chess", out, "random", "--games", 2, "--depth", 1)[0]


def test_ctrl_c_keeps_what_was_fitted(labelled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = 0

    def interrupted(*given: object, **more: object) -> object:
        nonlocal tries
        tries += 1
        if tries == 3:
            raise KeyboardInterrupt
        return minimum(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(strengths, "minimum", interrupted)
    out = labelled.with_name("broken-off.json")
    stdout, _ = plywise("fit", "chess", labelled, "--out", out, "--json", code=130)
    told = json.loads(stdout.splitlines()[-1])
    assert (told["is_whole"], len(told["tried"]), told["gate"]) == (False, 2, None)
    assert pw.Weights.load(out).as_dict() == told["weights"]


def test_files_without_a_usable_line_end_with_two(tmp_path: Path) -> None:
    path = tmp_path / "bad.epd"
    path.write_text(f"{PAWN_UP};[2]\nrubbish\n")
    assert "'2' is outside 0 to 1" in plywise("fit", "chess", path, code=2)[1]
    assert "no file at" in plywise("fit", "chess", tmp_path / "none.epd", code=2)[1]
    assert not (tmp_path / "fits").exists()


def test_the_gate_says_whether_it_plays_better(games: tuple[list[Position], list[int]]) -> None:
    positions, numbers = games
    found = pw.fit(material(), positions, drawn_results(positions), games=numbers)
    better = with_gate(found, 20, start="chess/ones", depth=2, workers=1)
    assert better.gate is not None
    assert better.gate.b == "chess/ones"
    assert better.plays_better is True
