"""What a table on the page plays, refuses and keeps; and what an analysis and a game told say."""

import random

import numpy as np
import pytest

import plywise as pw
from plywise import _kernel
from plywise.games.dice import throw
from plywise.page import analysing, asked, records, table
from plywise.page.games import all_games, chosen_game, judges, weights_named
from plywise.page.games_told import told_again
from plywise.page.house import House
from plywise.page.table import Table
from plywise.play.kif_reading import read_kif
from plywise.play.levels import levels, search_at, usual_level
from plywise.runs.retold import retold

GAMES = pw.game_names()


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    words = {"search": {"depth": 2}, "games": 4, "gate_every": 0, "seed": 3}
    return pw.learn("chess", features="centre", out=folder / "first", **words)


@pytest.fixture
def house(run):
    return House(folders=(run.directory.parent,))


def rolled_game(seed, plies=40):
    """A game of backgammon whose rolls are those of the seed."""
    chance, at = random.Random(1), Table(game="backgammon", seed=seed)
    for _ in range(plies):
        position = at.positions()[-1]
        if position.outcome is not None:
            break
        is_due = position.turn == "chance"
        move = at.roll(position) if is_due else chance.choice(position.moves)
        at = Table(game="backgammon", seed=seed, moves=(*at.moves, move))
    return at


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_answered_at_its_usual_level(game):
    at = Table(game=game, seed=5)
    if at.positions()[-1].turn == "chance":
        at = Table(game=game, seed=5, moves=(at.roll(at.positions()[-1]),))
    found = table.answered(at, "", usual_level(game), 1_000)
    assert found["moves"][:-1] == list(at.moves)
    assert found["moves"][-1] in at.positions()[-1].moves
    assert found == table.answered(at, "", usual_level(game), 1_000)  # the same seed, the same move


@pytest.mark.parametrize("game", GAMES)
def test_each_level_of_a_game_is_a_search_of_it(game):
    for level, label in levels(game, f"{game}/plywise"):
        assert label
        assert search_at(game, level, 10_000) is not None
    assert usual_level(game, f"{game}/plywise") in dict(levels(game, f"{game}/plywise"))


def test_a_level_is_a_measured_rating_where_there_is_one():
    (elo, nodes), *_ = pw.games.declared.facts_of("chess").rated
    assert search_at("chess", f"elo:{elo}", 10**9).nodes == nodes
    with pytest.raises(pw.BadSetting, match="nobody has measured"):
        search_at("othello", "elo:1500", 1000)
    with pytest.raises(pw.BadSetting, match="level='strong'"):
        search_at("chess", "strong", 1000)
    assert search_at("chess", "nodes:999999999", 5_000).nodes == 5_000


def test_dice_are_the_servers_and_no_address_can_say_otherwise():
    at = rolled_game(7)
    assert len(at.positions()) == len(at.moves) + 1
    forged = Table(game="backgammon", seed=8, moves=at.moves)
    with pytest.raises(pw.BadInput, match="the dice of seed 8 fell"):
        forged.positions()
    start = pw.game("backgammon").start()
    assert at.moves[0] == throw(start.kernel, seed=7, number=0, ply=0)
    with pytest.raises(pw.BadInput, match="no dice are due"):
        table.rolled(Table(game="chess"))
    assert Table(game="backgammon", moves=("65",), free_dice=True).positions()


@pytest.mark.parametrize(
    ("game", "word", "move"),
    [
        ("chess", "Nf3", "g1f3"),
        ("chess", "g1f3", "g1f3"),
        ("chess", " e4 ", "e2e4"),
        ("shogi", "7g7f", "7g7f"),
        ("othello", "d3", "d3"),
        ("connect-four", "4", "4"),
        ("tic-tac-toe", "8", "8"),
    ],
)
def test_a_move_is_understood_as_people_write_it(game, word, move):
    assert table.moved(Table(game=game), word)["moves"] == [move]


def test_plays_of_checkers_are_written_with_spaces_too():
    at = Table(game="backgammon", moves=("31",), free_dice=True)
    assert table.moved(at, "8/5 6/5")["moves"][-1] == "8/5,6/5"


