"""Variants of chess by UCI: our engine with weights for one, and fairy-stockfish as opponent."""

import sys
from pathlib import Path

import chess.engine
import chess.variant
import pytest

from conftest import require_engine
from mock_opponents import executable
from plywise import _kernel
from plywise.errors import BadSetting
from plywise.evaluation.weights import usual
from plywise.games.declared import all_facts
from plywise.play.match import match
from plywise.play.opponents import KNOWN
from uci_process import engine

VARIANTS = {game: facts.variant for game, facts in all_facts().items() if facts.variant}


def weights(game: str, folder: Path) -> str:
    """A weights file for the variant."""
    path = folder / f"{game}.json"
    usual(game).save(path)
    return str(path)


@pytest.mark.parametrize("game", VARIANTS)
def test_the_engine_announces_its_variant_and_no_other(tmp_path: Path, game: str) -> None:
    name = VARIANTS[game]
    with engine(weights(game, tmp_path)) as e:
        told = e.answer("uci", "uciok")
        assert f"option name UCI_Variant type combo default {name} var {name}" in told
        e.send(f"setoption name UCI_Variant value {name}")
        assert e.is_quiet()
        e.send("setoption name UCI_Variant value chess").until("info string unknown choice")
        assert e.best_move("go nodes 500") in _kernel.Position.start(game).moves
        assert e.answer("d", "Legal moves:")


def test_ordinary_chess_announces_no_variant() -> None:
    with engine() as e:
        assert not [line for line in e.answer("uci", "uciok") if "UCI_Variant" in line]


@pytest.mark.parametrize("game", VARIANTS)
def test_python_chess_plays_a_variant(tmp_path: Path, game: str) -> None:
    """It sets UCI_Variant by its own names and holds our moves against its own rules."""
    board = chess.variant.find_variant(VARIANTS[game])()
    command = [sys.executable, "-m", "plywise", "engine", weights(game, tmp_path)]
    with chess.engine.SimpleEngine.popen_uci(command) as e:
        while not board.is_game_over() and board.ply() < 60:
            played = e.play(board, chess.engine.Limit(nodes=300))
            assert played.move in board.legal_moves
            board.push(played.move)
    assert board.ply() > 10 or board.is_game_over()


def test_a_man_in_hand_is_dropped(tmp_path: Path) -> None:
    mate_by_drop = "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1"
    with engine(weights("crazyhouse", tmp_path)) as e:
        e.send(f"position fen {mate_by_drop}")
        assert "@" in e.best_move("go depth 1")


@pytest.mark.engine
@pytest.mark.parametrize("game", [game for game in VARIANTS if game != "atomic"])
def test_games_with_fairy_stockfish_have_no_illegal_move(game: str) -> None:
    require_engine("fairy-stockfish")
    result = match(usual(game), "fairy-stockfish:nodes=200", game=game, games=4, depth=1, seed=1)
    assert result.failures == (0, 0)
    assert result.settings["b"]["search"]["options"] == {"UCI_Variant": VARIANTS[game]}  # type: ignore[index]


def test_a_variant_that_an_engine_does_not_play_is_refused(tmp_path: Path) -> None:
    assert "atomic" not in KNOWN["fairy-stockfish"].all_games
    with pytest.raises(BadSetting, match="not atomic"):
        match("random", "fairy-stockfish:nodes=10", game="atomic", games=2)
    path = executable("plays_well", tmp_path)
    with pytest.raises(BadSetting, match="plays_well does not play crazyhouse"):
        match("random", f"uci:{path}:depth=1", game="crazyhouse", games=2)
