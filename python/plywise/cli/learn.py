"""`plywise learn`: learn an evaluation by self-play, and show that it is one."""

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywise.cli import options, output, perfect_play, run_options
from plywise.cli.crew import crew
from plywise.cli.match import lines as match_lines
from plywise.cli.searches import search_named, searched_by
from plywise.cli.serving import beside, refuse_without_server
from plywise.cli.standing import standing
from plywise.textual import aligned, number

if TYPE_CHECKING:
    from plywise.distributed import Workers
    from plywise.learning.config import LearnConfig
    from plywise.play.match_result import MatchResult
    from plywise.runs.run import Run
    from plywise.valuing.worth import Worth

EXAMPLES = options.examples(
    "plywise learn chess --depth 2 --games 300",
    "plywise learn chess --games 1000 --out runs/first --verify 1000 --report",
    "plywise learn chess --out runs/first --games 2000 --resume",
    "plywise learn chess --features rich",
    "plywise learn chess --features centre --depth 2 --games 500",
    "plywise learn chess --evaluation network:8 --depth 1 --games 500",
    "plywise learn chess --step-size fixed:.05 --trace-decay .95 --lag 1 --seed 2",
    "plywise learn chess --depth 2 --opponents chess/standard",
    "plywise learn chess --features rich --using playing:nodes=1000 --ballot 6 --opponents pool",
    "plywise learn chess --depth 2 --from games.pgn --side plywise --out runs/mine",
    "plywise learn chess --depth 2 --openings book.epd --games 500",
    "plywise learn othello --using bayesian:nodes=500 --games 200",
    "plywise learn backgammon --games 200000 --seed 1 --out runs/gammon",
)


ADVICE = "smaller steps (--step-size coherence:c=…) or a smaller --lag may help"


