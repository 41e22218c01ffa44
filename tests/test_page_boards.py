"""What the page is told of a position is what stands there and what is legal there."""

import random
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import plywise as pw
import plywise.page
from plywise.games.boards import layout_of
from plywise.games.grid import held_in
from plywise.page import table
from plywise.page.boards import scene
from plywise.page.boards.points import steps_of
from plywise.page.boards.symbols import SYMBOLS
from plywise.play.backgammon.board import Board

GAMES = pw.game_names()
STATIC = Path(plywise.page.__file__).parent / "static"
WITH_BOARD = [name for name in GAMES if layout_of(name) is not None]


class Heaps(pw.Rules):
    """Nim without a drawing: one or two of a heap."""

    repeats = False

    def start(self):
        return (5, "first")

    def turn(self, state):
        return state[1]

    def moves(self, state):
        return [f"take-{n}" for n in (1, 2) if n <= state[0]]

    def after(self, state, move):
        return (state[0] - int(move[-1]), "second" if state[1] == "first" else "first")

    def outcome(self, state):
        return None if state[0] else float(state[1] == "second")


class Slide(Heaps):
    """A counter that goes down a lane: drawn, with moves from a place to a place and a pass."""

    def moves(self, state):
        return [*super().moves(state), "wait-0"]

    def sketch(self, state):
        here, there = (
            str(state[0]),
            {f"take-{n}": (str(state[0]), str(state[0] - n)) for n in (1, 2)},
        )
        return pw.Sketch(
            cells=([str(n) for n in range(5, -1, -1)],),
            pieces={here: ("tower", "first")},
            moves={move: where for move, where in there.items() if int(where[1]) >= 0},
            note=f"{here} to go",
        )


def positions(game, *, games=2, seed=1, plies=120):
    """Positions of random games, the start first."""
    chance = random.Random(seed)
    for _ in range(games):
        position = pw.game(game).start()
        for _ in range(plies):
            yield position
            if position.outcome is not None:
                break
            position = position.after(chance.choice(position.moves))


def written(seen, layout):
    """The board of a scene as a position's text has it, row by row."""
    letters = {piece: letter for letter, piece in layout.men.items()}
    men = {p["cell"]: letters[p["kind"], p["side"]] for p in seen["board"]["pieces"]}
    return [[men.get(cell, "") for cell in row] for row in seen["board"]["cells"]]


def spelt(text, layout):
    """The same from the text, read on its own."""
    board = re.split(r"[ \[]", text)[0].replace("~", "")
    width = len(layout.columns)
    signs = []
    for word in re.findall(r"\d|\+?[A-Za-z.-]", board.replace("/", "")):
        signs += [""] * int(word) if word.isdigit() else ["" if word in "-." else word]
    return [signs[n : n + width] for n in range(0, width * len(layout.rows), width)]


@pytest.mark.parametrize("game", WITH_BOARD)
def test_the_pieces_that_are_drawn_are_those_of_the_text(game):
    layout = layout_of(game)
    for position in positions(game):
        seen = scene(position)
        assert written(seen, layout) == spelt(str(position), layout), str(position)
        assert all(piece["symbol"] in SYMBOLS for piece in seen["board"]["pieces"])
        if layout.hands:
            held = held_in(str(position), layout.hands)
            of = {"first": str.upper, "second": str.lower}
            told = {
                of[side](man["letter"]): man["count"]
                for side, men in seen["board"]["hands"].items()
                for man in men
            }
            assert told == {letter: count for letter, count in held.items() if count}


@pytest.mark.parametrize("game", [*GAMES, Heaps, Slide])
def test_the_moves_that_are_offered_are_the_legal_ones(game):
    name = pw.game(game).name
    for position in positions(game):
        seen = scene(position)
        if position.outcome is not None or position.turn == "chance":
            assert seen["moves"] == []
            continue
        assert [move["move"] for move in seen["moves"]] == position.moves
        cells = {cell for row in (seen["board"] or {}).get("cells", ()) for cell in row}
        for move in seen["moves"]:
            assert move["text"] == position.notation(move["move"])
            assert {move[key] for key in ("from", "to") if key in move} <= cells, (name, move)


@pytest.mark.parametrize("game", WITH_BOARD)
def test_a_move_is_made_from_a_man_of_ones_own_or_from_the_hand(game):
    for position in positions(game, games=1):
        seen = scene(position)
        own = {p["cell"] for p in seen["board"]["pieces"] if p["side"] == seen["turn"]}
        hands = seen["board"]["hands"] or {"first": (), "second": ()}
        held = {man["letter"] for man in hands.get(seen["turn"], ())}
        for move in seen["moves"]:
            assert "from" not in move or move["from"] in own, move
            assert "drop" not in move or move["drop"] in held, move
            assert "to" in move or not re.fullmatch(r"[a-h][1-8].*", move["move"])


