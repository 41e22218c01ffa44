"""Records of shogi: what is written is read again, by us and by cshogi, and no text crashes us."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deeper import deeper
from fuzzed_streams import accident
from plywise._kernel import Position
from plywise.cli.app import app
from plywise.errors import BadInput, BadSetting
from plywise.games.ballot import Opening
from plywise.play.csa import csa_game, read_csa
from plywise.play.kif import kif_game
from plywise.play.kif_reading import HANDICAPS, read_kif
from plywise.play.match import match
from plywise.play.openings import parse_openings, read_openings
from plywise.play.recorded import Recorded
from plywise.play.records import read_records
from plywise.play.shogi_men import ShogiBoard

FULL_BOARD = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MUTATIONS = deeper(10_000, 1_000_000)


def random_game(seed: int, start: str | None = None, plies: int = 120) -> list[str]:
    """Random moves, which meet drops, promotions and all kinds of men."""
    chance = random.Random(seed)
    position = Position.start("shogi") if start is None else Position.parse("shogi", start)
    moves: list[str] = []
    while len(moves) < plies and position.outcome is None:
        moves.append(chance.choice(position.moves))
        position = position.after(moves[-1])
    return moves


def written(form: str, moves: list[str], start: str | None) -> str:
    made = kif_game if form == "kif" else csa_game
    return made(moves, outcome=0.0, reason="resignation", start=start, players=("Ann", "Bob"))


def read(form: str, text: str) -> Recorded:
    return read_kif(text) if form == "kif" else read_csa(text)[0]


@pytest.mark.parametrize("form", ["kif", "csa"])
@pytest.mark.parametrize("start", [None, FULL_BOARD, "4k4/9/4P4/9/9/9/9/9/4K4 b G2g3p 1"])
def test_what_is_written_is_read_again(form: str, start: str | None) -> None:
    for seed in range(20):
        moves = random_game(seed, start)
        found = read(form, written(form, moves, start))
        assert found.moves == tuple(moves)
        assert found.start == start
        assert found.players == ("Ann", "Bob")
        assert found.end in ("投了", "%TORYO")


def test_cshogi_reads_what_is_written() -> None:
    cshogi = pytest.importorskip("cshogi", reason="needs cshogi (pip install 'plywise[records]')")
    from cshogi import CSA, KIF

    for seed in range(20):
        moves = random_game(seed)
        for game in (
            KIF.Parser.parse_str(written("kif", moves, None)),
            CSA.Parser.parse_str(written("csa", moves, None))[0],
        ):
            assert [cshogi.move_to_usi(move) for move in game.moves] == moves
            assert game.win == cshogi.WHITE_WIN
            assert game.names == ["Ann", "Bob"]
        moves = random_game(seed, FULL_BOARD)
        game = CSA.Parser.parse_str(written("csa", moves, FULL_BOARD))[0]  # its KIF has no diagrams
        assert cshogi.Board(sfen=game.sfen).sfen() == cshogi.Board(sfen=FULL_BOARD).sfen()
        assert [cshogi.move_to_usi(move) for move in game.moves] == moves


def test_what_cshogi_writes_is_read(tmp_path: Path) -> None:
    cshogi = pytest.importorskip("cshogi", reason="needs cshogi (pip install 'plywise[records]')")
    from cshogi import CSA, KIF

    moves = random_game(1)
    board, paths = cshogi.Board(), [tmp_path / "a.kif", tmp_path / "a.kifu", tmp_path / "a.csa"]
    kifs = [KIF.Exporter(str(path)) for path in paths[:2]]
    csa = CSA.Exporter(str(paths[2]))
    csa.info(init_board=board, names=["Ann", "Bob"])
    for kif in kifs:
        kif.header(["Ann", "Bob"])
    for usi in moves:
        move = board.move_from_usi(usi)
        csa.move(move, time=3)
        for kif in kifs:
            kif.move(move, sec=3, sec_sum=5)
        board.push(move)
    for kif in kifs:
        kif.end("resign")
        kif.close()
    csa.endgame("%TORYO", time=1)
    csa.close()
    for path in paths:
        (found,) = read_records(path)
        assert found.moves == tuple(moves)
        assert found.players == ("Ann", "Bob")


def test_cshogi_knows_the_same_handicaps() -> None:
    KIF = pytest.importorskip("cshogi.KIF", reason="needs cshogi")
    theirs = {name: sfen for name, sfen in KIF.Parser.HANDYCAP_SFENS.items() if sfen}
    assert theirs.keys() == HANDICAPS.keys()
    for name, sfen in theirs.items():
        found = read_kif(f"手合割：{name}\n先手：a\n後手：b\n")
        assert str(found.first()).split()[:3] == sfen.split()[:3]


@pytest.mark.parametrize("form", ["kif", "csa"])
@pytest.mark.parametrize(
    ("reason", "outcome", "kif", "csa"),
    [
        ("checkmate", 1.0, "詰み", "%TORYO"),
        ("repetition", 0.5, "千日手", "%SENNICHITE"),
        ("perpetual check", 1.0, "反則勝ち", "%-ILLEGAL_ACTION"),
        ("perpetual check", 0.0, "反則負け", "%+ILLEGAL_ACTION"),
        ("declaration", 1.0, "入玉勝ち", "%KACHI"),
        ("adjudicated draw", 0.5, "持将棋", "%HIKIWAKE"),
        ("adjudicated win", 1.0, "中断", "%CHUDAN"),
        ("engine failed: illegal move '7g7e'", 0.0, "反則負け", "%ILLEGAL_MOVE"),
        ("engine failed: too late: no move within 3 s", 0.0, "切れ負け", "%TIME_UP"),
        ("engine failed: ended (signal 11)", 0.0, "投了", "%ERROR"),
    ],
)
def test_every_end_has_its_word(form: str, reason: str, outcome: float, kif: str, csa: str) -> None:
    made = kif_game if form == "kif" else csa_game
    text = made(["7g7f", "3c3d"], outcome=outcome, reason=reason)
    assert read(form, text).end == (kif if form == "kif" else csa)
    assert reason in text
    if form == "kif" and outcome != 0.5 and reason != "adjudicated win":
        assert f"まで2手で{'先手' if outcome else '後手'}の" in text


def test_a_board_is_the_same_after_its_text() -> None:
    for seed in range(20):
        position = Position.start("shogi").after_all(random_game(seed, plies=100))
        assert ShogiBoard.of(str(position)).sfen().split()[:3] == str(position).split()[:3]


# ---- what other people write -----------------------------------------------------------------


def test_kif_is_read_as_programs_and_people_write_it() -> None:
    text = """# ---- Kifu for Windows V6 ----
