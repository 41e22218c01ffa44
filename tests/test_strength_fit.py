"""Strengths in points are those of an independent fit, and their errors hold the truth."""

from itertools import combinations

import numpy as np
import pytest

from plywise.errors import BadSetting
from plywise.play.interval import NORMAL_95
from plywise.play.strength_fit import Played, StrengthFit, fit_strengths

STRENGTHS = {"zero": 0.0, "a": -2.6, "b": -1.1, "c": -0.2, "d": 0.5, "e": 0.6, "f": 0.7}


def table(
    *, error: float, bend: float = 0.0, rng: np.random.Generator, strengths: dict[str, float]
) -> list[Played]:
    """A match of each two; strengths fail to add up by `bend` times the square of a difference."""
    matches = []
    for a, b in combinations(strengths, 2):
        apart = strengths[a] - strengths[b]
        chance, bent = rng.normal(size=2)
        points = apart + chance * error / NORMAL_95 + bent * bend * apart**2
        matches.append(Played(a, b, points, error))
    return matches


def weighted_squares(fit: StrengthFit) -> float:
    return sum(
        (m.points - fit.expected(m)) ** 2
        / ((m.error / NORMAL_95) ** 2 + (fit.misfit * fit.expected(m) ** 2) ** 2)
        for m in fit.matches
    )


@pytest.mark.parametrize("seed", range(10))
def test_strengths_are_those_of_least_squares(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matches = [m._replace(error=float(rng.uniform(0.05, 0.3)))
               for m in table(error=0.2, rng=rng, strengths=STRENGTHS)]  # fmt: skip
    fit = fit_strengths(matches, zero="zero")
    free = [name for name in STRENGTHS if name != "zero"]
    spread = [np.hypot(m.error / NORMAL_95, fit.misfit * fit.expected(m) ** 2) for m in matches]
    rows = [
        [((n == m.a) - (n == m.b)) / s for n in free] for m, s in zip(matches, spread, strict=True)
    ]
    best, *_ = np.linalg.lstsq(
        np.array(rows), [m.points / s for m, s in zip(matches, spread, strict=True)], rcond=None
    )
    assert [fit.strengths[name] for name in free] == pytest.approx(best.tolist())
    covariance = np.linalg.inv(np.array(rows).T @ np.array(rows))
    errors = (NORMAL_95 * np.sqrt(np.diag(covariance))).tolist()
    assert [fit.error(name) for name in free] == pytest.approx(errors, rel=1e-4)
    assert (fit.strengths["zero"], fit.error("zero")) == (0.0, 0.0)


@pytest.mark.parametrize("bend", [0.0, 0.1])
def test_the_errors_hold_the_truth_nineteen_times_in_twenty(bend: float) -> None:
    rng = np.random.default_rng(5)
    held = []
    for _ in range(300):
        fit = fit_strengths(
            table(error=0.1, bend=bend, rng=rng, strengths=STRENGTHS), zero="zero"
        )  # fmt: skip
        held += [
            abs(fit.strengths[n] - STRENGTHS[n]) <= fit.error(n) for n in STRENGTHS if n != "zero"
        ]
    assert 0.9 <= np.mean(held) <= 0.98


def test_the_misfit_is_what_chance_does_not_explain() -> None:
    rng = np.random.default_rng(1)
    bent = fit_strengths(table(error=0.02, bend=0.2, rng=rng, strengths=STRENGTHS), zero="zero")
    assert bent.misfit > 0.05
    assert weighted_squares(bent) == pytest.approx(21 - 6, rel=1e-6)  # matches minus strengths
    exact = [
        Played("a", "zero", 1.0, 0.1),
        Played("b", "a", 0.5, 0.1),
        Played("b", "zero", 1.5, 0.1),
    ]
    assert fit_strengths(exact, zero="zero").misfit == 0.0


def test_the_parts_of_an_error_add_up_in_squares() -> None:
    rng = np.random.default_rng(2)
    fit = fit_strengths(table(error=0.1, bend=0.3, rng=rng, strengths=STRENGTHS), zero="zero")
    for name in ("a", "d"):
        own, others = (fit.chance_error(name, others=others) for others in (False, True))
        assert min(own, others, fit.misfit_error(name)) > 0
        assert np.hypot(own, others) == pytest.approx(fit.chance_error(name))
        assert np.hypot(fit.chance_error(name), fit.misfit_error(name)) == pytest.approx(
            fit.error(name)
        )


def test_a_match_of_two_who_are_far_apart_tells_little() -> None:
    near = [Played("a", "zero", 0.5, 0.05), Played("b", "zero", 0.3, 0.05),
            Played("a", "b", 0.2, 0.05)]  # fmt: skip
    far = [Played(name, "weak", points, 0.05) for name, points in
           (("zero", 2.5), ("a", 2.6), ("b", 2.7))]  # fmt: skip
    alone, together = (fit_strengths(m, zero="zero") for m in (near, [*near, *far]))
    for name in ("a", "b"):
        assert together.strengths[name] == pytest.approx(alone.strengths[name], abs=0.01)
    assert together.error("weak") > 4 * together.error("a")


@pytest.mark.parametrize(
    "matches",
    [
        [],
        [Played("a", "b", 0.1, 0.1)],
        [Played("a", "zero", 0.1, 0.1), Played("b", "c", 0.1, 0.1)],
    ],
)
def test_who_is_not_connected_with_zero_has_no_strength(matches: list[Played]) -> None:
    with pytest.raises(BadSetting, match="connected by matches with 'zero'"):
        fit_strengths(matches, zero="zero")