def learn(
    game: options.Game,
    features: run_options.Features = None,
    evaluation: run_options.Evaluation = None,
    depth: run_options.Depth = None,
    deepen: run_options.Deepen = None,
    using: run_options.Using = None,
    games: run_options.Games = None,
    rule: run_options.Rule = None,
    step_size: run_options.StepSize = None,
    trace_decay: run_options.TraceDecay = None,
    start: run_options.Start = None,
    seed: run_options.Seed = None,
    lag: run_options.Lag = None,
    batch: run_options.Batch = None,
    rules: run_options.Rules = None,
    adjudicate: run_options.Adjudicate = None,
    max_plies: run_options.MaxPlies = None,
    ballot: run_options.Ballot = None,
    openings: run_options.Openings = None,
    gate_every: run_options.GateEvery = None,
    gate_depth: run_options.GateDepth = None,
    minutes: run_options.Minutes = None,
    opponents: run_options.Opponents = None,
    near: run_options.Near = False,
    hold_out: run_options.HoldOut = None,
    both_turns: run_options.BothTurns = None,
    brain: run_options.Brain = None,
    from_: run_options.From = None,
    side: run_options.Side = None,
    config: run_options.Config = None,
    out: run_options.Out = None,
    resume: run_options.Resume = False,
    workers: options.Workers = None,
    on: options.On = None,
    verify: run_options.Verify = 0,
    report: run_options.Report = False,
    watch: run_options.Watch = False,
    trust: options.Trust = False,
    as_json: options.Json = False,
) -> None:
    """Learn an evaluation by self-play, from pieces that are all worth 1.

    After each game the weights move by temporal differences at the principal leaves of the
    searches. Now and then a short gate match, at first against the start, answers the question
    whether it learns. Ctrl-C saves the run and ends with 130; `--resume` goes on, to the same
    result.
    """
    from plywise.report.picture import refuse_without_matplotlib
    from plywise.valuing.worth import worth

    refuse_brain(brain)
    refuse_unwatchable(watch, from_)
    if report:
        refuse_without_matplotlib()  # a package that is missing should not cost the learning
    if learns_in_batches(game, evaluation):
        refuse_in_batches(
            deepen=deepen, using=using, lag=lag, rules=rules, adjudicate=adjudicate, ballot=ballot,
            opponents=opponents, openings=openings, gate_depth=gate_depth, verify=verify or None,
            side=side, on=on, **{"from": from_},
        )  # fmt: skip
        from plywise.cli.learn_batches import learn_batches

        learn_batches(
            {
                "game": game, "features": features, "evaluation": evaluation, "plies": depth,
                "games": games, "rule": rule, "step_size": step_size, "trace_decay": trace_decay,
                "seed": seed, "batch": batch, "max_plies": max_plies, "gate_every": gate_every,
                "minutes": minutes,
            },
            start=start, config=config, out=out, resume=resume, workers=workers, report=report,
            watch=watch, as_json=as_json,
        )  # fmt: skip
        return
    given: dict[str, Any] = {
        "game": game, "features": features, "evaluation": evaluation, "games": games,
        "start": start, "seed": seed,
        "lag": lag, "batch": batch, "rules": rules, "adjudication": adjudicate,
        "max_plies": max_plies, "ballot": ballot, "openings": openings,
        "gate_every": gate_every, "gate_depth": gate_depth, "minutes": minutes,
        "step_size": step_size, "deepen": deepen,
        "opponents": opposed(opponents, near, hold_out, both_turns),
    }  # fmt: skip
    written = {} if rule is None else rule_table(rule)
    decay = {} if trace_decay is None else {"trace_decay": trace_decay}
    inner: dict[str, dict[str, Any]] = {"rule": {**written, **decay}}
    if using is None:
        inner["search"] = {"depth": depth}
    else:
        given["search"] = search_named(using, depth=depth)
    if from_ or side is not None:
        if on is not None:
            from plywise.errors import BadSetting

            raise BadSetting("--on sends games to be played; those of --from were played already")
        from plywise.cli.learn_from import learn_from

        learn_from(
            from_,
            side,
            given,
            inner,
            config=config,
            out=out,
            verify=verify,
            report=report,
            workers=workers,
            as_json=as_json,
        )
        return
    settings = settle(
        base(config, out, resume) or usual_rule(given, inner["rule"]),
        given,
        inner,
        goes_on=resume,
    )
    note_idle(settings)
    warn_of_few_nodes(settings)
    if report:
        from plywise.report.reading import refuse_other_than_linear

        refuse_other_than_linear(settings)
    hands = crew(settings.game, workers, settings.feature_set, on=on)
    with beside(out := out or fresh_directory(settings), is_wanted=watch):
        run, seconds = watched(settings, out, resume, hands)
    read = worth(run.as_weights().as_linear(), run)
    fields = summary(run, read, seconds)
    tell = output.silence if as_json else output.lines
    tell([*values_table(run, read), *perfect_play.lines(fields)])
    output.talk(f"run: {run.directory}")
    tell_forfeits(run)
    warn_by_gates(run)
    if not run.is_complete:
        goes_on = going_on(settings, run.directory)
        output.talk(f"stopped before game {settings.games:,} by --minutes; go on with: {goes_on}")
    try:
        run.pgn()
        found = None
        if verify:
            found = verification(run, verify, hands)
            fields["match"] = found.as_dict()
            tell(match_lines(found))
        if report:
            fields["report"] = written_report(run, found)
    finally:  # Ctrl-C and a full disk too: what was learnt is known
        output.result(fields, [], as_json=as_json)


def refuse_brain(brain: Path | None) -> None:
    """BadSetting for a brain in a run: each game would hang on all that were lost before it."""
    from plywise.errors import BadSetting

    if brain is not None:
        raise BadSetting(
            f"--brain {brain}: a run learns without one: its games are functions of settings, "
            "number and weights alone, and so go on to the same bit. Learn first, then teach the "
            "brain: plywise brain RUN --against OPPONENT (docs/brain.md)"
        )


def refuse_unwatchable(watch: bool, files: list[Path] | None) -> None:
    """BadInput if --watch is given where it cannot show anything, or where a package is missing."""
    from plywise.errors import BadSetting

    if watch and files:
        raise BadSetting("--watch shows a run that plays; games of a file are learnt at once")
    if watch:
        refuse_without_server()


def note_idle(settings: "LearnConfig") -> None:
    """Say which settings change nothing in so few games."""
    from plywise.learning.idle import idle_settings

    for words in idle_settings(settings):
        output.talk(f"note: {words}")


def tell_forfeits(run: "Run") -> None:
    """Say how many games opponents lost by failing, if any did."""
    from collections import Counter

    from plywise.runs.ratings import forfeits

    failed = Counter(forfeits(run))
    if failed:
        told = ", ".join(f"{name} {count}" for name, count in failed.most_common())
        output.talk(f"{failed.total()} of {len(run.history)} games were lost by failing: {told}")


