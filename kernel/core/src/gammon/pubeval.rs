//! pubeval: Tesauro's linear yardstick of 1993, in the public domain.
//!
//! A score of 122 inputs for the board after a move, seen by the mover: for each point from 24 to 1
//! an enemy blot, an own blot, two or more, three, and (n − 3)/2 of four or more; then half the
//! enemy's men on the bar and a fifteenth of the own men off.

use std::sync::LazyLock;

use crate::games::backgammon::board::{BAR, Board, MEN, OFF};

/// Weights of a point: enemy blot, own blot, two or more, three, spares.
type Point = [f32; 5];

#[rustfmt::skip]
const CONTACT: [Point; 24] = [
    [0.25696, -0.66937, -1.66135, -2.02487, -2.53398],
    [-0.16092, -1.11725, -1.06654, -0.92830, -1.99558],
    [-1.10388, -0.80802, 0.09856, -0.62086, -1.27999],
    [-0.59220, -0.73667, 0.89032, -0.38933, -1.59847],
    [-1.50197, -0.60966, 1.56166, -0.47389, -1.80390],
    [-0.83425, -0.97741, -1.41371, 0.24500, 0.10970],
    [-1.36476, -1.05572, 1.15420, 0.11069, -0.38319],
    [-0.74816, -0.59244, 0.81116, -0.39511, 0.11424],
    [-0.73169, -0.56074, 1.09792, 0.15977, 0.13786],
    [-1.18435, -0.43363, 1.06169, -0.21329, 0.04798],
    [-0.94373, -0.22982, 1.22737, -0.13099, -0.06295],
    [-0.75882, -0.13658, 1.78389, 0.30416, 0.36797],
    [-0.69851, 0.13003, 1.23070, 0.40868, -0.21081],
    [-0.64073, 0.31061, 1.59554, 0.65718, 0.25429],
    [-0.80789, 0.08240, 1.78964, 0.54304, 0.41174],
    [-1.06161, 0.07851, 2.01451, 0.49786, 0.91936],
    [-0.90750, 0.05941, 1.83120, 0.58722, 1.28777],
    [-0.83711, -0.33248, 2.64983, 0.52698, 0.82132],
    [-0.58897, -1.18223, 3.35809, 0.62017, 0.57353],
    [-0.07276, -0.36214, 4.37655, 0.45481, 0.21746],
    [0.10504, -0.61977, 3.54001, 0.04612, -0.18108],
    [0.63211, -0.87046, 2.47673, -0.48016, -1.27157],
    [0.86505, -1.11342, 1.24612, -0.82385, -2.77082],
    [1.23606, -1.59529, 0.10438, -1.30206, -4.11520],
];
/// Weights of the enemy's men on the bar and of the own men off.
const CONTACT_REST: [f32; 2] = [5.62596, -2.75800];

#[rustfmt::skip]
const RACE: [Point; 24] = [
    [0.00000, -0.17160, 0.27010, 0.29906, -0.08471],
    [0.00000, -1.40375, -1.05121, 0.07217, -0.01351],
    [0.00000, -1.29506, -2.16183, 0.13246, -1.03508],
    [0.00000, -2.29847, -2.34631, 0.17253, 0.08302],
    [0.00000, -1.27266, -2.87401, -0.07456, -0.34240],
    [0.00000, -1.34640, -2.46556, -0.13022, -0.01591],
    [0.00000, 0.27448, 0.60015, 0.48302, 0.25236],
    [0.00000, 0.39521, 0.68178, 0.05281, 0.09266],
    [0.00000, 0.24855, -0.06844, -0.37646, 0.05685],
    [0.00000, 0.17405, 0.00430, 0.74427, 0.00576],
    [0.00000, 0.12392, 0.31202, -0.91035, -0.16270],
    [0.00000, 0.01418, -0.10839, -0.02781, -0.88035],
    [0.00000, 1.07274, 2.00366, 1.16242, 0.22520],
    [0.00000, 0.85631, 1.06349, 1.49549, 0.18966],
    [0.00000, 0.37183, -0.50352, -0.14818, 0.12039],
    [0.00000, 0.13681, 0.13978, 1.11245, -0.12707],
    [0.00000, -0.22082, 0.20178, -0.06285, -0.52728],
    [0.00000, -0.13597, -0.19412, -0.09308, -1.26062],
    [0.00000, 3.05454, 5.16874, 1.50680, 5.35000],
    [0.00000, 2.19605, 3.85390, 0.88296, 2.30052],
    [0.00000, 0.92321, 1.08744, -0.11696, -0.78560],
    [0.00000, -0.09795, -0.83050, -1.09167, -4.94251],
    [0.00000, -1.00316, -3.66465, -2.56906, -9.67677],
    [0.00000, -2.77982, -7.26713, -3.40177, -12.32252],
];
const RACE_REST: [f32; 2] = [0.0, 3.42040];

/// What each number of men is worth on each point: −1 (an enemy blot) comes last.
struct Weights {
    points: [[f32; 17]; 25],
    rest: [f32; 2],
}

const ENEMY_BLOT: usize = 16;

impl Weights {
    fn of(points: &[Point; 24], rest: [f32; 2]) -> Self {
        let mut table = [[0.0; 17]; 25];
        for (n, weights) in points.iter().enumerate() {
            // They are written from the 24 point down.
            let of_point = &mut table[24 - n];
            let [enemy, blot, made, three, spares] = *weights;
            of_point[ENEMY_BLOT] = enemy;
            (of_point[1], of_point[2], of_point[3]) = (blot, made, made + three);
            for (men, worth) in of_point.iter_mut().enumerate().take(ENEMY_BLOT).skip(4) {
                *worth = made + spares * ((men - 3) as f32 / 2.0);
            }
        }
        Self { points: table, rest }
    }

    fn score(&self, board: &Board) -> f32 {
        let [own, other] = &board.rows;
        let on_points = (1..BAR).rev().map(|point| {
            let is_enemy_blot = own[point] == 0 && other[BAR - point] == 1;
            self.points[point][if is_enemy_blot { ENEMY_BLOT } else { own[point].into() }]
        });
        let on_bar = self.rest[0] * (f32::from(other[BAR]) / 2.0);
        on_points.sum::<f32>() + on_bar + self.rest[1] * (f32::from(own[OFF]) / 15.0)
    }
}

/// The score of a board after a move, in the mover's view; whether it was a race before the move
/// decides by which weights. A side that has all its men off has the best possible score.
#[must_use]
pub fn score(moved: &Board, was_race: bool) -> f32 {
    static TABLES: LazyLock<[Weights; 2]> =
        LazyLock::new(|| [Weights::of(&CONTACT, CONTACT_REST), Weights::of(&RACE, RACE_REST)]);
    if moved.rows[0][OFF] == MEN {
        return f32::INFINITY;
    }
    TABLES[usize::from(was_race)].score(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value that gnubg-nn's `pubeval` gives for the start.
    #[test]
    fn the_start_scores_as_published() {
        assert!((score(&Board::START, false) - 6.84055).abs() < 1e-5);
    }

    #[test]
    fn being_done_is_best() {
        let mut points = [[0; 25]; 2];
        points[1][0] = 1;
        assert_eq!(score(&Board::of_points(points).unwrap(), true), f32::INFINITY);
    }
}
