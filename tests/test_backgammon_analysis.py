"""Matches judged: what each decision has cost."""

from pathlib import Path

import pytest

from plywise.errors import BadInput
from plywise.play.backgammon.analysis import BLUNDER, analyse
from plywise.play.backgammon.following import followed
from plywise.play.backgammon.hint import hint
from plywise.play.backgammon.mat_reading import read_mat
from small_gammon import drawn_networks, learnt_networks
from test_cli import as_json, plywise, refusal

HEAD = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
OPENING = "  1) 31: 8/5 6/5                 64: 24/14\n"
DOUBLED = "  2)  Doubles => 2                Takes\n  3) 62: 24/18 13/11*            \n"
DROPPED = "  2)  Doubles => 2                Drops\n      Wins 1 point\n"
WON = "                                  Wins 1 point\n"
SECOND = (
    "\n Game 2\n Ann : 0                        Bob : 1\n"
    "  1) 52: 13/8 13/11              66: 24/18(2) 13/7(2)\n"
)


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "small.json"
    return drawn_networks().as_weights().save(path)


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "match.mat"
    path.write_text(HEAD + OPENING + DOUBLED + WON + SECOND + WON)
    return path


# ---- what is lost ----------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [1, 2])
def test_a_play_costs_the_best_equity_minus_its_own(match: Path, plies: int) -> None:
    networks = learnt_networks()
    found = analyse(match, networks, plies=plies)
    first = found.decisions[0]
    hints = hint("start", networks, dice=(3, 1), plies=plies, candidates=99, margin=9.0)
    played = next(each for each in hints if each.play == "8/5 6/5")
    known = hint("start", networks, dice=(3, 1), plies=plies)
    best = max(known[0].equity, played.equity)
    assert (first.game, first.move, first.player, first.kind) == (1, 1, 0, "play")
    assert first.loss == pytest.approx(best - played.equity, abs=1e-5)
    assert first.equity == pytest.approx(best, abs=1e-5)


def test_players_are_told_apart_and_summed_up(match: Path) -> None:
    found = analyse(match, learnt_networks())
    ann, bob = found.players
    assert (ann.name, bob.name, found.length, found.games) == ("Ann", "Bob", 3, 2)
    for number, player in enumerate(found.players):
        own = [each for each in found.decisions if each.player == number]
        assert player.decisions == len(own) == player.plays + player.cube_decisions
        assert player.total == pytest.approx(sum(each.loss for each in own))
        assert player.error_rate == pytest.approx(1000 * player.total / len(own))
        assert player.blunders == sum(each.loss >= BLUNDER for each in own)
    assert all(each.loss >= 0 for each in found.decisions)
    assert set(found.blunders) == {each for each in found.decisions if each.loss >= BLUNDER}


def test_who_plays_what_the_networks_play_loses_nothing() -> None:
    networks = learnt_networks()
    best = hint("start", networks, dice=(3, 1), plies=1)[0].play
    record = f"{HEAD}  1) 31: {best}\n      Wins 1 point\n"
    decision = analyse(read_mat(record), networks).decisions[0]
    assert (decision.loss, decision.chosen, decision.best) == (0.0, best, best)


# ---- the cube --------------------------------------------------------------------------------


def test_a_double_too_early_and_a_wrong_drop_cost(tmp_path: Path) -> None:
    path = tmp_path / "dropped.mat"
    path.write_text(HEAD + OPENING + DROPPED)
    found = analyse(path, drawn_networks())
    double, drop = (
        next(each for each in found.decisions if each.kind == kind) for kind in ("double", "drop")
    )
    assert (double.player, drop.player, double.move, drop.move) == (0, 1, 2, 2)
    # Networks that know nothing take the sides to be about even: no double, and a clear take.
    assert double.best == "no double"
    assert drop.best == "take"
    assert double.loss > 0
    assert drop.loss > BLUNDER


def test_for_money_a_drop_costs_what_the_take_was_worth_more() -> None:
    money = (HEAD + OPENING + DROPPED).replace(" 3 point match", " 0 point match")
    found = analyse(read_mat(money), drawn_networks())
    drop = next(each for each in found.decisions if each.kind == "drop")
    assert drop.loss == pytest.approx(drop.equity + 1.0)


def test_the_cube_belongs_to_who_took_and_crawfords_game_has_none() -> None:
    match = read_mat(HEAD + OPENING + DOUBLED + "                                  Wins 2 points\n"
                     + SECOND.replace("Bob : 1", "Bob : 2") + WON)  # fmt: skip
    moments = [*followed(match, match.games[0])]
    assert [each.state.cube for each in moments] == [1, 1, 1, 1, 2]
    assert moments[-1].state.owner == 1
    assert [each.state.crawford for each in followed(match, match.games[1])] == [True, True]


# ---- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + OPENING.replace("24/14", "24/12"), "game 1, move 1: '24/12' is not legal with 64"),
        (HEAD + OPENING.replace("24/14", ""), "game 1, move 1: to move nothing is not legal"),
        (HEAD + OPENING, "game 1: the record breaks off after move 1"),
        (HEAD + OPENING + DOUBLED, "breaks off after move 3"),
        (HEAD + OPENING + WON + SECOND.replace("13/7(2)", "13/8(2)"), "game 2, move 1"),
        (HEAD[:30], "game"),
        (HEAD + "  1) 31: 8/5 6/", "game 1, move 1"),
        ("", "no match"),
    ],
)
def test_bad_records_are_refused_with_game_and_move(
    text: str, words: str, tmp_path: Path, weights: Path
) -> None:
    path = tmp_path / "bad.mat"
    path.write_text(text)
    said = refusal("analyse", path, "--weights", weights)
    assert words in said
    assert "bad.mat" in said


def test_a_record_that_breaks_off_is_analysed_on_request(tmp_path: Path) -> None:
    path = tmp_path / "part.mat"
    path.write_text(HEAD + OPENING)
    assert len(analyse(path, drawn_networks(), partial=True).decisions) == 2
    with pytest.raises(BadInput, match="--partial"):
        analyse(path, drawn_networks())


def test_a_missing_file_is_refused(weights: Path) -> None:
    assert "no file" in refusal("analyse", "nowhere.mat", "--weights", weights)


# ---- the command -----------------------------------------------------------------------------


def test_the_command_tells_players_and_blunders(match: Path, weights: Path) -> None:
    told = plywise("analyse", match, "--weights", weights).stdout
    assert "3 point match, 2 games, by 1 ply" in told
    assert "error rate" in told
    assert "Ann" in told


def test_the_command_tells_programs_all(match: Path, weights: Path) -> None:
    found = as_json("analyse", match, "--weights", weights, "--plies", "2")
    assert set(found) == {"file", "length", "games", "plies", "players", "blunders", "decisions"}
    assert set(found["players"][0]) == {
        *("name", "decisions", "plays", "cube_decisions", "total", "error_rate", "blunders"),
    }
    assert set(found["decisions"][0]) == {
        *("game", "move", "player", "kind", "dice", "chosen", "best", "loss", "equity"),
        "position",
    }