def warn_by_gates(run: "Run") -> None:
    """Say what the gate matches have shown, if that is no good news."""
    from plywise.cli.live import answer
    from plywise.learning.lines import fading_gates, worse_gates

    for gate in worse_gates(run.gates):
        output.talk(f"{answer(gate)}; {ADVICE}")
    for gate in fading_gates(run.gates):
        output.talk(f"{answer(gate)}; learn by a deeper search (--depth)")


def learns_in_batches(game: str, evaluation: str | None) -> bool:
    """Whether the kernel learns the game by itself: its networks, unless others are asked for."""
    from plywise.evaluation.kinds import shape
    from plywise.games.declared import facts_of

    known = facts_of(game).learns_in_batches
    return known and (evaluation is None or shape(evaluation).is_narrow)


def refuse_in_batches(**options: Any) -> None:
    """BadSetting for options that mean nothing where games are learnt in batches."""
    from plywise.errors import BadSetting

    if wrong := [f"--{name.replace('_', '-')}" for name, value in options.items() if value]:
        raise BadSetting(
            f"{', '.join(wrong)} cannot be given where games are learnt in batches: both sides "
            "play themselves, in batches that share weights (--batch)"
        )


def base(config: Path | None, out: Path | None, resume: bool) -> dict[str, Any]:
    """The settings that the options change: those of a run or of a file; none of a new run."""
    from plywise.errors import BadSetting
    from plywise.learning.config import LearnConfig
    from plywise.runs.directory import RunDirectory

    if resume and (out is None or config is not None):
        raise BadSetting("--resume goes on with the run in --out DIR, by its own settings")
    if resume and out is not None:
        stored = RunDirectory(out).settings().as_dict()
        return {key: value for key, value in stored.items() if key != "minutes"}
    if config is not None:
        return LearnConfig.load(options.existing(config, "settings file")).as_dict()
    return {}


def rule_table(text: str) -> dict[str, Any]:
    """The rule and its settings as the command line has them."""
    from plywise.learning.rules import rule_written

    return rule_written(text)


def opposed(
    opponents: list[str] | None,
    near: bool,
    hold_out: list[str] | None = None,
    both_turns: bool | None = None,
) -> "list[str] | str | dict[str, Any] | None":
    """The opponents as settings take them.

    >>> opposed(["chess/standard"], near=False), opposed(["self"], near=False)
    (['chess/standard'], 'self')
    >>> opposed(["pool"], near=False, hold_out=["phalanx"])
    {'players': ['pool'], 'held_out': ['phalanx']}
    >>> opposed(["pool"], near=False, both_turns=False)
    {'players': ['pool'], 'both_turns': False}
    """
    from plywise.errors import BadSetting

    asked = {
        "--near chooses among": near, "--hold-out leaves out some": bool(hold_out),
        "--both-turns looks at the turns of": bool(both_turns),
        "--own-turns leaves out the turns of": both_turns is False,
    }  # fmt: skip
    if opponents in (None, [], ["self"]) and any(asked.values()):
        what = next(words for words, given in asked.items() if given)
        raise BadSetting(f"{what} opponents; name them with --opponents")
    more: dict[str, Any] = {"choice": "near"} if near else {}
    more |= {"held_out": hold_out} if hold_out else {}
    more |= {} if both_turns is None else {"both_turns": both_turns}
    if more:
        return {"players": opponents, **more}
    return "self" if opponents == ["self"] else opponents or None


def usual_rule(given: dict[str, Any], written: dict[str, Any]) -> dict[str, Any]:
    """What a run learns by where a part of the rule is `written`; {} where none is.

    Its λ is meant for temporal differences: rules with a λ of their own go by that.

    >>> usual_rule({"game": "chess", "features": "knightcap"}, {"draws": "skip"})
    {'rule': {'name': 'tdleaf', 'trace_decay': 0.7}}
    """
    from plywise.games.python_games import game_name
    from plywise.learning.rules import RULES, LearningRule
    from plywise.learning.usual import usual_settings
    from plywise.learning.usual_against import usual_against

    if not written:
        return {}
    game, rule = game_name(given["game"]), written.get("name")
    against = usual_against({**given, "rule": written}, game).get("rule")
    if against is not None and rule in (None, against["name"]):
        return {"rule": against}
    usual = usual_settings(game, given.get("features"), None, given.get("evaluation"))["rule"]
    has_own = rule in RULES and RULES[rule].trace_decay != LearningRule.trace_decay
    return {} if has_own else {"rule": usual}


