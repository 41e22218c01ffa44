"""No text crashes us: thousands of damaged positions, moves, openings, weights and settings.

Every input is a sound one with a few accidents, drawn by a fixed seed. Each is either understood or
refused as a `BadInput`; what is understood must then stand everything that is done with it.
"""

import json
import os
import random
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import pytest

from plywise import _kernel
from plywise.errors import BadInput, DamagedFile
from plywise.evaluation import weights_file
from plywise.evaluation.weights import Weights, resolve
from plywise.learning.config import LearnConfig
from plywise.play.openings import parse_openings, read_openings

INPUTS = 1_000_000 if os.environ.get("PLYWISE_DEEP") else 10_000
PARTS = 2
"""Each kind is cut in two, so that two processes may share it."""

FENS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/4k3/8/4B3/2N1K3/8/8 b - - 99 120",
    "knQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q5Q1/QQQQQQQK w - - 0 1",  # 262 moves, more than any game has
]
FEN_LETTERS = "pnbrqkPNBRQK/12345678 90-wbKQkqAHahe3f6x~[]"
ODD_LETTERS = "\0\t\n\r \x7f\"'\\{}[]=#%-+.,;:/0159eEnNaZé漢🙂\u202e"


def mutated(text: str, letters: str, chance: random.Random) -> str:
    """The text after one to four accidents."""
    for _ in range(chance.choice((1, 1, 2, 3, 4))):
        text = accident(text, letters, chance)
    return text


def accident(text: str, letters: str, chance: random.Random) -> str:
    """Something lost, added, changed, exchanged, doubled or cut off."""
    i = chance.randrange(len(text) + 1)
    j = min(len(text), i + chance.choice((1, 1, 1, 2, 5, 40)))
    letter = chance.choice(letters)
    return chance.choice(
        (
            text[:i] + text[j:],
            text[:i] + letter + text[i:],
            text[:i] + letter + text[j:],
            text[:i] + text[i:j][::-1] + text[j:],
            text[:i] + text[i:j] * 2 + text[j:],
            text[:i] + letter * chance.choice((8, 300)) + text[i:],
            text[:i],
        )
    )


def inputs(
    texts: list[str], letters: str, part: int, extra: str = ODD_LETTERS
) -> Iterator[tuple[str, random.Random]]:
    """This part's share of the damaged texts; one in eight is damaged by anything at all."""
    for number in range(part, INPUTS, PARTS):
        chance = random.Random(number)
        pool = extra if number % 8 == 0 else letters
        yield mutated(chance.choice(texts), pool, chance), chance


def understood(read: Callable[[Any], Any], given: Any) -> Any:
    """What `read` makes of it, or None where it is refused in the proper way."""
    try:
        return read(given)
    except BadInput:
        return None


def parse(text: str) -> _kernel.Position:
    return _kernel.Position.parse("chess", text)


parts = pytest.mark.parametrize("part", range(PARTS))
MATERIAL = _kernel.Evaluation("chess", "material", [1, 3, 3, 5, 9])
LIGHT = _kernel.Settings(depth=1, nodes=20_000, table_entries=1024)


@parts
def test_no_position_text_crashes_the_kernel(part: int) -> None:
    read = 0
    for text, _ in inputs(FENS, FEN_LETTERS, part):
        position = understood(parse, text)
        if position is None:
            continue
        read += 1
        moves = position.moves
        assert position.perft(1) == len(moves) == len(set(moves)), text
        assert set(position.noisy_moves) <= set(moves), text
        assert str(parse(str(position))) == str(position), text
        found = _kernel.search(position, MATERIAL, LIGHT)
        assert (found.move is None) == (not moves), text
        assert found.move is None or found.move in moves, text
        for move in moves[:3]:
            position.notation(move)
            assert position.after(move).turn != position.turn, text
    assert read > INPUTS // PARTS // 20  # or nothing of this was tried


@parts
def test_what_is_understood_has_the_moves_that_python_chess_sees(part: int) -> None:
    for text, _ in inputs(FENS, FEN_LETTERS, part):
        position = understood(parse, text)
        if position is None:
            continue
        board = chess.Board(str(position), chess960=True)
        if board.is_valid():
            assert len(position.moves) == board.legal_moves.count(), text


@parts
def test_no_move_text_crashes_the_kernel(part: int) -> None:
    positions = [parse(text) for text in FENS]
    moves = sorted({move for position in positions for move in position.moves})
    odd = ["0000", "P@e4", "e1g1", "e1h1", "e7e8k", "e7e8p", "e2e4q", "a1a1", "--", "O-O", "e4"]
    for text, chance in inputs([*moves, *odd], "abcdefgh12345678nbrqkpNBRQ-@0O=+ ", part):
        position = chance.choice(positions)
        for given in (text, chance.choice(odd)):
            after = understood(position.after, given)
            assert (after is not None) == (given in texts_of_moves(position)), (
                given,
                str(position),
            )
            assert (understood(position.notation, given) is None) == (after is None)


OPENINGS = [
    *(f"{text}" for text in FENS),
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - c0 "King\'s pawns"; id "1";',
    "e2e4 c7c5 g1f3 d7d6",
    "# a comment",
    "d2d4 d7d5\nc2c4 e7e6\n\ne2e4",
]


