"""Moves are understood as people write them, and completed."""

import pytest

import plywise as pw
from plywise.errors import IllegalMove
from plywise.games.boards import layout_of
from plywise.play.meant import move_of, moves_meant, near_moves
from plywise.play.sitting.actions import ACTIONS
from plywise.play.sitting.words import completions, ways

PROMOTES = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"
TWO_KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
HOLDS = "4k4/9/9/9/9/9/9/9/4K4 b Pb 1"


# ---- moves as people write them ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "position", "word", "move"),
    [
        ("chess", "", "e4", "e2e4"),
        ("chess", "", "E2E4", "e2e4"),
        ("chess", "", "Ng1-f3", "g1f3"),
        ("chess", "", "nf3", "g1f3"),
        ("chess", "", "#20", "g1h3"),
        ("chess", PROMOTES, "e8=Q", "e7e8q"),
        ("chess", PROMOTES, "e8n", "e7e8n"),
        ("chess", PROMOTES, "e7e8r", "e7e8r"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "e1g1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "o-o", "e1g1"),
        ("chess", TWO_KNIGHTS, "Nbd2", "b1d2"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1", "N@f3", "N@f3"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1", "n@f3", "N@f3"),
        ("shogi", "", "7g7f", "7g7f"),
        ("shogi", "", "P-7f", "7g7f"),
        ("shogi", "", "7f", "7g7f"),
        ("shogi", "", "７六歩", "7g7f"),
        ("shogi", "", "▲76歩(77)", "7g7f"),
        ("shogi", "", "7776FU", "7g7f"),
        ("shogi", "", "+7776fu", "7g7f"),
        ("shogi", HOLDS, "P*5e", "P*5e"),
        ("shogi", HOLDS, "p*5e", "P*5e"),
        ("shogi", HOLDS, "5五歩打", "P*5e"),
        ("shogi", HOLDS, "55歩", "P*5e"),
        ("shogi", HOLDS, "0055FU", "P*5e"),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5二歩成", "5c5b+"),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "P5b+", "5c5b+"),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "P5b", "5c5b"),
        ("othello", "", "D3", "d3"),
        ("connect-four", "", "4", "4"),
        ("tic-tac-toe", "", "#1", "0"),
    ],
)
def test_a_move_is_understood_in_all_its_writings(
    game: str, position: str, word: str, move: str
) -> None:
    rules = pw.game(game)
    at = rules.position(position) if position else rules.start()
    assert move_of(at, word) == move


def test_the_square_of_the_last_move_need_not_be_repeated() -> None:
    at = pw.game("shogi").start().after("7g7f", "3c3d", "8h2b+")
    assert move_of(at, "同銀", "8h2b+") == "3a2b"
    assert not moves_meant(at, "同銀")


@pytest.mark.parametrize("game", [game for game in pw.game_names() if layout_of(game)])
def test_every_legal_move_is_meant_by_its_own_notation_and_by_that_alone(game: str) -> None:
    position = pw.game(game).start()
    for ply in range(12):
        if position.outcome is not None:
            break
        for move in position.moves:
            assert moves_meant(position, position.notation(move)) == [move]
            assert moves_meant(position, move) == [move]
        position = position.after(position.moves[7 * ply % len(position.moves)])


def test_what_says_too_little_is_told_with_what_it_can_mean() -> None:
    chess = pw.game("chess")
    with pytest.raises(IllegalMove, match=r"'Nd2' can be Nbd2 or Nfd2"):
        move_of(chess.position(TWO_KNIGHTS), "Nd2")
    with pytest.raises(IllegalMove, match=r"'e8' can be e8=B, e8=N\+, e8=Q or e8=R"):
        move_of(chess.position(PROMOTES), "e8")
    with pytest.raises(IllegalMove, match=r"'e7e8' can be"):
        move_of(chess.position(PROMOTES), "e7e8")
    golds = pw.game("shogi").position("4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1")
    with pytest.raises(IllegalMove, match=r"'57金' can be 4h5g or 6h5g"):
        move_of(golds, "57金")


def test_what_is_near_is_named() -> None:
    start = pw.game("chess").start()
    assert near_moves(start, "e2e5") == ["e3", "e4"]
    assert "Nf3" in near_moves(start, "Nf4")
    with pytest.raises(IllegalMove, match=r"did you mean e3 or e4\?"):
        move_of(start, "e2e5")
    assert near_moves(start, "xyzzy") == []


def test_a_number_is_a_place_in_the_list_only_where_it_can_be_nothing_else() -> None:
    full = pw.game("connect-four").start().after(*"333333")
    assert moves_meant(full, "3") == [], "the column is full, and the third of the list is another"
    assert moves_meant(full, "#3") == ["4"]
    assert moves_meant(pw.game("chess").start(), "7") == []
    assert moves_meant(pw.game("chess").start(), "#99") == []
    rolled = pw.game("dice-race").position("64 52 first 2")
    assert moves_meant(rolled, "1") == rolled.moves[:1]


# ---- completion ----------------------------------------------------------------------------------


def test_moves_and_words_are_completed() -> None:
    start = pw.game("chess").start()
    assert completions("N", start) == ["Na3", "Nc3", "Nf3", "Nh3"]
    assert completions("g1", start) == ["g1f3", "g1h3"]
    assert completions("h", start) == ["h3", "h4", "hint", "help"]
    assert completions("/re", start) == ["/resign"]
    assert completions("x", start) == []
    over = pw.game("chess").position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert completions("K", over) == []
    assert {*ACTIONS} <= {*completions("", start)}


@pytest.mark.parametrize("game", pw.game_names())
def test_an_example_of_a_move_is_understood(game: str) -> None:
    position = pw.game(game).start()
    if position.turn == "chance":
        position = position.after(position.moves[0])
    for word in ways(position).replace(" or ", ", ").split(", "):
        assert len(moves_meant(position, word)) == 1, word


def test_a_disc_in_a_full_column_is_told_why_it_is_none() -> None:
    full = pw.game("connect-four").start().after(*"333333")
    told = r"^'3' is not legal here: the column is full; legal: 1, 2, 4, 5, 6, 7$"
    with pytest.raises(IllegalMove, match=told):
        move_of(full, "3")
    with pytest.raises(IllegalMove, match=r"^'8' is not legal here; legal: 1, 2"):
        move_of(full, "8")
    over = pw.game("connect-four").start().after(*"1212121")
    with pytest.raises(IllegalMove, match=r"legal here; legal: none, the game is over"):
        move_of(over, "1")
