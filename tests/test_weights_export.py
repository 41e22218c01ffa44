"""Exported weights say in other languages what they say here."""

import json
import subprocess
from pathlib import Path

import pytest

import plywise as pw
from conftest import require_compiler
from plywise import _kernel
from plywise.errors import BadInput, BadSetting, UnknownName
from plywise.evaluation.boards import centred
from plywise.evaluation.weights import Weights, resolve
from plywise.valuing.weights_export import FORMS, Sheet, export, sheet

KINDS = ("PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN")
C = """
#include <stdio.h>
#include <string.h>
#include "weights.h"
int main(void) {
    const NUMBER *places[] = {%s};
    const NUMBER pieces[] = {%s};
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        NUMBER value = 0;
        int square = 56;  /* a8 */
        for (const char *sign = line; *sign != ' '; sign++) {
            const char *men = "PNBRQKpnbrqk", *man = strchr(men, *sign);
            if (*sign == '/') square -= 16;
            else if (*sign >= '1' && *sign <= '8') square += *sign - '0';
            else {
                int kind = (int)(man - men), black = kind >= 6;
                if (kind %% 6 < 5) {
                    int seen = black ? square ^ 56 : square;
                    NUMBER worth = pieces[kind %% 6] + places[kind %% 6][seen];
                    value += black ? -worth : worth;
                }
                square++;
            }
        }
        printf(FORM "\\n", value);
    }
    return 0;
}
"""
RUST = """
mod weights;
use weights::*;
use std::io::BufRead;
fn main() {
    let pieces = [%s];
    let places = [%s];
    for line in std::io::stdin().lock().lines() {
        let (mut value, mut square) = (0, 56_usize);
        for sign in line.unwrap().split(' ').next().unwrap().chars() {
            if sign == '/' { square -= 16; continue; }
            if let Some(gap) = sign.to_digit(10) { square += gap as usize; continue; }
            if let Some(kind) = "pnbrq".find(sign.to_ascii_lowercase()) {
                let black = sign.is_ascii_lowercase();
                let seen = if black { square ^ 56 } else { square };
                let worth = pieces[kind] + places[kind][seen / 8][seen %% 8];
                if black { value -= worth } else { value += worth }
            }
            square += 1;
        }
        println!("{value:?}");
    }
}
"""


def positions(count: int) -> list[_kernel.Position]:
    """Positions of random games."""
    found: list[_kernel.Position] = []
    number = 0
    while len(found) < count:
        position = _kernel.Position.start("chess")
        for drawn in _kernel.random_u64(11, number, 60):
            if not (legal := position.moves):
                break
            position = position.after(legal[drawn % len(legal)])
            found.append(position)
        number += 1
    return found[:count]


def drawn_weights() -> Weights:
    """A value for every square that no symmetry hides."""
    full = pw.game("chess").features("full-board")
    chance = _kernel.random_u64(5, 1, len(full))
    values = [1.0 + 5.0 * (n < 5) * n + (c / 2**64 - 0.5) for n, c in enumerate(chance)]
    return Weights(game="chess", features="full-board", values=tuple(values), label="drawn")


def answered(program: list[str], asked: list[_kernel.Position]) -> list[float]:
    text = "\n".join(map(str, asked)) + "\n"
    done = subprocess.run(program, input=text, capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]


def said_here(what: Sheet, asked: list[_kernel.Position]) -> list[float]:
    """What plywise says of the positions with the weights of the same sheet."""
    named = json.loads(export(what, "json"))
    weights = resolve(named["weights"], game="chess", features=named["features"])
    evaluation = weights.kernel()
    return [evaluation.real_value(position) for position in asked]


