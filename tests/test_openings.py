"""Openings: random ballots that are fair and reproducible, and files with clear errors."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise._kernel import Position
from plywise.errors import BadInput, BadPosition, BadSetting, IllegalMove
from plywise.games.ballot import Opening, ballot
from plywise.play.openings import parse_openings, read_openings

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def test_a_ballot_is_made_of_legal_moves_and_leaves_the_game_open():
    for plies in (1, 2, 5, 30):
        for opening in ballot(20, plies=plies, seed=3):
            assert len(opening.moves) == plies
            assert opening.position().outcome is None  # raises where a move is illegal


def test_the_same_seed_gives_the_same_ballot_and_another_one_another():
    assert ballot(30, plies=4, seed=5) == ballot(30, plies=4, seed=5)
    assert ballot(30, plies=4, seed=5) != ballot(30, plies=4, seed=6)
    assert ballot(30, plies=4, seed=5)[:10] == ballot(10, plies=4, seed=5)


def test_openings_differ_while_there_are_enough_of_them():
    assert len({opening.moves for opening in ballot(20, plies=1, seed=1)}) > 15
    keys = [opening.position().key for opening in ballot(1000, plies=4, seed=1)]
    assert len(set(keys)) == 1000


def test_transposed_moves_are_one_opening():
    # e4 and d4 in either order lead to one position, and positions are what is told apart.
    keys = [opening.position().key for opening in ballot(300, plies=3, seed=2)]
    assert len(set(keys)) == 300


def test_more_openings_than_positions_repeat_instead_of_failing():
    many = ballot(100, plies=1, seed=1)
    assert len({opening.moves for opening in many}) == 20  # White has twenty first moves


def test_no_plies_begin_at_the_start():
    assert ballot(3, plies=0) == [Opening()] * 3


def test_every_first_move_is_equally_likely():
    # One opening each from many seeds, so that avoiding known ones plays no part.
    counts = Counter(ballot(1, plies=1, seed=seed)[0].moves[0] for seed in range(4000))
    assert len(counts) == 20
    # The mean is 200, its standard deviation 14.
    assert all(130 < count < 270 for count in counts.values()), counts


def test_a_seed_of_openings_has_nothing_to_do_with_its_neighbour():
    one, two = ballot(200, plies=2, seed=1), ballot(200, plies=2, seed=2)
    assert len(set(one) & set(two)) < 150
    assert one[1:] != two[:-1]


@pytest.mark.parametrize(
    "settings", [{"plies": -1}, {"plies": 41}, {"seed": -1}, {"seed": 1 << 64}]
)
def test_bad_ballots_are_refused_with_the_value(settings):
    (value,) = settings.values()
    with pytest.raises(BadSetting, match=str(value)):
        ballot(2, **settings)


def test_a_file_may_hold_fens_epds_and_moves(tmp_path):
    path = tmp_path / "openings.epd"
    path.write_text(
        "# a comment\n"
        "\n"
        f"{AFTER_E4}\n"
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n"
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - c0 "King pawns"; id "1";\r\n'
        "e2e4 c7c5 g1f3\n"
    )
    fen, epd, with_operations, moves = read_openings(path)
    assert fen == Opening(start=AFTER_E4)
    assert epd == with_operations
    assert epd.start == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    assert moves == Opening(moves=("e2e4", "c7c5", "g1f3"))
    assert moves.position().turn == "second"


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("e2e4 e2e4", IllegalMove, "line 3: .*e2e4"),
        ("1. e4 e5", IllegalMove, "line 3: .*1\\."),
        ("8/8/8/8/8/8/8/8 w - -", BadPosition, "line 3: "),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", BadPosition, "line 3: "),
        ("f2f3 e7e5 g2g4 d8h4", BadPosition, "line 3: the game is over there .checkmate"),
        ("/", BadPosition, "line 3: "),
        ("\x00", IllegalMove, "line 3: "),
    ],
)
def test_a_bad_line_is_refused_with_its_number(tmp_path, line, error, message):
    path = tmp_path / "openings.txt"
    path.write_text(f"e2e4\n# comment\n{line}\n")
    with pytest.raises(error, match=message) as caught:
        read_openings(path)
    assert str(path) in str(caught.value)


def test_files_without_openings_are_refused(tmp_path):
    empty = tmp_path / "empty.epd"
    empty.write_text("# nothing\n\n")
    with pytest.raises(BadSetting, match="no openings"):
        read_openings(empty)
    with pytest.raises(BadSetting, match=r"no opening file .*absent"):
        read_openings(tmp_path / "absent.epd")
    with pytest.raises(BadSetting, match="no opening file"):
        read_openings(tmp_path)
    binary = tmp_path / "binary.epd"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not a text file"):
        read_openings(binary)


def test_openings_can_be_given_as_a_list():
    given = [Opening(moves=("e2e4",)), "d2d4 d7d5"]
    assert parse_openings(given) == [given[0], Opening(moves=("d2d4", "d7d5"))]
    with pytest.raises(IllegalMove, match="openings, line 1"):
        parse_openings([Opening(moves=("e2e5",))])


@given(st.text(max_size=80))
def test_no_line_crashes_the_reader(text):
    try:
        openings = parse_openings([text])
    except BadInput:
        return
    assert all(isinstance(opening.position(), Position) for opening in openings)


@given(st.integers(0, len(AFTER_E4) - 1), st.sampled_from("pKq/81 -wbé\0\t"))
def test_no_mutated_position_crashes_the_reader(place, letter):
    try:
        parse_openings([AFTER_E4[:place] + letter + AFTER_E4[place + 1 :]])
    except BadInput:
        return


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "count"),
    [("8moves_v3_1000", 1000), ("drawkiller_balanced_1000", 1000), ("noob_3moves_2000", 2000)],
)
def test_published_opening_files_are_read(shared_data, name, count):
    openings = read_openings(shared_data / "chess" / "openings" / f"{name}.epd")
    assert len(openings) == count