開始日時：2003/09/08(月) 20:00:00
手合割：平手
先手：先
後手：後
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*a comment
   2 ３四歩(33)   ( 0:00/00:00:00)+
   3 22角成(88)   ( 1:03/00:01:19)
&a bookmark
   4 同　銀(31)
   5 ５五角打     ( 0:02/00:01:21)
   6 中断
まで5手で中断

変化：5手
   5 ４五角打
"""
    found = read_kif(text)
    assert found.moves == ("7g7f", "3c3d", "8h2b+", "3a2b", "B*5e")
    assert (found.players, found.end) == (("先", "後"), "中断")


def test_a_diagram_is_read() -> None:
    text = """後手の持駒：飛　角　金四　銀四　桂四　香四　歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v王 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ と ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・v竜 ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：角
後手番
手数----指手---------消費時間--
   1 ５八飛打
"""
    found = read_kif(text)
    expected = "4k4/9/4+P4/9/9/9/9/1+r7/4K4 w Brb4g4s4n4l17p 1"
    assert str(found.first()) == expected
    assert found.moves == ("R*5h",)


def test_csa_is_read_as_programs_write_it() -> None:
    text = """'encoding=UTF-8
V2.2
N+Ann
N-Bob
$EVENT:somewhere
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI *  *  *  *  * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 *  *  *  *  *  *  *  *  *
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *  *  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
+7776FU,T12
-3334FU
T6
+8822UM
-3122GI
+0055KA
%CHUDAN
/
V2.2
PI82HI22KA
-
-3334FU
%TORYO
/
P-51OU
P+59OU53FU
P+00KI
P-00AL
+
+0052KI
"""
    games = read_csa(text)
    assert [len(game.moves) for game in games] == [5, 1, 1]
    assert games[0].moves == ("7g7f", "3c3d", "8h2b+", "3a2b", "B*5e")
    assert games[0].start is None
    assert str(games[1].first()).startswith("lnsgkgsnl/9/ppppppppp/")
    assert games[2].first().after("G*5b").outcome_reason == "checkmate"
    assert str(games[2].first()).split()[2] == "G2r2b3g4s4n4l17p"


# ---- what is wrong is told -------------------------------------------------------------------

BAD = {
    "empty.kif": ("", "no game in KIF form"),
    "prose.kif": ("It was a dark and stormy night.", "no game in KIF form"),
    "illegal.kif": ("手合割：平手\n1 ７五歩(77)", "line 2: '７五歩(77)': \"7g7e\" is not legal"),
    "man.kif": ("手合割：平手\n1 ７六銀(77)", "line 2: '７六銀(77)': no 銀 stands on 77"),
    "letters.kif": ("手合割：平手\n1 P-76", "line 2: 'P-76' is no move; moves are written like"),
    "where.kif": ("手合割：平手\n1 ７六歩", "does not say where the man comes from"),
    "same.kif": ("手合割：平手\n1 同歩(77)", "line 2: '同歩(77)' is no move"),
    "handicap.kif": ("手合割：百枚落ち", "'百枚落ち' is no handicap; they are 平手"),
    "row.kif": ("|v香v桂|一", "is no row of a diagram"),
    "hand.kif": ("先手の持駒：玉", "'玉' cannot be held"),
    "kings.kif": ("手合割：その他\n" + "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n" * 9 + "1 ７六歩(77)",
                  "has no king"),
    "empty.csa": ("", "no game in CSA form"),
    "illegal.csa": ("PI\n+\n+7775FU", "line 3: '+7775FU': \"7g7e\" is not legal"),
    "man.csa": ("PI\n+\n+7776GI", "line 3: '+7776GI': no GI comes from 77"),
    "name.csa": ("PI\n+\n+7776XX", "line 3: '+XX' is no man of shogi; they are FU"),
    "turn.csa": ("PI\n+\n-3334FU", "the side whose turn it is not"),
    "early.csa": ("PI\n+7776FU", "comes before a line '+' or '-'"),
    "short.csa": ("PI\n+\n+77", "line 3: '+77' is no move; moves are written like '+7776FU'"),
    "word.csa": ("PI\n+\nhello", "line 3: 'hello' is nothing that CSA knows"),
    "square.csa": ("P+50OU", "'50' is no square"),
    "kings.csa": ("P+59OU\n+\n+5958OU", "line 2: "),
    "late.csa": ("PI\n+\nPI", "comes after the game has begun"),
    "bad.txt": ("lnsgkgsnl/1r5b1/pppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
                "line 1: "),
    "kingless.txt": ("9/9/9/9/9/9/9/9/9 b - 1", "has no king"),
    "moves.txt": ("startpos moves 7g7f 7g7f", "line 1: \"7g7f\" is not legal"),
    "usi.txt": ("sfen moves 7g7f", "needs 'startpos' or 'sfen' and a SFEN"),
    "chess.txt": ("e2e4 e7e5", "\"e2e4\" is not legal"),
    "mated.txt": ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b", "the game is over there (checkmate)"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_what_is_wrong(tmp_path: Path, name: str) -> None:
    text, said = BAD[name]
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(
        app, ["match", "shogi", "shogi/yss", "random", "--games", "2", "--openings", str(path)]
    )
    assert done.exit_code == 2, done.output
    assert name in done.output
    assert said in done.output.replace("\n", " ")


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.kif"
    path.write_bytes(bytes(range(128, 256)))
    with pytest.raises(BadInput, match="neither UTF-8 nor Shift JIS"):
        read_records(path)
    with pytest.raises(BadInput, match="cannot be read"):
        read_records(tmp_path / "no.csa")


@pytest.mark.parametrize("form", ["kif", "csa", "lines"])
def test_no_text_crashes_a_reader(form: str) -> None:
    reader: Callable[[str], object] = {
        "kif": read_kif,
        "csa": read_csa,
        "lines": lambda text: parse_openings([text], game="shogi"),
    }[form]
    sound = []
    for number in range(20):
        start = FULL_BOARD if number % 4 == 0 else None
        moves = random_game(number, start, plies=6)
        place = "startpos" if start is None else f"sfen {start}"
        line = f"{place} moves {' '.join(moves)}"
        sound.append(line if form == "lines" else written(form, moves, start))
    refused = 0
    for number in range(MUTATIONS):
        chance = random.Random(number)
        text = sound[number % 20]
        for _ in range(chance.choice((1, 1, 2, 5))):
            text = accident(text, chance)
        try:
            reader(text)
        except BadInput:
            refused += 1
    assert MUTATIONS // 10 < refused < MUTATIONS


# ---- matches ---------------------------------------------------------------------------------


def test_a_match_is_recorded_in_the_form_that_the_suffix_says(tmp_path: Path) -> None:
    settings = {"games": 4, "depth": 1, "seed": 3, "max_plies": 60}
    for name in ("games.kif", "games.kifu", "games.csa", "games.pgn"):
        result = match("shogi/yss", "random", record=tmp_path / name, **settings)
    names = sorted(path.name for path in tmp_path.iterdir())
    numbered = [f"games-{n}.{form}" for n in range(1, 5) for form in ("kif", "kifu")]
    assert names == sorted([*numbered, "games.csa", "games.pgn"])
    played = [record.moves for record in result.records]
    assert [game.moves for game in read_records(tmp_path / "games.csa")] == played
    for suffix in ("kif", "kifu"):
        found = [read_records(tmp_path / f"games-{n}.{suffix}")[0] for n in range(1, 5)]
        assert [game.moves for game in found] == played
        assert found[0].players == ("shogi/yss", "random")
    assert (tmp_path / "games.pgn").read_text().count("[Event") == 4


def test_records_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    for name in ("games.csa", "games.kif"):
        for seed in (1, 2):
            match("shogi/yss", "random", games=2, depth=1, seed=seed, max_plies=20,
                  record=tmp_path / name)  # fmt: skip
    assert len(read_records(tmp_path / "games.csa")) == 4
    assert (tmp_path / "games-4.kif").exists()


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        ("chess", "games.kif", "KIF and CSA are for shogi; games of chess go to a .pgn"),
        ("shogi", "games.txt", "a record ends in .pgn, .kif, .kifu, .csa, not '.txt'"),
    ],
)
def test_a_record_of_the_wrong_form_is_refused(
    tmp_path: Path, game: str, name: str, said: str
) -> None:
    words = ["match", game, "random", "random", "--games", "2", "--record", str(tmp_path / name)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert said in done.output.replace("\n", " ")


def test_openings_come_in_every_form(tmp_path: Path) -> None:
    moves = random_game(4, plies=30)
    position = Position.start("shogi").after_all(moves[:24])
    for name, text in {
        "a.kif": written("kif", moves, None),
        "b.csa": written("csa", moves, None),
        "c.txt": " ".join(moves[:24]),
        "d.txt": f"startpos moves {' '.join(moves[:24])}",
        "e.txt": f"# one\nposition startpos moves {' '.join(moves[:24])}\n",
        "f.tsv": f"{position}\tstartpos moves {' '.join(moves[:24])}",
        "g.txt": str(position),
        "h.txt": f"sfen {position}",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        (opening,) = read_openings(tmp_path / name, game="shogi")
        assert opening.position("shogi").key == position.key
        assert isinstance(opening, Opening)
    with pytest.raises(BadSetting, match="KIF and CSA are for shogi, not for chess"):
        read_openings(tmp_path / "a.kif", game="chess")


@pytest.mark.shared
def test_two_thousand_openings_of_others_are_read(shared_data: Path) -> None:
    path = shared_data / "shogi" / "openings_records2016_ply24_2000.tsv"
    openings = read_openings(path, game="shogi")
    assert len(openings) == 2000
    lines = path.read_text().splitlines()
    for opening, line in zip(openings[::50], lines[::50], strict=True):
        assert str(opening.position("shogi")) == line.split("\t")[0]
