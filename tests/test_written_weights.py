"""Weights are taken as people write them, wherever weights are asked for."""

import json
from pathlib import Path

import pytest

import plywise as pw
from plywise.errors import BadInput, BadSetting, DamagedFile, UnknownName
from plywise.evaluation.weights import resolve
from plywise.learning.config import LearnConfig
from plywise.play.opponents import is_opponent

NAMED = {"pawn": 1.0, "knight": 3.2, "bishop": 3.3, "rook": 5.0, "queen": 9.0}
VALUES = tuple(NAMED.values())


def csv_of(named: dict[str, float], heading: str = "") -> str:
    return heading + "".join(f"{name},{value}\n" for name, value in named.items())


@pytest.mark.parametrize(
    "text",
    [
        "1:3.2:3.3:5:9",
        " 1 : 3.2 : 3.3 : 5 : 9e0 ",
        "pawn=1,knight=3.2,bishop=3.3,rook=5,queen=9",
        "queen=9, rook=5, bishop=3.3, knight=3.2, pawn=1",
        "chess/pawn=1,knight=3.2,bishop=3.3,rook=5,queen=9",
    ],
)
def test_weights_may_be_written_out(text: str) -> None:
    found = resolve(text)
    assert (found.game, found.features, found.values) == ("chess", "material", VALUES)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("m.json", json.dumps(NAMED)),
        ("m.json", json.dumps(list(VALUES))),
        ("m.json", json.dumps({"game": "chess", "features": "material", "weights": NAMED})),
        ("m.csv", csv_of(NAMED)),
        ("m.csv", csv_of(NAMED, "# mine\nfeature,weight\n")),
        ("m.csv", csv_of(NAMED, "\ufeffname,value\n")),
        ("m.txt", "1:3.2:3.3:5:9\n"),
    ],
)
def test_weights_may_stand_in_files_of_others(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    found = resolve(path)
    assert (found.values, found.label) == (VALUES, "m" if name != "m.txt" else text.strip())


def test_they_are_taken_for_matches_searches_and_starts() -> None:
    result = pw.match("1:3:3:5:9", "100:300:300:500:900", games=2, depth=1)
    assert (result.a, result.b) == ("1:3:3:5:9", "100:300:300:500:900")
    assert LearnConfig(start="2:3:3:5:9").start == (2.0, 3.0, 3.0, 5.0, 9.0)
    wider = LearnConfig(features="half-board", start="2:3:3:5:9").start
    assert (wider[:5], sum(wider[5:])) == ((2.0, 3.0, 3.0, 5.0, 9.0), 0.0)
    assert not is_opponent("100:300:300:500:900")
    assert is_opponent("gnuches:depth=2")


def test_the_set_is_the_first_that_has_all_the_names() -> None:
    wide = resolve("pawn=1,knight=3,bishop=3,rook=5,queen=9,centre=.1")
    assert (wide.features, wide.values[-1]) == ("centre", 0.1)
    places = resolve("pawn=1,knight=3,bishop=3,rook=5,queen=9,pawn_rank7=.5")
    assert places.features == "ranks-rings"


def test_names_of_another_game_are_found_there(tmp_path: Path) -> None:
    path = resolve("shogi/yss").save(tmp_path / "yss.json")
    named = pw.Weights.load(path).as_dict()
    path.write_text(json.dumps(named))
    assert (resolve(path).game, resolve(path).as_dict()) == ("shogi", named)


def test_pieces_that_are_not_named_are_as_usual_and_it_is_said() -> None:
    with pytest.warns(UserWarning, match="as usual in chess: bishop=300, rook=500, queen=900"):
        found = resolve("pawn=100,knight=320")
    assert found.values == (100.0, 320.0, 300.0, 500.0, 900.0)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("1:2:3", BadSetting, "3 numbers, but 'material' of chess has 5 features"),
        ("pawn=1,kniht=3", UnknownName, "did you mean 'knight'"),
        ("pawn=one", BadSetting, "pawn is 'one', which is no number"),
        ("pawn=1,pawn=2", BadSetting, "pawn is given twice"),
        ("shogi/pawn=1,lance=3", BadSetting, "no weight for knight, silver"),
        ("1:3:3:5:9:", UnknownName, "unknown weights file"),
        ("pawn=1e999,knight=3,bishop=3,rook=5,queen=9", BadSetting, "finite"),
    ],
)
def test_what_cannot_be_meant_is_told(text: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        resolve(text)


@pytest.mark.parametrize(
    ("name", "text", "kind", "message"),
    [
        ("m.json", '{"pawn": "much"}', BadSetting, r"m\.json.*no number"),
        ("m.json", '{"pawn": true}', BadSetting, r"m\.json.*no number"),
        ("m.json", '{"weights": {"pawn": 1}, "colour": 3}', UnknownName, r"m\.json.*'colour'"),
        ("m.json", '{"pawn": 1', DamagedFile, r"m\.json is not a weights file"),
        ("m.csv", "pawn\nknight\n", BadInput, r"row 1"),
        ("m.csv", "feature,weight\n", DamagedFile, "not a weights file"),
        ("m.txt", "hello", DamagedFile, "not a weights file"),
    ],
)
def test_files_that_cannot_be_meant_are_told(
    name: str, text: str, kind: type[Exception], message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(kind, match=message):
        resolve(path)
