//! What the boards after the plays of one roll share.

use super::entries::Entries;
use super::evaluator::Gammon;
use super::expert::{self, EXPERT_INPUTS};
use super::inputs::{self, Inputs, Sight, bits};
use super::network::Room;
use crate::games::backgammon::Found;
use crate::games::backgammon::board::{BAR, Board};

/// Boards that wait for a network: many at once are quicker.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    pub plays: Vec<usize>,
    pub sums: Vec<f32>,
    pub room: Room,
}

/// Boards in a queue at most: of 80 units they fill a sixth of the nearest cache.
const FULL: usize = 16;

impl Queue {
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.plays.len() == FULL
    }
}

/// A board before a play, and what of its evaluation the boards after it share.
///
/// After a play the other player is on roll, so it is that view of the board before it that differs
/// least: a few rows of the first layer. The sums of a network hold for any board, so those of the
/// race network serve plays that break contact.
#[derive(Clone, Debug)]
pub struct Parent {
    /// In the mover's view.
    board: Board,
    /// In the other's view, as all that follows.
    sight: Sight,
    pub(super) features: [f32; EXPERT_INPUTS],
    inputs: Entries,
    pub(super) sums: [Vec<f32>; 2],
    is_ready: [bool; 2],
    pub(super) changes: Entries,
    pub(super) queues: [Queue; 2],
}

impl Default for Parent {
    fn default() -> Self {
        let board = Board::START;
        Self {
            board,
            sight: Sight::of(&board),
            features: [0.0; EXPERT_INPUTS],
            inputs: Entries::default(),
            sums: [Vec::new(), Vec::new()],
            is_ready: [false; 2],
            changes: Entries::default(),
            queues: Default::default(),
        }
    }
}

impl Parent {
    /// Takes the board before a play, in the mover's view.
    pub fn set(&mut self, gammon: &Gammon, board: &Board) {
        self.board = *board;
        let swapped = board.swapped();
        self.sight = Sight::of(&swapped);
        self.is_ready = [false; 2];
        inputs::fill(gammon.shape.inputs, &swapped, &self.sight, &mut self.inputs);
        if gammon.shape.inputs == Inputs::Expert {
            self.features = expert::features(&swapped.rows, &self.sight);
        }
    }

    /// Sums up the inputs in a network, unless that was done for this board.
    #[inline(always)]
    pub(super) fn prepare(&mut self, gammon: &Gammon, which: usize) {
        if !self.is_ready[which] {
            gammon.networks[which].sum_into(&self.inputs, &mut self.sums[which]);
            self.is_ready[which] = true;
        }
    }

    /// Notes the changes that a play makes, but for features; the sight of the board after it.
    ///
    /// Only the places of its steps can have changed: comparing whole rows would read back as
    /// vectors what was just written byte by byte, for which the machine must wait.
    #[inline(always)]
    pub(super) fn look(&mut self, found: &Found) -> Sight {
        let mut sight = self.sight;
        self.changes.clear();
        let (mut moved, mut hit) = (0_u32, 0_u32);
        for (from, to) in found.play.steps() {
            moved |= 1 << from | 1 << to;
            hit |= u32::from(self.board.rows[1][BAR - to] == 1) << (BAR - to);
        }
        // A checker borne off points at the other's bar, where nobody is hit.
        hit &= !(1 << BAR);
        hit |= u32::from(hit != 0) << BAR;
        let [own, other] = &self.board.rows;
        let [own_after, other_after] = &found.board.rows;
        for place in bits(moved) {
            let (old, new) = (own[place], own_after[place]);
            inputs::push_change(1, place, old, new, &mut self.changes);
            sight.change(1, place, old, new);
        }
        for place in bits(hit) {
            let (old, new) = (other[place], other_after[place]);
            inputs::push_change(0, place, old, new, &mut self.changes);
            sight.change(0, place, old, new);
        }
        sight
    }
}
