"""Boards in the terminal show every man where he stands."""

import pytest

import plywise as pw
from plywise.games.boards import layout_of
from plywise.games.grid import grid_of
from plywise.play.sitting.drawing import Look, drawn, width


@pytest.mark.parametrize("game", [game for game in pw.game_names() if layout_of(game)])
@pytest.mark.parametrize("flipped", [False, True])
def test_every_man_is_drawn_where_he_stands(game: str, flipped: bool) -> None:
    position = pw.game(game).start()
    grid = grid_of(position)
    assert grid is not None
    wanted = [[grid.men[c].letter if c in grid.men else "." for c in row] for row in grid.cells]
    rows = list(grid.rows)
    if flipped and grid.turns:
        wanted, rows = [row[::-1] for row in wanted[::-1]], rows[::-1]
    lines = drawn(position, look=Look(signs=False), flipped=flipped)
    cells = [line.split() for line in lines if len(line.split()) == len(grid.columns) + 1]
    is_upside = grid.layout is not None and grid.layout.second == "turned"  # names to the right
    assert [row[:-1] if is_upside else row[1:] for row in cells] == wanted
    assert [row[-1] if is_upside else row[0] for row in cells] == rows
    signs = drawn(position, look=Look(), flipped=flipped)
    assert len(signs) == len(lines)
    assert not any("?" in line for line in signs)


def test_the_last_move_is_marked_and_the_hands_are_told() -> None:
    at = pw.game("shogi").start().after("7g7f", "3c3d", "8h2b+", "3a2b")
    lines = drawn(at, look=Look(), last=["3a", "2b"], names={"first": "A", "second": "B"})
    assert lines[0] == "B  in hand: 角"
    assert lines[-1] == "A  in hand: 角"
    assert sum(line.count("[") for line in lines) == 2
    assert [width(line) for line in lines[2:11]].count(width(lines[2])) == 9, "kanji take two"
    turned = drawn(at, look=Look(), flipped=True, names={"first": "A", "second": "B"})
    assert turned[0].startswith("A")
    assert "v玉" in turned[2], "Sente's king looks down now"


def test_colours_mark_what_brackets_mark_elsewhere() -> None:
    at = pw.game("chess").start().after("e2e4")
    coloured = "\n".join(drawn(at, look=Look(colour=True), last=["e2", "e4"]))
    assert "[" not in coloured.replace("\x1b[", "")
    assert coloured.count("\x1b[48;2;95;135;215m") == 2
    plain = "\n".join(drawn(at, look=Look(), last=["e2", "e4"]))
    assert "\x1b" not in plain
    check = pw.game("chess").position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert "\x1b[48;2;215;95;95m" in "\n".join(drawn(check, look=Look(colour=True)))


def test_whose_discs_are_whose_is_told_beside_the_names() -> None:
    start = pw.game("othello").start()
    names = {"first": "Black: you", "second": "White: it"}
    lines = drawn(start, look=Look(), names=names)
    assert (lines[0], lines[-1]) == ("○ White: it", "● Black: you")
    letters = drawn(start, look=Look(signs=False), names=names)
    assert (letters[0], letters[-1]) == ("O White: it", "X Black: you")
    coloured = drawn(start, look=Look(colour=True), names=names)
    assert "38;2;255;255;255m ● " in coloured[0]
    assert "38;2;17;17;17m ● " in coloured[-1]
    chess = drawn(pw.game("chess").start(), look=Look(), names=names)
    assert chess[-1] == "Black: you"


def test_what_the_board_does_not_show_is_told_beside_it() -> None:
    checked = pw.game("three-check").start().after("e2e4", "f7f6", "d1h5")
    assert "checks to give: White 2, Black 3" in drawn(checked, look=Look())
    assert drawn(pw.game("random-tree").start(), look=Look()) == ["  seed 1"]
