"""Suites of test positions: what their lines mean, what solves them, and how soon."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import plywise as pw
from conftest import require_engine
from mock_opponents import executable, left_behind, mock
from plywise.cli.app import app
from plywise.errors import BadInput, BadPosition, BadSetting
from plywise.play.epd import read_epd
from plywise.play.opponents.session import Iterated
from plywise.play.opponents.uci import iterated
from plywise.play.problems import Problem, parse_problems, problem, read_problems
from plywise.play.suite import since, suite
from plywise.play.suite_result import wanted

STANDARD = "chess/standard"
BACK_RANK = '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id "mates.1";'
FORK = 'q3k3/8/8/3N4/8/8/8/4K3 w - - bm Nc7+; id "forks.1";'
HANGING = '4k3/8/8/8/3q4/4P3/8/4K3 w - - bm exd4; id "captures.1";'
QUIET = '4k3/8/8/8/8/8/4P3/4K3 w - - am Kd1; id "captures.2";'
WORTH = '6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; c0 "Ra8#=10, Ra7=3, Kf1=1"; id "mates.2";'
LINES = [BACK_RANK, HANGING, QUIET, WORTH]


def plywise(*words: object) -> tuple[int, str, str]:
    """The exit code, and what went to stdout and to stderr."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.stdout, done.stderr


# ---- what a line means -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "written", "meant"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "Nf3+", "g1f3"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "Ng1-f3!?", "g1f3"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "e2-e4", "e2e4"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "e2e4", "e2e4"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "0-0-0", "e1c1"),
        ("8/P6k/8/8/8/8/8/K7 w - -", "a8=Q", "a7a8q"),
        ("8/P6k/8/8/8/8/8/K7 w - -", "a8N", "a7a8n"),
        ("8/P6k/8/8/8/8/8/K7 w - -", "a8(R)", "a7a8r"),
        ("7k/8/8/3pP3/8/8/8/K7 w - d6", "exd6e.p.", "e5d6"),
        ("7k/5Q2/8/8/8/8/8/K7 w - -", "Qf8#", "f7f8"),
    ],
)
def test_moves_are_read_as_files_write_them(fen: str, written: str, meant: str) -> None:
    assert problem(f"{fen} bm {written};").best == (meant,)
    assert problem(f"{fen} am {written};").avoid == (meant,)


def test_counters_stand_behind_the_position_or_in_operations() -> None:
    board = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"
    assert read_epd(f"{board} bm Ra8;").text == f"{board} 0 1"
    assert read_epd(f"{board}; bm Ra8;").text == f"{board} 0 1"
    assert read_epd(f"{board} 3 40 bm Ra8;").text == f"{board} 3 40"
    assert read_epd(f"{board} bm Ra8; hmvc 7; fmvn 21;").text == f"{board} 7 21"
    assert read_epd(f"{board} 3 40").operations == {}
    assert read_epd(f'{board} c0 "a; b"; id "x y";').operations == {"c0": "a; b", "id": "x y"}


def test_points_stand_in_any_of_three_forms() -> None:
    board = "6k1/5ppp/8/8/8/8/8/R5K1 w - -"
    expected = {"a1a8": 10, "a1a7": 3}
    for told in (
        'c0 "Ra8#=10, Ra7=3";',
        'c7 "Ra8 Ra7"; c8 "10 3";',
        'c8 "10 3"; c9 "a1a8 a1a7";',
        'c0 "Ann-Bob, Riga"; c8 "10 3"; c9 "a1a8 a1a7";',
    ):
        found = problem(f"{board} {told}")
        assert (found.points, found.most, found.solving) == (expected, 10, ("a1a8",))
    for comment in ('c0 "depth=4";', 'c0 "White wins, at once";', 'c8 "10"; c9 "a1a8 a1a7";'):
        assert problem(f"{board} bm Ra8; {comment}").points == {}
    with pytest.raises(BadPosition, match="'Ra9' is not a legal move"):
        problem(f'{board} c0 "Ra8=10, Ra9=3";')


