"""A game in the terminal is kept, move by move, in a form that others read."""

import errno
from pathlib import Path

import pytest

from plywise.errors import BadInput, BadSetting
from plywise.play.keeping import Keeper, Kept, form_of, text_of
from plywise.play.sitting.chess_clock import ChessClock
from sittings import Table

PROMOTES = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1"


def test_the_game_is_on_the_disk_after_every_move(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    table = Table("chess", ["e4", "d4"], keeper=Keeper(path, "chess"))
    counts = []
    asked = table.sitting.ask

    def ask(question: str) -> str:
        counts.append(path.read_text().count("PlyCount"))
        counts.append(len(table.sitting.moves))
        assert f'[PlyCount "{len(table.sitting.moves)}"]' in path.read_text()
        return asked(question)

    table.sitting.ask = ask
    table.play()
    assert counts[1::2] == [0, 2, 4]
    assert "{left unfinished} *" in path.read_text()


def test_pgn_is_read_by_python_chess(tmp_path: Path) -> None:
    chess_pgn = pytest.importorskip("chess.pgn")
    path = tmp_path / "game.pgn"
    fools = {"persons": frozenset({"first", "second"})}
    for said in (["f3", "e5", "g4", "Qh4"], ["e4", "resign"]):
        Table("chess", said, keeper=Keeper(path, "chess"), **fools).play()
    with path.open() as file:
        first, second, none = (chess_pgn.read_game(file) for _ in range(3))
    assert none is None
    assert [move.uci() for move in first.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert first.headers["Result"] == "0-1"
    assert first.end().board().is_checkmate()
    assert (second.headers["Result"], second.headers["Termination"]) == ("1-0", "normal")


@pytest.mark.parametrize("form", ["kif", "kifu", "csa"])
def test_records_of_shogi_are_read_by_cshogi(form: str, tmp_path: Path) -> None:
    parser = pytest.importorskip("cshogi.CSA" if form == "csa" else "cshogi.KIF").Parser
    cshogi = pytest.importorskip("cshogi")
    path = tmp_path / f"game.{form}"
    said = ["76歩", "3c3d", "8h2b+", "3a2b", "B*5e", "resign"]
    table = Table(
        "shogi", said, persons=frozenset({"first", "second"}), keeper=Keeper(path, "shogi")
    )
    assert table.play().reason == "resignation"
    if form == "csa":
        read = parser.parse_file(str(path))[0]
    else:
        text = path.read_text("cp932" if form == "kif" else "utf-8")
        read = parser.parse_str(text)
    moves = [cshogi.move_to_usi(move) for move in read.moves]
    assert moves == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]


@pytest.mark.parametrize(
    ("form", "says"),
    [("pgn", '[Termination "time forfeit"]'), ("kif", "切れ負け"), ("csa", "%TIME_UP")],
)
def test_a_game_lost_on_time_is_kept_as_such(form: str, says: str) -> None:
    kept = Kept(game="shogi", moves=("7g7f",), outcome=1.0, reason="time forfeit")
    assert says in text_of(kept, form)


def test_a_plain_text_tells_where_a_game_began(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    table = Table(
        "chess", ["e8=Q", "quit"], position=PROMOTES, keeper=Keeper(path, "chess"),
        clock=ChessClock.read("5+3"),
    )  # fmt: skip
    table.play()
    text = path.read_text()
    assert text.startswith("chess: you (White), it (Black)\n")
    assert f"start: {PROMOTES}\n" in text
    assert "TimeControl: 300+3\n" in text
    assert "1. e8=Q" in text
    assert text.endswith("not finished (left unfinished)\n")


def test_no_game_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.kif"
    Table("shogi", ["7g7f"], keeper=Keeper(path, "shogi")).play()
    kept = path.read_bytes()
    with pytest.raises(BadSetting, match="is there already"):
        Keeper(path, "shogi")
    table = Table("shogi", ["2g2f", f"save {path}", f"save {tmp_path / 'other.csa'}"])
    table.play()
    assert "is there already" in table.told
    assert path.read_bytes() == kept
    assert "+2726FU" in (tmp_path / "other.csa").read_text()


def test_a_file_that_cannot_be_written_costs_no_game(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "game.pgn", "chess")

    def full(text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    written = keeper.keep
    table = Table("chess", ["e4", "save", f"save {tmp_path}", "quit"], keeper=keeper)
    asked = table.sitting.ask

    def ask(question: str) -> str:
        said = asked(question)
        keeper.keep = written if said == "quit" else full  # type: ignore[method-assign]
        return said

    table.sitting.ask = ask
    table.play()
    assert table.told.count("could not be written: No space left") == 2
    assert "write where to" in table.told
    assert "is a folder" in table.told
    assert "1. e4" in (tmp_path / "game.pgn").read_text()


@pytest.mark.parametrize(
    ("name", "game", "form"),
    [
        ("a.pgn", "othello", "pgn"), ("a.PGN", "chess", "pgn"), ("a", "chess", "txt"),
        ("a.kifu", "shogi", "kifu"), ("a.mat", "backgammon", "mat"),
    ],
)  # fmt: skip
def test_the_form_of_a_record_is_that_of_its_suffix(name: str, game: str, form: str) -> None:
    assert form_of(Path(name), game) == form


@pytest.mark.parametrize(("name", "game"), [("a.kif", "chess"), ("a.mat", "shogi")])
def test_a_form_of_another_game_is_refused(name: str, game: str) -> None:
    with pytest.raises(BadInput, match="are not kept as"):
        form_of(Path(name), game)
