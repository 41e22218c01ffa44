"""Any search plays anywhere: in matches, in learning, as an engine, against engines."""

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import plywise as pw
import small_runs
from mock_opponents import executable, mock
from plywise import _kernel
from plywise._kernel import GameJob, move_seed
from plywise.cli.app import app
from plywise.distributed import processes
from plywise.games.ballot import Opening
from plywise.games.starts import starts
from plywise.learning.config import LearnConfig
from plywise.play.foreign_game import play_foreign_game
from plywise.play.in_python import play_game_in_python
from plywise.play.player import player
from plywise.play.rating import rate
from plywise.play.record import GameRecord, PredictionKind
from plywise.runs.run import Run
from plywise.runs.trainer import Progress, Trainer
from plywise.search_names import PLATFORM, SELECTIVE, settings_class
from plywise.searching import calibration
from uci_process import engine

ALL = [*PLATFORM, *SELECTIVE]
CHESS = pw.game("chess")
STANDARD = pw.Linear(CHESS.features("material"), "chess/standard")
NODES = 90


def small(name: str, nodes: int = NODES) -> Any:
    """The search of that name with a small budget."""
    made = settings_class(name)
    if name == "random":
        return made()
    return made(nodes=nodes) if name in SELECTIVE else made(depth=1)


def game_of(name: str) -> str:
    return "dice-race" if name == "expectimax" else "chess"


def job(search: Any, *, game: str = "chess", **changes: Any) -> GameJob:
    who = player("chess/standard" if game == "chess" else _start(game), search=search, game=game)
    return GameJob(
        game=game, first=who.evaluation, second=who.evaluation, first_search=who.settings,
        second_search=who.settings, seed=5, number=2, max_plies=16,
    ).replace(**changes)  # fmt: skip


def _start(game: str) -> pw.Weights:
    from plywise.evaluation.weights import usual

    return usual(game)


# ---- matches ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_every_search_plays_a_match(name: str) -> None:
    game = game_of(name)
    who = _start(game)
    settings = {"search": small(name), "games": 2, "max_plies": 12, "seed": 1, "game": game}
    one, again = (pw.match(who, who, **settings, workers=n) for n in (1, 2))
    assert one.games == 2
    assert one == again
    assert one.settings["a"]["search"]["kind"] == name  # type: ignore[index]
    assert name == "random" or all(record.nodes > 0 for record in one.records)