@pytest.mark.parametrize("game", WITH_BOARD)
def test_the_last_move_and_a_check_are_shown_where_they_are(game):
    line = list(positions(game, games=1))
    for before, after in pairwise(line):
        played = next(move for move in before.moves if str(before.after(move)) == str(after))
        seen = scene(after, before=before, last=played)
        offered = next(m for m in scene(before)["moves"] if m["move"] == played)
        assert seen["last"] == [offered[key] for key in ("from", "to") if key in offered]
        kings = {p["cell"] for p in seen["board"]["pieces"] if p["kind"] == "king"}
        assert (seen["board"]["check"] in kings) == after.is_check or not kings
        assert before.notation(played) in seen["said"]


def plays_from(nodes, at=0):
    """All plays that can be made checker by checker."""
    found = {nodes[at]["move"]} - {None}
    for *_, there in nodes[at]["steps"]:
        found |= plays_from(nodes, there)
    return found


def test_checkers_moved_one_by_one_make_all_legal_plays_and_no_other():
    rolls = 0
    for position in positions("backgammon", games=6, plies=160):
        if position.outcome is not None or position.turn == "chance":
            continue
        nodes = steps_of(position)["nodes"]
        ends = {str(position.after(move)): move for move in position.moves}
        made = {str(position.after(move)) for move in plays_from(nodes)}
        assert made == set(ends), str(position)
        assert len(nodes) < 3000
        rolls += 1
    assert rolls > 100


def test_points_bar_and_dice_are_those_of_the_position():
    for position in positions("backgammon", games=2):
        board = scene(position)["board"]
        count = Counter()
        for point in board["points"]:
            count[point["side"]] += point["count"]
        for side in ("first", "second"):
            assert count[side] + board["bar"][side] + board["off"][side] == 15
        seen = Board.from_id(str(position).split()[0])
        assert board["pips"][position.roller] == seen.pips
        assert len(board["dice"]) == (0 if position.turn == "chance" else 2) or position.outcome


def test_a_game_of_ones_own_is_drawn_by_its_sketch_and_otherwise_by_its_text():
    plain, drawn = scene(pw.game(Heaps).start()), scene(pw.game(Slide).start())
    assert plain["board"] is None
    assert [move["move"] for move in plain["moves"]] == ["take-1", "take-2"]
    assert drawn["board"]["note"] == "5 to go"
    assert drawn["moves"][0] == {"move": "take-1", "text": "take-1", "from": "5", "to": "4"}
    assert drawn["moves"][2] == {"move": "wait-0", "text": "wait-0"}
    assert drawn["board"]["pieces"] == [
        {"cell": "5", "kind": "tower", "side": "first", "symbol": ""}
    ]


def test_a_game_without_features_is_answered_by_results_alone():
    at = table.Table(game=pw.game(Heaps).name, start="(4, 'first')")
    assert table.answered(at, "", "nodes:50", 100)["moves"] == ["take-1"]  # it leaves three


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"cells": ()}, "name each"),
        ({"cells": (("a", "a"),)}, "name each"),
        ({"cells": (("a",),), "pieces": {"b": ("disc", "first")}}, "'b'"),
        ({"cells": (("a",),), "pieces": {"a": ("disc", "third")}}, "'third'"),
        ({"cells": (("a",),), "moves": {"go": ("z",)}}, "'go'"),
        ({"cells": (("a",),), "grounds": ("red; x",)}, "red; x"),
    ],
)
def test_a_sketch_that_does_not_fit_together_is_refused(wrong, says):
    with pytest.raises(pw.BadSetting, match=re.escape(says)):
        pw.Sketch(**wrong)


def test_a_sketch_that_is_none_is_refused():
    class Wrong(Heaps):
        """Draws a text."""

        def sketch(self, state):
            return "a board"

    with pytest.raises(pw.BadSetting, match=r"Wrong\.sketch gave 'a board'"):
        scene(pw.game(Wrong).start())


def test_the_file_of_drawings_has_each_symbol_and_is_small():
    text = (STATIC / "pieces.svg").read_text()
    assert set(re.findall(r'<symbol id="([^"]+)"', text)) >= SYMBOLS
    assert len(text.encode()) <= 40_000
    assert "<text" not in text  # no font is needed
    assert "style=" not in text
