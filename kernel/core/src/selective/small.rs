//! Small random trees as games, for tests: every value is known by plain minimax.

use super::evaluator::{Evaluator, Spike, worth};
use crate::game::{Ending, Game, Turn};
use crate::rng::Rng;

/// A node: its seed, its depth, and when the game is over at the latest.
#[derive(Clone, Debug)]
pub struct Small {
    seed: u64,
    depth: u8,
    longest: u8,
}

impl Small {
    pub fn new(seed: u64, longest: u8) -> Self {
        Self { seed, depth: 0, longest }
    }

    fn draw(&self, below: u64) -> u64 {
        Rng::new(self.seed, below).below(below)
    }

    /// The value by plain minimax, for the side to move.
    pub fn minimax(&self) -> f64 {
        match self.ending() {
            Some(ending) => worth(self, ending, 0.5),
            None => {
                let moves = self.legal_moves();
                let values = moves.iter().map(|&mv| -self.play(mv).minimax());
                values.fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }
}

impl Game for Small {
    type Move = u8;
    type Moves = Vec<u8>;
    const MOVE_HINT: &'static str = "a number";
    const HISTORY_SIZE: usize = 1;
    const REPEATS: bool = false;

    fn name(&self) -> &str {
        "small"
    }
    fn turn(&self) -> Turn {
        if self.depth.is_multiple_of(2) { Turn::First } else { Turn::Second }
    }
    fn legal_moves(&self) -> Vec<u8> {
        let is_over = self.depth >= self.longest || (self.depth > 1 && self.draw(7) == 0);
        if is_over { Vec::new() } else { (0..1 + self.draw(4) as u8).collect() }
    }
    fn noisy_moves(&self) -> Vec<u8> {
        Vec::new()
    }
    fn is_noisy(&self, _mv: u8) -> bool {
        false
    }
    fn play(&self, mv: u8) -> Self {
        let seed = Rng::new(self.seed, 1000 + u64::from(mv)).next_u64();
        Self { seed, depth: self.depth + 1, longest: self.longest }
    }
    /// Quarters, so that many are equal.
    fn ending_without_moves(&self) -> Ending {
        Ending { score: self.draw(5) as f64 / 4.0, reason: "end" }
    }
    fn key(&self) -> u64 {
        self.seed
    }
    fn text(&self) -> String {
        format!("{} {} {}", self.seed, self.depth, self.longest)
    }
    fn move_text(&self, mv: u8) -> String {
        mv.to_string()
    }
    fn count(&self, _kind: &str, _side: Turn) -> Option<u32> {
        None
    }
    fn history_index(&self, _mv: u8) -> usize {
        0
    }
    fn move_code(mv: u8) -> u16 {
        u16::from(mv) + 1
    }
}

/// Values that have little to do with the truth, and spikes that leave everything possible.
pub struct Guess;

impl Evaluator<Small> for Guess {
    fn win(&self) -> f64 {
        0.5
    }
    fn value(&self, position: &Small) -> f64 {
        (position.draw(99) as f64 + 0.5) / 99.0 - 0.5
    }
    fn spikes(&self, position: &Small, out: &mut Vec<Spike>) {
        crate::spikes::hand_made(self.value(position), 0.5, 0.2, out);
    }
}