def test_a_move_solves_by_being_best_or_by_not_being_avoided() -> None:
    assert problem(BACK_RANK).is_solved("a1a8")
    assert not problem(BACK_RANK).is_solved("a1a7")
    assert not problem(BACK_RANK).is_solved(None)
    assert problem(QUIET).is_solved("e2e4")
    assert not problem(QUIET).is_solved("e1d1")
    both = problem("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8 Ra7; am Ra6;")
    assert both.is_solved("a1a7")
    assert not both.is_solved("a1a6")
    assert not both.is_solved("a1a5")
    assert wanted(both) == "Ra8#, Ra7; not Ra6"
    with pytest.raises(BadInput, match=r"a1a8 is both best \(bm\) and to be avoided"):
        problem("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; am Ra8#;")


def test_bad_lines_are_named_and_the_others_used() -> None:
    found = parse_problems(
        ["# a comment", "", BACK_RANK, "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb9;", "8/8 w - - bm a1;",
         "6k1/5ppp/8/8/8/8/8/R5K1 w - - ce 3;", HANGING]
    )  # fmt: skip
    assert [one.name for one in found.problems] == ["mates.1", "captures.1"]
    assert [one.place for one in found.problems] == [3, 7]
    illegal, no_board, nothing = found.troubles
    assert illegal.startswith("line 4: 'Rb9' is not a legal move in 6k1/5ppp")
    assert no_board.startswith("line 5: ")
    assert nothing.startswith("line 6: no best move (bm)")
    with pytest.raises(BadInput, match="line 4: 'Rb9'"):
        found.all_sound()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is empty"),
        (b"# nothing\n\n", "it is empty"),
        (b"6k1/5ppp/8/8/8/8/8/R5K1 w - -\n", "line 1: no best move"),
        (b"\xff\xfe\x00\n\x80\n", "line 1: .* and 1 more lines"),
    ],
)
def test_a_file_without_a_usable_position_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "none.epd"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=f"none.epd: no position with a solution .*{why}"):
        suite(path)
    code, _, told = plywise("suite", path)
    assert (code, "no position with a solution" in told) == (2, True)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        suite(tmp_path / "absent.epd")


@given(st.text(max_size=60) | st.text('bmacd0123 ";,=#/kKrR-w', max_size=60))
def test_no_line_crashes_the_reader(text: str) -> None:
    for line in (text, f"6k1/5ppp/8/8/8/8/8/R5K1 w - - {text}", f"{BACK_RANK} {text}"):
        try:
            found = problem(line)
        except BadInput:
            continue
        assert found.solving or found.avoid


@pytest.mark.shared
def test_python_chess_reads_the_same_from_published_suites(shared_data: Path) -> None:
    chess = pytest.importorskip("chess")
    for path in sorted((shared_data / "chess" / "suites").glob("*.epd")):
        if path.stem == "vsb30":  # positions alone
            continue
        found = read_problems(path)
        assert found.troubles == ()
        for one in found.problems[::7]:
            board = chess.Board()
            told = board.set_epd(one.line)
            assert board.fen(en_passant="fen") == one.position
            assert [move.uci() for move in told.get("bm", [])] == list(one.best)
            assert [move.uci() for move in told.get("am", [])] == list(one.avoid)


# ---- what comes of it ------------------------------------------------------------------------


def test_solved_positions_and_points_are_added_up() -> None:
    found = suite(LINES, STANDARD, depth=3)
    assert (found.positions, found.solved) == (4, 4)
    assert (found.points, found.possible) == (10, 10)
    assert str(found) == "4 of 4 solved (100.0 %), 10 of 10 points (100.0 %)"
    assert [(group.name, group.solved) for group in found.groups] == [("mates", 2), ("captures", 2)]
    worse = suite(LINES, "random", seed=3)
    assert worse.solved < 4
    assert worse.points < 10
    assert len(worse.unsolved()) == 4 - worse.solved


def test_names_that_group_nothing_make_no_groups() -> None:
    named = [HANGING.replace("captures.1", name) for name in ("1.5.IQ.918", "2.5.IQ.921")]
    assert suite(named, STANDARD, depth=1).groups == ()
    assert suite([HANGING, HANGING], STANDARD, depth=1).groups == ()
    assert Problem(name="", position="", place=7).label == "line 7"


def test_the_result_does_not_depend_on_the_workers_or_on_the_other_positions() -> None:
    how = {"search": pw.AlphaBeta(depth=3), "seed": 4}
    one, many = (suite(LINES * 3, STANDARD, **how, workers=n) for n in (1, 3))
    moves = [row.move for row in one.rows]
    assert moves == [row.move for row in many.rows]
    assert [row.nodes for row in one.rows] == [row.nodes for row in many.rows]
    assert moves[2] == suite([QUIET], STANDARD, **how).rows[0].move
    seen = {suite([QUIET], "random", seed=seed).rows[0].move for seed in range(9)}
    assert len(seen) > 1