def test_a_word_that_is_no_move_is_refused_with_what_is_legal():
    with pytest.raises(pw.IllegalMove, match="'Ke5' is not legal here; legal: a3, b3"):
        table.moved(Table(game="chess"), "Ke5")
    over = Table(game="chess", start="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    with pytest.raises(pw.IllegalMove, match="the game is over"):
        table.moved(over, "e4")


@pytest.mark.parametrize(
    ("of", "says"),
    [
        ({"moves": 7}, "moves are no list"),
        ({"moves": ["e2e4", 7]}, "moves are no list"),
        ({"moves": ["x" * 81]}, "moves are no list"),
        ({"seed": -1}, "seed='-1'"),
        ({"seed": True}, "seed='True'"),
        ({"seed": "1e9"}, "seed='1e9'"),
        ({"position": 5}, "position is no text"),
        ({"position": "x" * 5_000}, "position is no text"),
    ],
)
def test_a_question_of_another_form_is_refused(of, says):
    with pytest.raises(pw.BadInput, match=says):
        asked.table(of, "chess")


def test_a_game_that_was_resigned_is_kept_as_such():
    at = Table(game="chess", moves=("e2e4", "e7e5"))
    text = records.recorded(at, "pgn", ("you", "it"), "first")
    assert "1. e4 e5 {resignation} 0-1" in text
    assert '[White "you"]' in text
    with pytest.raises(pw.BadInput, match="format='mat'"):
        records.recorded(at, "mat", ("you", "it"))


def test_records_are_read_again_as_the_same_game():
    at = Table(game="shogi", moves=("7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"))
    text = records.recorded(at, "kif", ("you", "it"))
    assert read_kif(text).moves == at.moves
    assert "+7776FU" in records.recorded(at, "csa", ("you", "it"))


def test_backgammon_is_kept_as_other_programs_read_it():
    from plywise.play.backgammon.mat_reading import read_mat

    at = rolled_game(7)
    text = records.recorded(at, "mat", ("you", "it"))
    match = read_mat(text)
    plays = [move for move in at.moves if "/" in move]
    kept = [turn.play.replace(" ", ",") for turn in match.games[0].turns if turn.play]
    assert len(kept) == len(plays)
    assert match.games[0].winner is None
    given_up = read_mat(records.recorded(at, "mat", ("you", "it"), "first")).games[0]
    assert (given_up.winner, given_up.points) == (1, 1)


# ---- what may be named in an address


def test_only_games_that_are_ours_or_trusted_have_a_name(house, tmp_path):
    assert chosen_game(house, "chess").name == "chess"
    for name in ("/tmp/evil.py:Game", "evil.py", "os.path:join", "../x.py:Y"):
        with pytest.raises(pw.UntrustedCode, match="--trust"):
            chosen_game(house, name)
    with pytest.raises(pw.UnknownName, match="did you mean 'chess'"):
        chosen_game(house, "ches")
    assert {game.name for game in all_games(house)} == set(GAMES)


def test_a_trusted_file_offers_its_games_by_their_short_names(tmp_path):
    file = tmp_path / "count.py"
    file.write_text(
        "import plywise as pw\n"
        "class Count(pw.Rules):\n"
        "    def start(self): return (3, 'first')\n"
        "    def turn(self, state): return state[1]\n"
        "    def moves(self, state): return ['1']\n"
        "    def after(self, state, move):\n"
        "        return (state[0] - 1, 'second' if state[1] == 'first' else 'first')\n"
        "    def outcome(self, state): return None if state[0] else 1.0\n"
    )
    house = House(folders=(tmp_path,), trusted=(file.resolve(),))
    chosen = chosen_game(house, "count.py:Count")
    assert chosen.is_apart
    assert chosen.name == f"{file.resolve()}:Count"
    assert chosen_game(house, chosen.name) == chosen


def test_weights_are_published_sets_and_runs_that_are_shown_and_no_paths(house, run):
    chess = chosen_game(house, "chess")
    names = [judge.written for judge in judges(house, chess)]
    assert names[0] == "chess/plywise"
    assert "run:first" in names
    assert weights_named(house, chess, "run:first") == str(run.directory)
    assert weights_named(house, chess, "") == "chess/plywise"
    for bad in (
        "/etc/passwd",
        "run:../first",
        "run:nothing",
        "othello/standard",
        str(run.directory),
    ):
        with pytest.raises(pw.BadInput):
            weights_named(house, chess, bad)
    with pytest.raises(pw.BadInput, match="weights for chess"):
        table.answered(Table(game="othello"), str(run.directory), "nodes:50", 100)


# ---- analyses


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_analysed_by_every_search_that_it_has(game):
    at = Table(game=game, free_dice=True)
    if at.positions()[-1].turn == "chance":
        at = Table(game=game, moves=(at.positions()[-1].moves[0],), free_dice=True)
    legal = at.positions()[-1].moves
    measured_slowly = {"probcut"} if game != "othello" else set()
    for using in set(analysing.searches(game)) - measured_slowly:
        found = analysing.analysed(at, "", using, 200, 3)
        assert found["best"], using
        assert all(row["moves"][0] in legal for row in found["best"])


def test_iterations_are_told_as_they_end_and_the_best_lines_come_first():
    told = []
    at = Table(game="chess", moves=("e2e4",))
    found = analysing.analysed(at, "chess/standard", "alpha-beta", 5_000, 3, told.append)
    depths = [news["iteration"]["depth"] for news in told]
    assert depths == sorted(depths)
    assert depths[-1] > 1
    assert [row["number"] for row in found["best"]] == [1, 2, 3]
    assert found["best"][0]["line"][0] == at.positions()[-1].notation(found["best"][0]["moves"][0])


def test_a_tree_is_shown_as_it_grew_and_every_moment_is_one_of_it():
    told = []
    at = Table(game="othello")
    found = analysing.analysed(at, "", "bayesian", 2_000, 3, told.append)
    steps = [news["step"] for news in told]
    assert steps == found["steps"]
    assert len(steps) > 5
    counts = [step["expansions"] for step in steps]
    assert counts == sorted(set(counts))
    assert len(found["opened"]) == counts[-1] - found["skipped"]
    opened = [path for path, _ in found["opened"]]
    assert opened[0] == ""
    for path in opened[1:]:  # a node is opened behind its parent
        assert path.rpartition(" ")[0] in opened[: opened.index(path)]
    for root in steps[-1]["roots"]:
        assert sum(height for _, height in root["spikes"]) == pytest.approx(1.0)


def test_values_are_the_first_players_whoever_is_to_move():
    rook_up = "4k3/8/8/8/8/8/8/R3K3 {} - - 0 1"
    for turn in "wb":
        at = Table(game="chess", start=rook_up.format(turn))
        for using in ("alpha-beta", "bayesian"):
            found = analysing.analysed(at, "chess/standard", using, 2_000, 1)
            assert found["value"]["share"] > 0.1, (turn, using)
        terms = analysing.shown(at, "chess/standard")["terms"]
        assert terms["value"] == pytest.approx(5.0)


def test_an_unknown_search_and_a_search_of_another_kind_are_refused():
    for using in ("stockfish", "expectimax", "random"):
        with pytest.raises(pw.BadSetting, match="alpha-beta"):
            analysing.analysed(Table(game="chess"), "", using, 100, 1)


# ---- searches that are watched


def test_a_watched_search_finds_what_an_unwatched_one_finds():
    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), weights="chess/standard")
    told = []
    using = pw.AlphaBeta(depth=4)
    plain = pw.search(chess.start(), evaluation, using, seed=9)
    watched = pw.search(chess.start(), evaluation, using, seed=9, on_iteration=told.append)
    assert (plain.move, plain.value, plain.nodes) == (watched.move, watched.value, watched.nodes)
    assert [each.depth for each in told] == [1, 2, 3, 4]
    assert told[-1].value == plain.value
    assert [each.nodes for each in told] == [each.nodes for each in plain.iterations]


