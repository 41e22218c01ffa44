//! A position as learning needs it: which network judges it, by which inputs and hidden units.

use super::entries::Entries;
use super::evaluator::{Gammon, Source};
use super::inputs::{self, Sight};
use super::network::Room;
use super::outlook::{OUTPUTS, Outlook};
use crate::games::backgammon::Board;

/// What a network made of a position; kept to be filled again.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Which network judged; none where the rules or the table know.
    pub network: Option<usize>,
    /// The inputs that are not 0.
    pub entries: Entries,
    /// What the hidden units say.
    pub hidden: Vec<f32>,
    /// The outputs as they came: gradients are theirs.
    pub outputs: [f32; OUTPUTS],
    room: Room,
    /// The chances of the player on roll: the outputs within what the rules allow.
    pub outlook: Outlook,
}

impl Study {
    /// Judges a board, seen by the player on roll.
    #[inline(always)]
    pub fn judge(&mut self, gammon: &Gammon, board: &Board) {
        let sight = Sight::of(board);
        match Source::of(board, &sight) {
            Source::Known(outlook) => {
                self.network = None;
                (self.outputs, self.outlook) = (outlook.0, outlook);
            }
            Source::Network(which) => {
                self.network = Some(which);
                inputs::fill(gammon.shape.inputs, board, &sight, &mut self.entries);
                let network = &gammon.networks[which];
                network.sum_into(&self.entries, &mut self.hidden);
                network.outputs_of(&mut self.hidden, &mut self.room);
                self.outputs.copy_from_slice(&self.room.outputs);
                self.outlook = Outlook(self.outputs).clamped(board);
            }
        }
    }
}