def test_a_position_is_solved_at_the_iteration_from_which_on_the_move_stayed() -> None:
    right, wrong = (Iterated(n, 10 * n, n / 10, move) for n, move in ((0, "a1a8"), (0, "a1a7")))
    mate = problem(BACK_RANK)

    def told(*moves: Iterated) -> list[Iterated]:
        return [one._replace(depth=n) for n, one in enumerate(moves, start=1)]

    def depth(found: Iterated | None) -> int | None:
        return None if found is None else found.depth

    end = right._replace(depth=9)
    assert depth(since(mate, told(wrong, right, right), end)) == 2
    assert depth(since(mate, told(right, wrong, right), end)) == 3
    assert depth(since(mate, told(right, right), end)) == 1
    assert depth(since(mate, told(right, wrong), end)) == 9  # found as the search was broken off
    assert since(mate, told(right, right), wrong) is None
    assert since(mate, [], end) is None  # nobody told of iterations


def test_the_depth_of_a_solution_is_that_of_the_first_search_that_finds_it() -> None:
    two_moves = "7k/8/5K2/8/8/8/8/1R6 w - - bm Kf7 Kg6;"  # the king, and then the rook
    search = pw.AlphaBeta(depth=5, random_ties=False)
    found = suite([two_moves], STANDARD, search=search).rows[0].found_at
    assert found is not None
    assert found.depth == 3
    solved = [
        suite([two_moves], STANDARD, search=replace(search, depth=depth)).solved
        for depth in range(1, 6)
    ]
    assert solved == [0, 0, 1, 1, 1]


def test_a_search_without_iterations_solves_at_no_iteration() -> None:
    found = suite([BACK_RANK], STANDARD, search=pw.Bayesian(nodes=2000)).rows[0]
    assert found.is_solved
    assert found.found_at is None
    assert found.nodes > 0


def test_other_games_have_suites_too() -> None:
    gold = '4k4/9/4P4/9/9/9/9/9/4K4 b G 1 bm G*5b; id "mate";'
    without_number = "4k4/9/4P4/9/9/9/9/9/4K4 b G bm G*5b;"
    promoted = "4k4/9/9/9/9/9/9/4P4/4K4 b - 1 bm 5h5g+;"
    found = suite([gold, without_number, promoted], "shogi/yss", depth=1)
    assert (found.solved, found.positions) == (2, 2)
    assert found.troubles[0].startswith("line 3: '5h5g+' is not a legal move")
    boom = "rnb1kbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - bm Nxf7;"
    assert suite([boom], game="atomic", depth=1).solved == 1
    lines = pw.game("tic-tac-toe").position("xx-oo----")
    win = next(move for move in lines.moves if lines.after(move).outcome == 1.0)
    assert suite([f"xx-oo---- bm {win};"], game="tic-tac-toe", depth=2, workers=1).solved == 1
    with pytest.raises(BadInput, match="for games without dice, not for backgammon"):
        suite(["4HPwATDgc/ABMA opening bm 8/5;"], game="backgammon")


# ---- other people's engines ------------------------------------------------------------------


def test_an_engine_is_asked_position_by_position(noted: Path) -> None:
    first = "4k3/8/8/8/8/8/4P3/4K3 w - -"
    move = str(pw.game("chess").position(first + " 0 1").moves[0])
    found = suite([f"{first} bm {move};", f"{first} am {move};"], mock("plays_well"))
    assert [row.is_solved for row in found.rows] == [True, False]
    assert [row.found_at for row in found.rows] == [None, None]  # it tells nothing
    assert not left_behind(noted)


def test_an_engine_that_fails_has_not_solved_the_position(noted: Path) -> None:
    found = suite([BACK_RANK, QUIET], mock("moves_illegally"))
    assert [row.is_solved for row in found.rows] == [False, False]
    assert "illegal move" in found.rows[1].failure
    assert not left_behind(noted)