def test_each_side_has_its_own_search() -> None:
    both = (pw.UCT(nodes=80), pw.AlphaBeta(depth=1))
    found = pw.match("chess/standard", "chess/standard", search=both, games=2, max_plies=10)
    kinds = [found.settings[side]["search"]["kind"] for side in "ab"]  # type: ignore[index]
    assert kinds == ["uct", "alpha-beta"]
    told = CliRunner().invoke(
        app,
        ["match", "chess", "chess/standard@bayesian:gulp=0.1", "chess/standard@thesis",
         "--games", "2", "--nodes", "100", "--max-plies", "8", "--json"],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert '"gulp": 0.1' in told.stdout
    assert '"nodes": 100' in told.stdout


def test_a_search_in_a_match_makes_the_moves_of_a_search_alone() -> None:
    using = pw.Bayesian(nodes=200)
    record = pw.match("chess/standard", "chess/standard", search=using, games=2, seed=9,
                      max_plies=12).records[1]  # fmt: skip
    position = CHESS.start().after(*record.moves[: record.opening_plies])
    for ply in range(record.opening_plies, len(record.moves)):
        found = pw.search(position, STANDARD, using, seed=move_seed(9, 1, ply))
        assert found.move == record.moves[ply]
        position = position.after(record.moves[ply])


def test_the_arena_is_a_match_of_two_searches() -> None:
    there = pw.arena("win-loss-tree", "uct", pw.BestFirst(), nodes=60, pairs=3, seed=4)
    tree = _start("win-loss-tree")
    sides = [player(tree, search=s, game="win-loss-tree")
             for s in (pw.UCT(nodes=60), pw.BestFirst(nodes=60))]  # fmt: skip
    here = pw.match(
        *(replace(who, name=name) for who, name in zip(sides, ("uct", "best-first"), strict=True)),
        game="win-loss-tree", games=6, seed=4,
        openings=[Opening(start=str(at)) for at in starts("win-loss-tree", 3, seed=4)],
    )  # fmt: skip
    assert there.records == here.records
    assert [game.players for game in there.records[:2]] == [
        ("uct", "best-first"), ("best-first", "uct")
    ]  # fmt: skip
    assert there.pairs == here.pairs
    assert there.settings["a"] == pw.UCT(nodes=60).as_dict()


# ---- what is learnt from ------------------------------------------------------------------------


@pytest.mark.parametrize("name", SELECTIVE)
def test_a_prediction_is_the_evaluation_at_the_end_of_the_line(name: str) -> None:
    using = small(name, nodes=300)
    record = GameRecord.from_kernel(_kernel.play_game(job(using)))
    position, kinds = CHESS.start(), set()
    assert len(record.values) == len(record.moves) == 16
    for ply, move in enumerate(record.moves):
        found = pw.search(position, STANDARD, using, seed=move_seed(5, 2, ply))
        leaf = position.after(*found.line) if found.line else position
        kinds.add(record.kinds[ply])
        assert record.values[ply] == STANDARD.kernel.real_value(leaf.kernel)
        row = slice(*record.indptr[ply : ply + 2])
        by_hand = {i: g for i, g in enumerate(STANDARD.gradient(leaf)) if g}
        if record.kinds[ply] != PredictionKind.RESULT:
            told = dict(zip(record.indices[row].tolist(), record.data[row].tolist(), strict=True))
            assert told == by_hand
        assert record.predicted_replies[ply] == (found.line[1] if len(found.line) > 1 else None)
        position = position.after(move)
    assert PredictionKind.LEAF in kinds


@pytest.mark.parametrize("game", ["chess", "othello", "tic-tac-toe", "win-loss-tree"])
@pytest.mark.parametrize("name", ["bayesian", "uct", "probcut"])
@pytest.mark.parametrize("learn_at", ["leaf", "position"])
def test_the_game_in_plain_python_is_the_kernels(name: str, game: str, learn_at: str) -> None:
    asked = job(small(name), game=game, learn_at=learn_at)
    assert play_game_in_python(asked) == GameRecord.from_kernel(_kernel.play_game(asked))


def test_a_mate_that_a_tree_holds_is_a_result() -> None:
    asked = job(pw.UCT(nodes=400), start="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    record = GameRecord.from_kernel(_kernel.play_game(asked))
    assert record.moves == ("a1a8",)
    assert record.kinds.tolist() == [PredictionKind.RESULT]
    assert record.results.tolist() == [1.0]
    assert len(record.data) == 0
    assert play_game_in_python(asked) == record


@pytest.mark.parametrize("name", ALL)
def test_every_search_learns(name: str, tmp_path: Path) -> None:
    game = game_of(name)
    config = LearnConfig(
        game=game, search=small(name), games=6, max_plies=80, gate_every=3, gate_games=2, seed=2
    )
    assert LearnConfig.from_toml(config.to_toml()) == config
    one, two = (small_runs.play(config, tmp_path / str(n), workers=n) for n in (1, 2))
    assert small_runs.digest(one) == small_runs.digest(two)
    assert Run(tmp_path / "1").config.search == config.search
    if name != "random":
        assert not np.array_equal(one.history.weights[-1], config.start_vector)


def test_a_run_that_was_interrupted_ends_with_the_same_bits(tmp_path: Path) -> None:
    config = small_runs.small(search=pw.ProbCut(nodes=80), games=6, max_plies=16)

    def stops(progress: Progress) -> None:
        if progress.game == 3:
            raise KeyboardInterrupt

    whole = small_runs.play(config, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        Trainer(config, tmp_path / "cut", workers=2).run(on_game=stops)
    cut = Trainer(config, tmp_path / "cut", resume=True, workers=1).run()
    assert small_runs.digest(cut) == small_runs.digest(whole)


def test_what_a_run_has_to_measure_it_measures_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measure, measured = calibration.measured_pairs, []

    def counted(*given: Any) -> calibration.Pairs:
        measured.append(given)
        return measure(*given)

    monkeypatch.setattr(calibration, "measured_pairs", counted)
    calibration._measured_pairs.cache_clear()
    config = small_runs.small(search=pw.ProbCut(nodes=60), games=5, max_plies=10)
    small_runs.play(config, tmp_path / "run")
    assert len(measured) == 1


def test_a_run_learns_with_spikes_from_a_file(tmp_path: Path) -> None:
    from plywise.selective.generator import save
    from plywise.selective.generator_kinds import Constant

    doubt = Constant(game="chess", features="material", relative=True,
                     spread=((0.1, 0.5), (-0.1, 0.5)), spikes=2)  # fmt: skip
    path = save(doubt, tmp_path / "doubt.json")
    config = small_runs.small(search=pw.Bayesian(nodes=80, spikes=path), games=4, max_plies=60)
    by_hand = small_runs.small(search=pw.Bayesian(nodes=80), games=4, max_plies=60)
    runs = [small_runs.play(one) for one in (config, by_hand)]
    assert small_runs.digest(runs[0]) != small_runs.digest(runs[1])
    assert LearnConfig.from_toml(config.to_toml()).search.spikes == str(path)  # type: ignore[union-attr]
    with pytest.raises(pw.BadSetting, match="save the generator"):
        small_runs.small(search=pw.Bayesian(spikes=doubt))


# ---- other processes, other people's engines ----------------------------------------------------


def test_a_job_with_a_selective_search_can_be_sent() -> None:
    for using in (pw.Bayesian(nodes=60), pw.ProbCut(nodes=60), pw.UCT(nodes=60, spikes=0.2)):
        asked = job(using)
        sent = pickle.loads(pickle.dumps(asked))
        one, two = (GameRecord.from_kernel(_kernel.play_game(each)) for each in (asked, sent))
        assert one == two


def test_processes_play_the_same_games_as_threads() -> None:
    settings = {"games": 4, "search": pw.RandomisedBestFirst(nodes=50, trained=True), "seed": 2}
    tic_tac_toe = _start("tic-tac-toe")
    with processes(2) as crew:
        apart = pw.match(tic_tac_toe, tic_tac_toe, **settings, workers=crew)
    assert apart == pw.match(tic_tac_toe, tic_tac_toe, **settings, workers=1)


@pytest.mark.parametrize("side", [0, 1])
def test_a_game_against_an_engine_keeps_the_leaves_of_a_tree(
    monkeypatch: pytest.MonkeyPatch, side: int
) -> None:
    asked = job(pw.UCT(nodes=120))
    whole = GameRecord.from_kernel(_kernel.play_game(asked))
    monkeypatch.setenv("MOCK_MOVES", " ".join(whole.moves))
    engine = mock("replays")
    for remembers in (False, True):
        record = play_foreign_game(
            asked, (None, engine) if side == 0 else (engine, None), remembers=remembers
        )
        assert record.moves == whole.moves
        ours = whole.movers == side
        assert record.values.tolist() == whole.values[ours].tolist()
        assert record.kinds.tolist() == whole.kinds[ours].tolist()


def test_any_search_is_rated(tmp_path: Path) -> None:
    opponent = f"uci:{executable('plays_well', tmp_path)}:depth=1@1500"
    found = rate("chess/standard", search=pw.UCT(nodes=40), opponents=[opponent], games=2,
                 max_plies=12, workers=1)  # fmt: skip
    assert found.games == 2
    assert found.settings["player"]["search"]["kind"] == "uct"  # type: ignore[index]


def test_an_engine_without_a_limit_has_that_of_the_tree() -> None:
    assert player("gnuchess", search=pw.AlphaBeta(depth=2)).name == "gnuchess:depth=2"
    limited = player("stockfish", search=pw.UCT(nodes=70)).search
    assert limited.limits == {"nodes": 70}  # type: ignore[union-attr]


# ---- the engine ---------------------------------------------------------------------------------

MATE = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


def test_the_engine_plays_by_every_search() -> None:
    with engine("chess/standard") as e:
        e.answer("uci", "uciok")
        for name in (*ALL, "playing", "mtdf"):
            if name == "expectimax":
                continue
            e.send(f"setoption name Search value {name}", "isready")
            e.until("readyok")
            lines = e.send("position startpos moves e2e4", "go nodes 400").until("bestmove")
            move = lines[-1].split()[1]
            assert move in CHESS.start().after("e2e4").moves, name
            if name in SELECTIVE:
                assert not [line for line in lines if line.startswith("info string")]
                info = lines[-2].split()
                assert 0 < int(info[info.index("nodes") + 1]) <= 400
                assert info[info.index("pv") + 1] == move
                assert "score" in info


@pytest.mark.parametrize("name", SELECTIVE)
def test_a_mate_is_told_as_one(name: str) -> None:
    with engine("chess/standard", "--using", name) as e:
        e.send("isready").until("readyok")
        lines = e.send(MATE, "go nodes 2000").until("bestmove")
        assert lines[-1] == "bestmove a1a8"
        assert "score mate 1 " in lines[-2]


def test_a_tree_grows_until_it_is_stopped_and_in_its_time() -> None:
    with engine("chess/standard", "--using", "uct:c=0.7,megabytes=64") as e:
        assert any("default uct:c=0.7,megabytes=64" in line for line in e.answer("uci", "uciok"))
        e.send("position startpos", "go infinite")
        assert e.is_quiet()
        assert e.best_move("stop") in CHESS.start().moves
        e.send("go ponder wtime 1000 btime 1000")
        assert e.is_quiet()
        assert e.best_move("ponderhit") in CHESS.start().moves
        for limit in ("movetime 60", "wtime 400 btime 400", "depth 3"):
            assert e.best_move(f"go {limit}") in CHESS.start().moves
        told = e.send("go depth 3 searchmoves e2e4").until("bestmove")
        assert any("uct knows no depth, searchmoves" in line for line in told)


def test_usi_plays_by_a_tree_and_looks_for_mates_by_alpha_beta() -> None:
    with engine("shogi/yss", "--using", "best-first") as e:
        e.answer("usi", "usiok")
        e.send("isready").until("readyok")
        e.send("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
        assert e.best_move("go nodes 2000") == "G*5b"
        assert e.answer("go mate 1000", "checkmate")[-1] == "checkmate G*5b"


# ---- what cannot be ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("match chess chess/standard chess/ones --using utc", "did you mean 'uct'"),
        ("match chess chess/standard chess/ones --using uct:d=1", "unknown option of the search"),
        ("match chess chess/standard chess/ones --using uct --depth 3", "not depth 3"),
        ("match chess chess/standard chess/ones --using uct --noise 0.1", "alpha-beta's root"),
        ("match dice-race random random@x --games 2", "unknown search 'x'"),
        ("learn dice-race --using bayesian --games 1", "which bayesian cannot search"),
        ("learn dice-race --using alpha-beta --games 1", "which alpha-beta cannot search"),
        ("learn chess --using uct:movetime=5 --games 1", "depend on the machine"),
        ("learn chess --using uct --depth 2 --games 1", "not depth 2"),
        ("learn chess --using best --games 1", "unknown search 'best'"),
        ("rate chess/standard --using conspiracyy", "did you mean 'conspiracy'"),
        ("engine chess/standard --using utc:c=1", "did you mean 'uct'"),
        ("engine chess/standard --using uct:nodes=5", "with go nodes"),
        ("engine chess/standard --using expectimax", "games of dice"),
        ("engine chess/standard --using uct:spikes=none.json", "no spike generator 'none.json'"),
    ],
)
def test_bad_input_is_told_with_its_value(words: str, hint: str) -> None:
    told = CliRunner().invoke(app, words.split())
    assert told.exit_code == 2
    assert hint in " ".join(told.stderr.split())


@pytest.mark.parametrize("name", ["bayesian", "probcut", "alpha-beta"])
def test_games_of_dice_are_left_to_expectimax(name: str) -> None:
    race = _start("dice-race")
    with pytest.raises(pw.BadSetting, match=r"dice.*expectimax"):
        pw.match(race, race, search=small(name), games=2)
