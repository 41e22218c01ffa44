"""A brain on a server: it plays there, keeps what lost games teach, and searches between games."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from brain_games import START, after, entry, own_moves
from ics_standin import Script as IcsScript
from ics_standin import Standin as IcsStandin
from ics_standin import serving as serving_ics
from lichess_standin import Script, Standin, serving
from plywise.errors import BadInput, BadSetting
from plywise.online.house import GameLog, House
from plywise.online.ics import Ics, Login
from plywise.online.memory import Memory, memory_for
from plywise.play.brain import Brain, read_brain, save_brain
from plywise.play.endings import End
from plywise.play.player import player
from plywise.runs.handed_games import read_handed
from plywise.runs.joining import FinishedGame
from plywise.runs.one_by_one import OneByOne
from plywise.searching import profile

EVALUATION = player("chess/standard").evaluation
QUICK = profile("playing", nodes=60)
LOSS = ("g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "d2d3", "d7d6", "a2a3", "a7a6")


def on_lichess(folder: Path, said: list[str], memory: Memory, **more: Any) -> None:
    """Two lost games; the second is offered when what the first has marked was searched."""
    pytest.importorskip("berserk", reason="needs the extra online: pip install berserk")
    from plywise.online.lichess import Lichess

    scripts = [Script(identity=f"lost{n:04}", plies=16, winner="other") for n in range(2)]
    standin, log = Standin(scripts[:1]), GameLog(path=folder / "log.jsonl")
    house = House(nodes=60, tell=said.append, log=log, memory=memory, **more)

    def offer() -> None:
        until = time.monotonic() + 60
        while not any("searched again" in line for line in said) and time.monotonic() < until:
            time.sleep(0.02)
        with standin.changed:
            standin.scripts.append(scripts[1])
            standin.changed.notify_all()

    threading.Thread(target=offer, daemon=True).start()
    with serving(standin) as url:
        Lichess(house, standin.token, url=url, pause=0.05).play(2)


def on_ics(folder: Path, games: int, said: list[str], **more: Any) -> IcsStandin:
    standin = IcsStandin([IcsScript(plies=16, end="beats") for _ in range(games)])
    standin.offers = []
    house = House(nodes=60, tell=said.append, log=GameLog(path=folder / "log.jsonl"), **more)
    with serving_ics(standin) as port:
        where = "127.0.0.1", port
        Ics(house, Login("guest"), address=where, pause=0.05, seeks=("3 2",)).play(games)
    return standin


def lost(moves: tuple[str, ...] = LOSS, **more: Any) -> FinishedGame:
    given: dict[str, Any] = {
        "identity": "x", "start": str(START), "moves": moves, "names": ("we", "they"),
        "end": End(outcome=0.0, reason="resignation"),
    }  # fmt: skip
    return FinishedGame(**{**given, **more})


def test_lost_games_are_kept_and_searched_between_games_and_teach_no_run(tmp_path: Path) -> None:
    run, path, said = tmp_path / "run", tmp_path / "brain.jsonl", list[str]()
    with OneByOne.at(run, start="chess/standard") as opened, Memory(path) as memory:
        on_lichess(tmp_path, said, memory, run=opened)
    assert any("gets stale" in line for line in said)
    assert sum("kept in the brain" in line for line in said) == 2
    assert any("positions of the brain searched again" in line for line in said)
    brain = read_brain(path)
    assert brain.games == 2
    assert len(brain) > 0
    first, second = (game.record for game in read_handed(run))
    assert first.ply_numbers.tolist() == list(range(0, len(first.moves), 2))
    # What the brain knew in the second game was not learnt from.
    assert len(second.ply_numbers) < len(range(0, len(second.moves), 2))


def test_a_brain_learns_without_a_run_and_before_the_next_seek(tmp_path: Path) -> None:
    path, said = tmp_path / "brain.jsonl", list[str]()
    with Memory(path) as memory:
        standin = on_ics(tmp_path, 2, said, weights="chess/standard", memory=memory)
    assert sum(": 0-1 against Fritz" in line for line in said) == 2
    assert read_brain(path).games == 2
    assert len(read_brain(path)) > 0
    assert "seek 3 2" in standin.heard
    assert any("of the brain" in line for line in said)


def test_a_brain_that_is_not_to_learn_is_played_by_and_stays(tmp_path: Path) -> None:
    path = save_brain(Brain([entry(START, "a2a4", 0.1, 0)]), tmp_path / "brain.jsonl")
    before, said = path.read_bytes(), list[str]()
    with Memory(path, learns=False) as memory:
        standin = on_ics(tmp_path, 1, said, weights="chess/standard", memory=memory)
    assert standin.games[0].moves[0] == "a2a4"
    assert path.read_bytes() == before
    assert any("those of other weights" in line for line in said)


def test_searches_end_where_a_game_begins_and_what_is_marked_is_not_played(tmp_path: Path) -> None:
    with Memory(tmp_path / "brain.jsonl") as memory:
        memory.open(EVALUATION)
        seen = {move.ply: move for move in own_moves([0.3, 0.4, 0.2, 0.1, -2.0])}
        assert memory.keep(lost(), "first", seen, EVALUATION, QUICK) == 2
        assert len(read_brain(tmp_path / "brain.jsonl").marked) == 2
        marked = memory.brain.marked[0]
        assert memory.recalling().entry(memory.brain.position(marked)) is None
        memory.begin()
        assert memory.study(EVALUATION, QUICK) == ""
        memory.end()
        told = memory.study(EVALUATION, QUICK, lambda: False)
        assert "are to be searched later" in told
        assert memory.is_due
        assert memory.study(EVALUATION, QUICK).endswith("0 to go")
        assert not memory.is_due
    clean = read_brain(tmp_path / "brain.jsonl")
    assert not clean.marked
    with Memory(tmp_path / "brain.jsonl") as memory:
        memory.open(EVALUATION)
        assert not memory.is_due


@pytest.mark.parametrize(
    ("game", "kept"),
    [
        (lost(), True),  # nothing was seen: it is searched again
        (lost(end=End(outcome=1.0, reason="resignation")), False),
        (lost(end=End(outcome=0.5, reason="draw agreed")), False),
        (lost(end=End(outcome=0.5, reason="draw agreed"), ratings=(1600.0, 1200.0)), True),
        (lost(moves=LOSS[:4]), False),
    ],
)
def test_what_is_not_remembered_is_searched_and_only_losses_are_kept(
    game: FinishedGame, kept: bool, tmp_path: Path
) -> None:
    with Memory(tmp_path / "brain.jsonl") as memory:
        memory.open(EVALUATION)
        assert bool(memory.keep(game, "first", {}, EVALUATION, QUICK)) == kept
        assert memory.brain.games == 1


def test_two_clients_do_not_share_a_brain_that_learns(tmp_path: Path) -> None:
    path = save_brain(Brain([entry(after("e2e4"), "e7e5", 0.1, 1)]), tmp_path / "brain.jsonl")
    with Memory(path), pytest.raises(BadInput, match="another trainer"), Memory(path):
        pass
    with Memory(path, learns=False) as memory, pytest.raises(BadSetting, match="of chess"):
        memory.open(player("atomic/stockfish", game="atomic").evaluation)
    with pytest.raises(BadSetting, match="give --brain FILE"):
        memory_for(None, learns=False)
    with pytest.raises(BadInput, match="there is no brain"):
        Memory(tmp_path / "nowhere.jsonl", learns=False).open(EVALUATION)
