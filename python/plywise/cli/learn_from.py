"""`plywise learn --from`: learn from games in files."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.cli import output, perfect_play
from plywise.cli.learn import (
    base,
    fresh_directory,
    settle,
    summary,
    usual_rule,
    values_table,
    verification,
    written_report,
)
from plywise.cli.match import lines as match_lines

if TYPE_CHECKING:
    from plywise.runs.from_games import Learnt

STEP = 10
"""Talks after every tenth part of the games."""


def learn_from(
    files: list[Path] | None,
    side: str | None,
    given: dict[str, Any],
    inner: dict[str, dict[str, Any]],
    *,
    config: Path | None,
    out: Path | None,
    verify: int,
    report: bool,
    workers: int | None,
    as_json: bool,
) -> None:
    """Read the games, hand them to the run, and show what was learnt."""
    import time

    from plywise.cli.crew import crew
    from plywise.errors import BadSetting
    from plywise.play.pgn_reading import read_files
    from plywise.report.reading import refuse_other_than_linear
    from plywise.runs.directory import RunDirectory
    from plywise.runs.from_games import (
        learn_games,
        refuse_strangers,
        refuse_unfit_side,
        usual_side,
    )
    from plywise.runs.one_by_one import OneByOne
    from plywise.valuing.worth import worth

    if not files:
        raise BadSetting("--side says whose searches of --from are learnt; give a PGN file")
    begun = time.perf_counter()
    goes_on = out is not None and RunDirectory(out).has_run()
    settings = base(config, out, goes_on) or usual_rule(given, inner["rule"])
    chosen = settle({**settings, "handed": True}, given, inner, goes_on=goes_on)
    side = side or usual_side(chosen)
    refuse_unfit_side(chosen, side)
    if report:
        refuse_other_than_linear(chosen)
    read = read_files(files, game=chosen.game)
    for found in read:
        for line in found.told():
            output.talk(line)
    games = [game for found in read for game in found.games]
    refuse_strangers(games, side)
    where = out or fresh_directory(chosen)
    is_new = not where.exists()
    with OneByOne(chosen, where, resume=True) as run:
        learnt = learn_games(run, games, side=side, on_game=talking)
        seen = run.run()
        nothing = not run.games
    if nothing:
        refuse_empty(where, learnt, is_new=is_new)
    seen.pgn()
    left_out = sum(len(found.troubles) for found in read)
    output.talk(told(learnt, left_out))
    for trouble in learnt.troubles[:STEP]:
        output.talk(f"not learnt: {trouble}")
    value = worth(seen.as_weights().as_linear(), seen)
    fields = summary(seen, value, time.perf_counter() - begun) | {
        "learnt": learnt.games, "known": learnt.known, "left_out": left_out,
        "others": learnt.others, "stored_leaves": learnt.stored_leaves,
        "new_searches": learnt.new_searches,
    }  # fmt: skip
    (output.silence if as_json else output.lines)(
        [*values_table(seen, value), *perfect_play.lines(fields)]
    )
    output.talk(f"run: {seen.directory}")
    try:
        match = None
        if verify:
            match = verification(seen, verify, crew(chosen.game, workers, chosen.feature_set))
            fields["match"] = match.as_dict()
            (output.silence if as_json else output.lines)(match_lines(match))
        if report:
            fields["report"] = written_report(seen, match)
    finally:  # Ctrl-C and a full disk too: what was learnt is known
        output.result(fields, [], as_json=as_json)


def refuse_empty(where: Path, learnt: "Learnt", *, is_new: bool) -> None:
    """BadInput where no game taught anything; a run that was made for it is not left behind."""
    import shutil

    from plywise.errors import BadInput

    if is_new:
        shutil.rmtree(where)
    why = "; ".join(learnt.troubles[:STEP]) or "there was nothing new in them"
    raise BadInput(f"no game taught anything: {why}")


def talking(done: int, games: int) -> None:
    """Say now and then how far it is."""
    if done % max(1, games // STEP) == 0 and done < games:
        output.talk(f"{done} of {games} games")


def told(learnt: "Learnt", left_out: int) -> str:
    """One line on what became of the games."""
    parts = [f"{learnt.games} games learnt"]
    parts += [f"{learnt.known} learnt before"] if learnt.known else []
    parts += [f"{learnt.others} without that player"] if learnt.others else []
    parts += [f"{left_out} left out"] if left_out else []
    parts.append(f"{learnt.stored_leaves} searches kept, {learnt.new_searches} made")
    return "; ".join(parts)