@pytest.mark.parametrize("using", [pw.AlphaBeta(depth=60), pw.Bayesian(nodes=10**8)])
def test_a_search_is_stopped_from_elsewhere(using):
    chess = pw.game("chess")
    evaluation = pw.Linear(chess.features("material"), weights="chess/standard")
    stop = _kernel.Stop()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        pw.search(chess.start(), evaluation, using, stop=stop)


# ---- games told again


def test_a_game_is_told_with_lines_leaves_and_terms_that_add_up(run):
    found = retold(run, 4)
    weights = dict(zip(run.names, run.history.weights[found.why.version - 1], strict=True))
    if found.why.version == 0:
        weights = dict(zip(run.names, run.config.start_vector, strict=True))
    seen = list(found.seen())
    assert [each.ply for each in seen] == [move.ply for move in found.why.moves]
    leaves = [each for each in seen if each.kind == "leaf"]
    assert len(leaves) > 10
    assert all(each.is_sum for each in leaves)
    for each in leaves:
        total = sum(weights[term.name] * term.count for term in each.terms)
        assert total == pytest.approx(each.value, abs=1e-12)
        assert each.line[0] == found.record.moves[each.ply]


def test_the_screen_of_a_game_is_told_what_the_library_says(run):
    told = told_again(str(run.directory), 3)
    why = pw.why(run, 3)
    assert told["names"] == list(why.names)  # all of them moved or counted
    assert np.allclose(told["change"], why.change, atol=1e-12)
    shares = np.array([search["shares"] for search in told["searches"].values()])
    assert np.allclose(shares.sum(axis=0) + told["earlier"], told["change"], atol=1e-12)
    assert len(told["boards"]) == len(told["moves"]) + 1
    first = next(iter(told["searches"].values()))
    assert first["line"]
    assert first["leaf"]["board"]["pieces"]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("dice-race", {"search": {"kind": "expectimax", "depth": 1}}),
        ("connect-four", {}),
        ("tic-tac-toe", {}),
        ("chess", {"rule": {"name": "td-directed"}}),
        ("chess", {"evaluation": "network:hidden=4"}),
        ("chess", {"opponents": ["random"]}),
        ("othello", {"search": {"kind": "bayesian", "nodes": 100}}),
    ],
)
def test_games_of_every_kind_of_run_are_told(game, words, tmp_path):
    settings = {"search": {"depth": 1}, **words}
    pw.learn(game, games=2, gate_every=0, seed=1, max_plies=24, out=tmp_path / "run", **settings)
    told = told_again(str(tmp_path / "run"), 2)
    leaves = [each for each in told["searches"].values() if each["kind"] == "leaf"]
    is_sum = "evaluation" not in words
    assert all(each["sums"] == is_sum for each in leaves)
    assert len(told["names"]) <= 600
    assert len(told["boards"]) == len(told["moves"]) + 1
