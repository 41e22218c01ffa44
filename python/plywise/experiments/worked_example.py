"""The two worked examples of Bayesian search (van der Spoel 2007, 3.3): every number of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plywise._kernel import bayesian_tree
from plywise.experiments.kit.plan import Experiment, ExperimentPlan, Size
from plywise.experiments.kit.result import Result, Row, Table
from plywise.searching.reference.bayesian import Node, back_up, gain, judge

Written = Sequence[int | Sequence[tuple[float, float]]]
"""A tree, breadth first: of an inner node the number of its children, of a leaf its spikes."""
Numbers = Mapping[str, float]
DIGITS = 8

FULL_NAMES = "ABCDEFGH"
FULL: Written = (
    3,
    ((-3, 0.25), (-2, 0.25), (-1, 0.5)),
    ((-5, 0.25), (-3, 0.25), (-2, 0.5)),
    2,
    2,
    ((0, 0.5), (6, 0.5)),
    ((-5, 0.5), (-4, 0.5)),
    ((-6, 0.5), (-2, 0.5)),
)
"""Figure 3.7."""
FULL_PUBLISHED = {
    "E[A]": 4.21875, "E[B]": -1.75, "E[C]": -3.0, "E[D]": -2.625, "U_all": 1.21875,
    "QSS of B": 0.09375, "QSS of C": 0.53125, "QSS of F": 1.09375,
    "QSS of G": 0.09375, "QSS of H": 0.34375,
}  # fmt: skip

SMALL_NAMES = "RSTUVW"
SMALL: Written = (
    3,
    ((-0.5, 1.0),),
    ((-7 / 16, 0.5), (-9 / 16, 0.5)),
    2,
    ((1.0, 0.25), (0.0, 0.75)),
    ((1.0, 0.25), (0.0, 0.75)),
)
"""Figure 3.6: S is worth ½, T 7/16 or 9/16, and the third move wins if V and W both turn out so."""
SMALL_PUBLISHED = {"U_all": 31 / 512, "QSS of T": 16 / 512, "QSS of V": 45 / 1024}


@dataclass(frozen=True)
class Example:
    """One of the figures."""

    label: str
    names: str
    nodes: Written
    published: Numbers


EXAMPLES = (
    Example("figure 3.7", FULL_NAMES, FULL, FULL_PUBLISHED),
    Example("figure 3.6", SMALL_NAMES, SMALL, SMALL_PUBLISHED),
)


def in_kernel(example: Example, *, anew: bool = False) -> dict[str, float]:
    """What the kernel makes of a figure; with `anew` the best move is chosen again each time.

    >>> round(in_kernel(EXAMPLES[0])["QSS of F"], 12)
    1.09375
    """
    expectations, whole, worths = bayesian_tree(example.nodes, anew=anew)
    return _named(example.names, expectations, whole, worths)


def in_python(example: Example) -> dict[str, float]:
    """What the plain reference makes of it."""
    nodes = [Node([] if isinstance(n, int) else sorted(n, reverse=True)) for n in example.nodes]
    children = iter(nodes[1:])
    for node, written in zip(nodes, example.nodes, strict=True):
        if isinstance(written, int):
            node.children = [next(children) for _ in range(written)]
    back_up(nodes[0])
    judge(nodes[0])
    expectations, worths = [n.expectation for n in nodes], [n.worth for n in nodes]
    return _named(example.names, expectations, gain(nodes[0]), worths)


def _named(
    names: str, expectations: Sequence[float], whole: float, worths: Sequence[float]
) -> dict[str, float]:
    told = {f"E[{name}]": value for name, value in zip(names, expectations, strict=True)}
    told |= {f"QSS of {name}": value for name, value in zip(names, worths, strict=True)}
    return told | {"U_all": whole}


def run(plan: ExperimentPlan) -> Result:
    """Every printed number of both figures, by the kernel; the reference beside it in a table."""
    rows = [
        Row(
            label=f"{example.label}: {what}",
            published=value,
            measured=in_kernel(example)[what],
            digits=DIGITS,
        )
        for example in EXAMPLES
        for what, value in example.published.items()
    ]
    return plan.result(
        rows=rows,
        error="none: nothing is drawn",
        units="figures",
        settings={"kept": "all spikes", "best move": "held"},
        notes=(
            "The QSS of T is 15/512 with the best move held fixed, as figure 3.7 needs it, and the "
            "printed 16/512 with the best move chosen anew: the paper uses both.",
        ),
        tables=(_both(),),
    )


def _both() -> Table:
    cells = []
    for example in EXAMPLES:
        held, anew = in_kernel(example), in_kernel(example, anew=True)
        plain = in_python(example)
        cells += [
            (f"{example.label}: {what}", *(f"{told[what]:.12g}" for told in (held, plain, anew)))
            for what in example.published
        ]
    return Table(
        title="Kernel and reference",
        header=("", "kernel", "plain Python", "kernel, best move anew"),
        rows=tuple(cells),
    )


EXPERIMENT = Experiment(
    name="worked-example",
    title="The worked examples of Bayesian search",
    source="van der Spoel 2007, 3.3, figures 3.6 and 3.7, tables 3.1 to 3.4",
    sizes={"quick": Size(seeds=1, games=2), "paper": Size(seeds=1, games=2)},
    run=run,
)