def settle(
    settings: dict[str, Any],
    given: dict[str, Any],
    inner: dict[str, dict[str, Any]],
    *,
    goes_on: bool = False,
) -> "LearnConfig":
    """The settings of the run: the base, changed by the options that were given.

    Where these ask for other features, or another evaluation, the base's start does not fit them:
    the usual one stands for it, unless there was another. A run that `goes_on` refuses them itself.
    """
    from plywise.errors import BadSetting
    from plywise.learning.config import LearnConfig
    from plywise.learning.run_settings import OF_START

    again = settings.get("step_size", {}).get("name", "")
    if ":" in again and given.get("step_size") == again:
        given["step_size"] = None  # named only, so that its code may run: the settings stay
    stored = dict(settings)
    settings |= {key: value for key, value in given.items() if value is not None}
    for table, changes in inner.items():
        chosen = {key: value for key, value in changes.items() if value is not None}
        if chosen:
            settings[table] = {**settings.get(table, {}), **chosen}
    kept = stored.get("start")
    if (
        kept is None
        or given["start"] is not None
        or all(given[key] is None for key in OF_START[1:])
    ):
        return LearnConfig(**settings)
    before = LearnConfig(**stored)
    wanted = LearnConfig(**{key: value for key, value in settings.items() if key != "start"})
    changed = [key for key in OF_START if getattr(before, key) != getattr(wanted, key)]
    if not changed:
        return LearnConfig(**settings)
    usual = LearnConfig(**{key: value for key, value in stored.items() if key != "start"}).start
    if usual != before.start and not goes_on:
        raise BadSetting(
            "; ".join(f"{key} = {getattr(wanted, key)!r}" for key in changed)
            + f": the settings have a start of their own, {len(before.start)} weights for "
            + "; ".join(f"{key} = {getattr(before, key)!r}" for key in changed)
            + "; say where to start from (--start), or leave the settings as they are"
        )
    return wanted


def warn_of_few_nodes(settings: "LearnConfig") -> None:
    """Say so if other people's engines are met with fewer nodes a move than they can be met."""
    from plywise.learning.usual_against import LEAST_NODES

    nodes, opponents = getattr(settings.search, "nodes", None), settings.opponents
    engines = () if opponents is None else [one for one in opponents.players if one.is_engine]
    if engines and nodes is not None and nodes < LEAST_NODES:
        output.talk(
            f"{nodes:,} nodes a move are few against engines such as {engines[0].name}; most games "
            f"may be lost, which teaches little: give {LEAST_NODES:,} at least "
            f"(--using playing:nodes={LEAST_NODES})"
        )


def fresh_directory(config: "LearnConfig") -> Path:
    """A directory in runs/ that is not there yet, named after the run."""
    from plywise.games.python_games import title

    searched = searched_by(config.search).replace(" ", "-")
    kind = "" if config.evaluation == "linear" else f"-{config.shape.kind}"
    name = f"{title(config.game)}-{config.feature_set.title}{kind}-{searched}-seed-{config.seed}"
    path, number = Path("runs") / name, 1
    while path.exists():
        number += 1
        path = Path("runs") / f"{name}-{number}"
    return path


def watched(
    config: "LearnConfig", out: Path, resume: bool, workers: "int | Workers | None"
) -> "tuple[Run, float]":
    """Learn while showing how it goes; the run, without its PGN yet, and the seconds it took."""
    from plywise.cli.live import Watch
    from plywise.runs.trainer import Trainer

    trainer = Trainer(config, out, resume=resume, workers=workers)
    started = time.perf_counter()
    try:
        with Watch(config, compared(config)) as watch:
            run = trainer.run(on_game=watch.played, pgn=False)
    except KeyboardInterrupt:
        output.talk(f"saved; go on with: {going_on(config, out)}")
        raise
    return run, time.perf_counter() - started


def going_on(config: "LearnConfig", out: Path) -> str:
    """The command that goes on with a run; what is in files is named, since a run runs no code.

    >>> from plywise.learning.config import LearnConfig
    >>> going_on(LearnConfig(), Path("runs/first"))
    'plywise learn chess --out runs/first --resume'
    """
    names = {
        "--features": config.features,
        "--rule": config.rule.as_dict()["name"],
        "--step-size": config.step_size["name"],
    }
    named = [word for pair in names.items() if ":" in pair[1] for word in pair]
    opponents = () if config.opponents is None else config.opponents.players
    named += ["--trust"] if any(player.is_any_program for player in opponents) else []
    return shlex.join(["plywise", "learn", config.game, *named, "--out", str(out), "--resume"])