@pytest.mark.parametrize("centipawns", [False, True], ids=["pawns", "centipawns"])
def test_a_c_program_gives_the_same_values(centipawns: bool, tmp_path: Path) -> None:
    compiler = require_compiler("cc")
    what = sheet(drawn_weights(), centipawns=centipawns, a1_first=True)
    (tmp_path / "weights.h").write_text(export(what, "c"))
    places = ", ".join(f"&CHESS_{kind}_PLACES[0][0]" for kind in KINDS)
    program = C % (places, ", ".join(f"CHESS_{kind}" for kind in KINDS))
    number, form = ("int", "%d") if centipawns else ("double", "%.17g")
    (tmp_path / "main.c").write_text(f'#define NUMBER {number}\n#define FORM "{form}"\n{program}')
    subprocess.run(
        [compiler, "-O1", "-Wall", "-Werror", "main.c", "-o", "main"], cwd=tmp_path, check=True
    )
    asked = positions(1000)
    said = answered([str(tmp_path / "main")], asked)
    assert said == pytest.approx(said_here(what, asked), abs=0 if centipawns else 1e-9)


def test_a_rust_program_gives_the_same_values(tmp_path: Path) -> None:
    compiler = require_compiler("rustc")
    what = sheet(drawn_weights(), centipawns=True, a1_first=True)
    (tmp_path / "weights.rs").write_text(export(what, "rust"))
    names = (", ".join(KINDS), ", ".join(f"{kind}_PLACES" for kind in KINDS))
    (tmp_path / "main.rs").write_text(RUST % names)
    subprocess.run([compiler, "main.rs", "-o", "main"], cwd=tmp_path, check=True)
    asked = positions(1000)
    assert answered([str(tmp_path / "main")], asked) == said_here(what, asked)


def test_the_python_form_is_a_module_with_the_same_numbers() -> None:
    what = sheet(drawn_weights())
    room: dict[str, object] = {}
    exec(export(what, "python"), room)
    assert room["KNIGHT"] == what.values["knight"]
    tables = room["PAWN_PLACES"]
    assert tables[6][0] == what.values["pawn_a2"]  # type: ignore[index]
    reversed_room: dict[str, object] = {}
    exec(export(sheet(drawn_weights(), a1_first=True), "python"), reversed_room)
    assert reversed_room["PAWN_PLACES"] == tables[::-1]  # type: ignore[index]


@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize("name", ["chess/thesis", "chess/thesis-half-board", "chess/pesto"])
def test_what_is_exported_is_taken_back(form: str, name: str, tmp_path: Path) -> None:
    what = sheet(resolve(name))
    path = tmp_path / f"back.{form}"
    path.write_text(export(what, form))
    back = resolve(path)
    assert back.features == resolve(name).features
    assert back.as_dict() == what.values


def test_the_evaluation_stays_the_same_but_for_its_unit() -> None:
    weights = drawn_weights()
    what = sheet(weights)
    features, size = weights.feature_set, what.read.size
    assert size is not None
    moved = centred(features, weights.as_dict())
    assert what.values == pytest.approx({name: value / size for name, value in moved.items()})
    for position, value in zip(positions(50), said_here(what, positions(50)), strict=True):
        assert value * size == pytest.approx(weights.kernel().real_value(position), abs=1e-9)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["chess/knightcap-learnt", "shogi/yss", "othello/standard"])
def test_every_form_writes_stages_and_other_games(form: str, name: str) -> None:
    weights = resolve(name)
    what = sheet(weights)
    text = export(what, form)
    if form in ("c", "rust", "python"):
        assert all(stage in text for stage in weights.feature_set.stages)
    assert len(text.splitlines()) > 5


def test_a_unit_that_is_none_is_flagged_or_refused() -> None:
    upside_down = resolve([-1, 3, 3, 5, 9])
    assert "RAW WEIGHTS: the pawn is worth -1, which is no unit" in export(sheet(upside_down), "c")
    for form in ("uci",):
        with pytest.raises(BadSetting, match="the pawn is worth -1"):
            export(sheet(upside_down), form)
    with pytest.raises(BadSetting, match="leave --centipawns out"):
        sheet(upside_down, centipawns=True)


def test_networks_and_unknown_forms_are_refused() -> None:
    with pytest.raises(BadInput, match="no sum of terms"):
        sheet(resolve("backgammon/standard"))
    with pytest.raises(UnknownName, match="unknown form of export 'pascal'"):
        export(sheet(resolve("chess/standard")), "pascal")