@parts
def test_no_opening_line_crashes_the_reader(part: int) -> None:
    for text, _ in inputs(OPENINGS, FEN_LETTERS + 'abcdefgh #;"\n', part):
        for opening in understood(parse_openings, text.split("\n")) or []:
            assert opening.position().outcome is None


def damaged_bytes(text: str, chance: random.Random) -> bytes:
    """The text as a file, one in four of them with a byte that is no UTF-8."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if data and chance.random() < 0.25:
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def files(texts: list[str], part: int, path: Path, letters: str = ODD_LETTERS) -> Iterator[Path]:
    """The damaged texts, one after the other in the same file."""
    for text, chance in inputs(texts, letters, part):
        path.unlink(missing_ok=True)  # a new file is not waited for as an overwritten one is
        path.write_bytes(damaged_bytes(text, chance))
        yield path


@parts
def test_no_opening_file_crashes_the_reader(part: int, tmp_path: Path) -> None:
    for path in files(["\n".join(OPENINGS)], part, tmp_path / "openings.epd"):
        understood(read_openings, path)


@pytest.fixture
def weights_text(tmp_path: Path) -> str:
    return resolve("chess/thesis").save(tmp_path / "sound.json").read_text()


@parts
def test_a_damaged_weights_file_is_refused(part: int, weights_text: str, tmp_path: Path) -> None:
    sound = json.loads(weights_text)
    for path in files([weights_text], part, tmp_path / "weights.json"):
        with warnings.catch_warnings(record=True, action="always") as noted:
            weights = understood(Weights.load, path)
        if weights is not None:  # the accident fell between the words, or a hand might have done it
            assert noted or json.loads(path.read_text()) == sound


VALUES: list[Any] = [
    None, True, "", "x", -1, 0, 1e308, 10**400, [], [1.0] * 5, [1.0] * 6, ["1"] * 5, [[1.0]] * 5,
    [10**400] * 5, [None] * 5, {}, {"pawn": 1.0}, "chess", "go", float("nan"), [float("inf")] * 5,
]  # fmt: skip


@parts
def test_a_weights_file_of_wrong_things_is_refused_though_its_checksum_is_right(
    part: int, weights_text: str, tmp_path: Path
) -> None:
    path = tmp_path / "sealed.json"
    for number in range(part, INPUTS // 10, PARTS):
        chance = random.Random(number)
        body = json.loads(weights_text)
        del body["sha256"]
        for _ in range(chance.choice((1, 1, 2))):
            name = chance.choice([*body, "more"])
            if chance.random() < 0.2:
                body.pop(name, None)
            else:
                body[name] = chance.choice(VALUES)
        path.unlink(missing_ok=True)
        path.write_text(json.dumps({"sha256": weights_file.checksum(body), **body}))
        weights = understood(Weights.load, path)
        if weights is not None:
            given = (weights.game, weights.features, list(weights.values), weights.scale)
            understood(lambda given: _kernel.Evaluation(*given), given)


def config_texts() -> list[str]:
    """Settings as they lie in run directories, some of each kind."""
    several: list[dict[str, Any]] = [
        {},
        {"search": {"depth": 2, "null_move": 2, "nodes": 1000}, "minutes": 1.5, "gate_depth": 1},
        {"rule": {"name": "td-directed", "trace_decay": 0.7}, "step_size": "fixed:.05"},
        {"step_size": "delta-bar-delta", "search": "random", "rules": "thesis", "ballot": 4},
    ]
    return [LearnConfig(**settings).to_toml() for settings in several]


CONFIG_LETTERS = "abcdegilmnoprstz_ \n=\"[].,0123456789-+eE#{}'"


@parts
def test_no_settings_file_crashes_the_reader(part: int, tmp_path: Path) -> None:
    for path in files(config_texts(), part, tmp_path / "config.toml", CONFIG_LETTERS):
        config = understood(LearnConfig.load, path)
        if config is not None:
            assert LearnConfig.from_toml(config.to_toml()) == config


@pytest.mark.parametrize(
    ("read", "head", "endless"),
    [
        (Weights.load, "", "["),
        (Weights.load, "", '{"a":'),
        (LearnConfig.load, "a = ", "["),
        (LearnConfig.load, "a = ", "{b = "),
    ],
)
def test_nesting_without_end_is_refused(
    read: Callable[[Path], object], head: str, endless: str, tmp_path: Path
) -> None:
    path = tmp_path / "nested"
    path.write_text(head + endless * 100_000)
    with pytest.raises(DamagedFile):
        read(path)


def test_a_text_that_is_no_unicode_is_refused() -> None:
    # Arguments of the command line that are not UTF-8 arrive with lone surrogates in them.
    for read in (parse, _kernel.Position.start("chess").after, _kernel.Position.start):
        with pytest.raises(BadInput):
            read("\udcff")


def texts_of_moves(position: _kernel.Position) -> set[str]:
    """All texts of legal moves: castling may also be written as king takes rook."""
    return {text for move in position.moves for text in (move, position.castling960(move))}