def test_an_engine_that_takes_no_positions_is_refused() -> None:
    with pytest.raises(BadSetting, match="does not take positions"):
        suite([BACK_RANK], mock("takes_no_positions"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("info depth 3 nodes 40 time 12 pv e2e4 e7e5", Iterated(3, 40, 0.012, "e2e4")),
        ("info depth 3 score cp 3 upperbound nodes 40 time 12 pv e2e4", None),
        ("info depth 3 multipv 2 nodes 40 time 12 pv e2e4", None),
        ("info string the pv e2e4", Iterated(0, 0, 0.0, "e2e4")),
        ("info depth x nodes 40 pv e2e4", None),
        (f"info depth 1 nodes {'9' * 101} pv e2e4", None),
        ("bestmove e2e4", None),
    ],
)
def test_what_an_engine_tells_of_its_search_is_heard(line: str, told: Iterated | None) -> None:
    assert iterated(line) == told


@pytest.mark.engine
def test_stockfish_solves_and_tells_when() -> None:
    require_engine("stockfish")
    found = suite([BACK_RANK, HANGING], "stockfish:nodes=2000", workers=1)
    assert found.solved == 2
    for row in found.rows:
        assert row.found_at is not None
        assert 1 <= row.found_at.depth <= row.depth
    again = suite([BACK_RANK, HANGING], "stockfish:nodes=2000", workers=2)
    assert [row.nodes for row in again.rows] == [row.nodes for row in found.rows]


# ---- the command -----------------------------------------------------------------------------


def test_the_command_tells_a_table_and_json(tmp_path: Path) -> None:
    path = tmp_path / "few.epd"
    path.write_text("\n".join([*LINES, "no position", FORK]))
    code, told, talk = plywise("suite", path, STANDARD, "--depth", 3)
    assert code == 0
    assert "few.epd: 1 of 6 lines left out\n  line 5: " in talk
    header, first, *_ = told.splitlines()
    assert header.split() == [
        "position", "solved", "move", "wanted", "points", "depth", "nodes", "seconds"
    ]  # fmt: skip
    assert first.split()[:5] == ["mates.1", "yes", "Ra8#", "Ra8#", "–"]
    assert "not Kd1" in told
    assert told.splitlines()[-1].startswith("chess/standard: 5 of 5 solved (100.0 %), 10 of 10")
    code, told, _ = plywise("suite", path, "--depth", 3, "--json")
    found = json.loads(told.splitlines()[-1])
    assert (found["solved"], found["positions"], found["points"]) == (5, 5, 10)
    row = found["rows"][0]
    assert (row["id"], row["solved"], row["move"], row["best"]) == (
        "mates.1", True, "a1a8", ["a1a8"]
    )  # fmt: skip
    assert row["solved_at"]["depth"] == 1
    assert found["settings"]["player"]["search"]["depth"] == 3
    assert len(found["troubles"]) == 1


def test_what_is_not_solved_is_a_suite_again(tmp_path: Path) -> None:
    path, rest = tmp_path / "few.epd", tmp_path / "rest.epd"
    path.write_text("\n".join(LINES))
    words = ("suite", path, "random", "--seed", 3, "--json")
    found = json.loads(plywise(*words, "--unsolved", rest)[1].splitlines()[-1])
    names = [row["id"] for row in found["rows"] if not row["solved"]]
    assert names
    assert [one.name for one in read_problems(rest).problems] == names
    assert plywise(*words, "--unsolved", tmp_path)[0] == 2  # a folder


def test_the_command_asks_engines_and_takes_searches(noted: Path, tmp_path: Path) -> None:
    path = tmp_path / "few.epd"
    path.write_text(f"{BACK_RANK}\n")
    bad = executable("moves_illegally", tmp_path)
    code, told, _ = plywise("suite", path, f"uci:{bad}:depth=1")
    assert code == 0
    assert "engine failed: illegal move" in told
    for words in (
        (STANDARD, "--using", "playing", "--nodes", 200),
        (f"{STANDARD}@thesis:depth=2",),
        ("--game", "chess", "--using", "bayesian", "--nodes", 2000),
    ):
        code, told, _ = plywise("suite", path, *words, "--json")
        assert json.loads(told.splitlines()[-1])["solved"] == 1, words
    assert plywise("suite", path, "stokfish:nodes=3")[0] == 2
    assert plywise("suite", path, "shogi/yss")[0] == 2
    assert not left_behind(noted)