def compared(config: "LearnConfig") -> dict[str, dict[str, float]]:
    """Value sets to see the learnt one beside: the papers' for this depth, and the textbook's."""
    from plywise.evaluation.weights import in_units, published_for

    depth = getattr(config.search, "depth", None)
    return in_units(published_for(config.game, config.features, depth), config.unit)


def summary(run: "Run", read: "Worth", seconds: float) -> dict[str, Any]:
    """What `--json` says about a run."""
    from plywise.learning.lines import worse_gates

    return {
        "run": run.directory,
        "games": len(run.history),
        "seconds": seconds,
        "weights": run.weights,
        "normalised": read.values,
        "trace_decay": run.trace_decay,
        "gates": [vars(gate) for gate in run.gates],
        "got_worse": bool(worse_gates(run.gates)),
        **perfect_play.measured(run),
        **against(run),
    }


def against(run: "Run") -> dict[str, Any]:
    """Of a run with opponents: its rating over the games, and whom it met."""
    from plywise.runs.ratings import forfeits, opponents_met, rating_curve

    if run.config.opponents is None:
        return {}
    return {
        "failures": len(forfeits(run)),
        "ratings": [point.as_dict() for point in rating_curve(run)],
        "opponents": [
            {
                "name": met.rung.name, "elo": met.rung.elo, "games": met.tally.games,
                "wins": met.tally.wins, "draws": met.tally.draws, "losses": met.tally.losses,
                "score": met.tally.score,
            }
            for met in opponents_met(run)
        ],
    }  # fmt: skip


def values_table(run: "Run", read: "Worth") -> list[str]:
    """The learnt values beside the published ones."""
    others = compared(run.config)
    # Without a unit raw values tell more than none.
    values = read.values or read.weights
    # Where places have weights, a piece's own wanders against theirs: no error of its value.
    is_linear = run.config.evaluation == "linear"
    spread = {} if read.how or not is_linear else run.spread() if read.size else wandered(run)
    raw = run.weights if is_linear else run.as_weights(last=True).as_linear().as_dict()
    rows = [
        [
            name,
            number(values.get(name)),
            number(spread.get(name)),
            *(number(column.get(name)) for column in others.values()),
            number(raw[name], 3),
        ]
        for name in run.features.rows
    ]
    unit = f"{run.config.unit} = 1" if read.size else "raw values"
    how = f"{unit}; mean of the last half of {len(run.history)} games"
    header = ["", "learnt" if read.size else "learnt, raw", "±", *others, "raw, last game"]
    told = [
        f"{how}, ± from game to game",
        *aligned(header, rows),
        *([read.how] if read.how else []),
    ]
    if not is_linear:
        told.append(f"of a {run.config.evaluation}: what one more is worth where all else is even")
    if read.size is None:
        told.append(
            f"the mean {run.config.unit} is not above 0: nothing can be measured in it. Early in a "
            "run more games may change that; where pieces are a burden, as in antichess, it is the "
            "answer"
        )
    if read.boards:
        told.append(f"the places as boards: plywise show {run.directory}")
    return told


def wandered(run: "Run") -> dict[str, float]:
    """The standard deviation of each raw weight over the last half of the games."""
    wander = run.history.weights.std(axis=0, rows=run.history.kept_tail(0.5))
    return dict(zip(run.names, wander.tolist(), strict=True))


def verification(run: "Run", games: int, workers: "int | Workers | None") -> "MatchResult":
    """The match against the game's standard values or the start, at the depth of learning."""
    import plywise as pw
    from plywise.evaluation.weights import usual

    config = run.config
    opponent = usual(config.game)
    output.talk(f"verification: {games} games against {opponent.label}, {config.search!r}")
    with standing("match", games) as on_pair:
        return pw.match(
            run,
            opponent,
            game=config.game,
            games=games,
            search=config.search,
            rules=config.rules,
            adjudication=config.match_adjudication,
            max_plies=config.max_plies,
            seed=config.seed,
            workers=workers,
            on_pair=on_pair,
        )


def written_report(run: "Run", found: "MatchResult | None") -> Path:
    """The report's page, written and announced."""
    from plywise.report import write

    page = write(run, run.directory / "report", match=found)[0]
    output.talk(f"report: {page}")
    return page
