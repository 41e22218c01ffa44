"""What the thesis found for each rule set of its extensions (tables 4.4 and A.1)."""

from typing import Any, Final, NamedTuple


class Effort(NamedTuple):
    """Mean c-nodes to solution, and those of them that went into detection."""

    total: int
    singular: int
    recapture: int


CHECKS: Final[dict[str, Any]] = {"check_extension": "evasions"}
RECAPTURES: Final[dict[str, Any]] = {"recapture_extension": True}
SINGULAR: Final[dict[str, Any]] = {"singular_extension": 1}
NULL: Final[dict[str, Any]] = {"null_move": 2}

RULES: Final[dict[str, dict[str, Any]]] = {
    "none": {},
    "checks (1)": CHECKS,
    "checks (2)": {"check_extension": "checks"},
    "recaptures": RECAPTURES,
    "singular (1)": SINGULAR,
    "singular (2)": {"singular_extension": 2},
    "null (1)": {"null_move": 1},
    "null (2)": NULL,
    "checks+recaptures": CHECKS | RECAPTURES,
    "checks+singular": CHECKS | SINGULAR,
    "checks+null": CHECKS | NULL,
    "recaptures+singular": RECAPTURES | SINGULAR,
    "recaptures+null": RECAPTURES | NULL,
    "singular+null": SINGULAR | NULL,
    "checks+recaptures+singular": CHECKS | RECAPTURES | SINGULAR,
    "checks+recaptures+null": CHECKS | RECAPTURES | NULL,
    "checks+singular+null": CHECKS | SINGULAR | NULL,
    "recaptures+singular+null": RECAPTURES | SINGULAR | NULL,
    "all four": CHECKS | RECAPTURES | SINGULAR | NULL,
}
"""The rule sets, as options of the search. Combinations take checks (1), singular (1), null (2)."""

_E = Effort
PUBLISHED: Final[dict[str, tuple[Effort, Effort, Effort, Effort, Effort]]] = {
    "none": (
        _E(738_960, 0, 0), _E(4_629, 0, 0), _E(57_563, 0, 0),
        _E(938_020, 0, 0), _E(6_163_974, 0, 0),
    ),
    "checks (1)": (
        _E(88_887, 0, 0), _E(2_371, 0, 0), _E(16_653, 0, 0),
        _E(256_297, 0, 0), _E(261_505, 0, 0),
    ),
    "checks (2)": (
        _E(84_140, 0, 0), _E(2_383, 0, 0), _E(16_437, 0, 0),
        _E(233_815, 0, 0), _E(270_848, 0, 0),
    ),
    "recaptures": (
        _E(661_226, 0, 59_312), _E(5_540, 0, 418), _E(64_717, 0, 5_868),
        _E(1_011_942, 0, 110_866), _E(4_935_880, 0, 382_129),
    ),
    "singular (1)": (
        _E(360_176, 248_930, 0), _E(5_907, 1_844, 0), _E(55_069, 27_363, 0),
        _E(788_802, 525_406, 0), _E(1_879_844, 1_411_035, 0),
    ),
    "singular (2)": (
        _E(508_794, 205_913, 0), _E(6_045, 903, 0), _E(85_675, 26_038, 0),
        _E(1_286_284, 491_437, 0), _E(2_115_379, 984_997, 0),
    ),
    "null (1)": (
        _E(345_691, 0, 0), _E(3_595, 0, 0), _E(33_056, 0, 0),
        _E(380_517, 0, 0), _E(3_029_223, 0, 0),
    ),
    "null (2)": (
        _E(129_510, 0, 0), _E(3_508, 0, 0), _E(23_263, 0, 0),
        _E(197_845, 0, 0), _E(915_340, 0, 0),
    ),
    "checks+recaptures": (
        _E(62_259, 0, 6_669), _E(1_795, 0, 165), _E(19_789, 0, 2_250),
        _E(180_101, 0, 20_562), _E(149_016, 0, 11_736),
    ),
    "checks+singular": (
        _E(82_947, 49_689, 0), _E(2_101, 477, 0), _E(22_513, 10_935, 0),
        _E(177_606, 103_737, 0), _E(403_320, 263_192, 0),
    ),
    "checks+null": (
        _E(46_910, 0, 0), _E(1_997, 0, 0), _E(9_294, 0, 0),
        _E(140_783, 0, 0), _E(115_929, 0, 0),
    ),
    "recaptures+singular": (
        _E(372_378, 248_282, 34_855), _E(6_029, 1_815, 496), _E(68_813, 34_814, 5_802),
        _E(976_091, 649_029, 101_218), _E(1_412_164, 1_000_304, 105_208),
    ),
    "recaptures+null": (
        _E(151_396, 0, 18_209), _E(3_755, 0, 260), _E(26_045, 0, 2_627),
        _E(259_312, 0, 31_899), _E(991_379, 0, 119_945),
    ),
    "singular+null": (
        _E(156_214, 107_900, 0), _E(6_946, 2_709, 0), _E(37_974, 21_994, 0),
        _E(343_603, 241_732, 0), _E(735_651, 520_956, 0),
    ),
    "checks+recaptures+singular": (
        _E(100_612, 59_493, 9_167), _E(2_516, 558, 200), _E(26_161, 12_240, 2_211),
        _E(264_912, 158_925, 27_441), _E(344_303, 213_587, 22_197),
    ),
    "checks+recaptures+null": (
        _E(30_614, 0, 2_885), _E(2_159, 0, 124), _E(10_556, 0, 808),
        _E(74_940, 0, 8_054), _E(105_361, 0, 8_023),
    ),
    "checks+singular+null": (
        _E(64_106, 41_387, 0), _E(2_923, 768, 0), _E(17_048, 8_814, 0),
        _E(120_453, 78_039, 0), _E(357_950, 243_961, 0),
    ),
    "recaptures+singular+null": (
        _E(163_433, 111_493, 15_591), _E(6_299, 2_351, 444), _E(48_230, 27_607, 4_139),
        _E(421_994, 301_593, 41_525), _E(551_898, 364_679, 51_344),
    ),
    "all four": (
        _E(69_738, 44_837, 5_693), _E(3_433, 1_015, 218), _E(19_983, 10_432, 1_326),
        _E(145_299, 95_805, 12_805), _E(339_507, 225_970, 26_344),
    ),
}  # fmt: skip
"""Over all 563, then by the bands of depth 4–5, 6–7, 8–9 and 10+."""

BRANCHING: Final[dict[str, tuple[float, float]]] = {
    "none": (3.84, 3.38),
    "checks (1)": (3.84 - 1.24, 3.38 - 1.22),
}
"""Effective branching factors at depths 6–7 and 10+, those that the text of 4.4.7.4 gives."""
