//! What two networks and a table say of a board.

use super::expert;
use super::fast::Fast;
use super::inputs::{Inputs, Sight};
use super::network::Network;
use super::outlook::{OUTPUTS, Outlook};
use super::parent::{Parent, Queue};
use super::shape::GammonShape;
use super::study::Study;
use super::table::from_table;
use crate::error::Error;
use crate::games::backgammon::board::{BAR, Board, OFF};
use crate::games::backgammon::{Found, Plays};
use crate::rng::Rng;

/// An evaluation of backgammon: a network for contact, one for races, and the bear-off table.
#[derive(Clone, Debug)]
pub struct Gammon {
    pub(super) shape: GammonShape,
    /// The contact network, then the race network.
    pub(super) networks: [Network; 2],
    pub(super) fast: Fast,
}

/// Where the chances of a board come from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// The rules or the table know them.
    Known(Outlook),
    /// A network: 0 for contact, 1 for races.
    Network(usize),
}

impl Source {
    /// The source of the chances of the player on roll.
    #[must_use]
    #[inline(always)]
    pub fn of(board: &Board, sight: &Sight) -> Self {
        let [own, other] = [sight.rearmost(0), sight.rearmost(1)];
        if own + other >= BAR {
            return if own == 0 || other == 0 { ended(board) } else { Self::Network(0) };
        }
        if own == 0 || other == 0 {
            return ended(board);
        }
        if own.max(other) <= 6 {
            return Self::Known(from_table(board));
        }
        Self::Network(1)
    }
}

#[cold]
fn ended(board: &Board) -> Source {
    let won = board.won_by(0).map(|points| points as i8);
    let lost = board.won_by(1).map(|points| -(points as i8));
    Source::Known(Outlook::of_result(won.or(lost).unwrap_or(0)))
}

impl Gammon {
    /// An evaluation with weights drawn from a stream of a seed.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the hidden units are not multiples of 16.
    pub fn new(shape: GammonShape, seed: u64, stream: u64) -> Result<Self, Error> {
        let mut gammon = Self::zeros(shape)?;
        let mut rng = Rng::new(seed, stream);
        gammon.networks.iter_mut().for_each(|network| network.draw(&mut rng));
        Ok(gammon)
    }

    pub(super) fn zeros(shape: GammonShape) -> Result<Self, Error> {
        let of = |hidden| Network::zeros(shape.inputs.count(), hidden);
        let networks = [of(shape.hidden)?, of(shape.race_hidden)?];
        Ok(Self { shape, networks, fast: Fast::default() })
    }

    /// An evaluation with these flat weights.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when they do not fit the shape.
    pub fn of_weights(shape: GammonShape, weights: &[f32]) -> Result<Self, Error> {
        let mut gammon = Self::zeros(shape)?;
        gammon.set_weights(weights)?;
        Ok(gammon)
    }

    /// Takes flat weights.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when they are not as many as the shape has.
    pub fn set_weights(&mut self, weights: &[f32]) -> Result<(), Error> {
        self.shape.check(weights.len())?;
        let (contact, race) = weights.split_at(self.shape.contact_count());
        self.networks[0].set(contact);
        self.networks[1].set(race);
        Ok(())
    }

    /// The flat weights.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        self.networks.iter().flat_map(Network::weights).collect()
    }

    /// The shape of the networks.
    #[must_use]
    pub fn shape(&self) -> GammonShape {
        self.shape
    }

    /// The chances of the player on roll, whose view the board is.
    #[must_use]
    pub fn outlook(&self, board: &Board) -> Outlook {
        let mut study = Study::default();
        self.fast.run(
            #[inline(always)]
            || study.judge(self, board),
        );
        study.outlook
    }

    /// All plays of a roll by the player whose view the board is, each with that player's chances
    /// when it is the other's turn to roll.
    #[must_use]
    pub fn outlooks_after(&self, board: &Board, dice: (u8, u8)) -> Vec<(Found, Outlook)> {
        let (mut parent, mut plays, mut outlooks) =
            (Parent::default(), Plays::default(), Vec::new());
        parent.set(self, board);
        plays.generate(board, dice);
        self.judge(&mut parent, &plays, &mut outlooks);
        plays.found().iter().copied().zip(outlooks).collect()
    }

    /// The mover's chances after each play of the parent, in the order of the plays.
    pub fn judge(&self, parent: &mut Parent, plays: &Plays, outlooks: &mut Vec<Outlook>) {
        outlooks.clear();
        outlooks.resize(plays.found().len(), Outlook::default());
        self.fast.run(
            #[inline(always)]
            || {
                for (n, found) in plays.found().iter().enumerate() {
                    match self.sort(parent, n, found) {
                        Source::Known(outlook) => outlooks[n] = outlook.inverted(),
                        Source::Network(which) if parent.queues[which].is_full() => {
                            self.empty(&mut parent.queues[which], which, plays, outlooks);
                        }
                        Source::Network(_) => {}
                    }
                }
                for (which, queue) in parent.queues.iter_mut().enumerate() {
                    self.empty(queue, which, plays, outlooks);
                }
            },
        );
    }

    /// Puts the board after a play into the queue for its network, unless its chances are known.
    #[inline(always)]
    fn sort(&self, parent: &mut Parent, n: usize, found: &Found) -> Source {
        let sight = parent.look(found);
        let after = found.board.swapped();
        let source = Source::of(&after, &sight);
        if let Source::Network(which) = source {
            if self.shape.inputs == Inputs::Expert {
                let features = expert::features(&after.rows, &sight);
                expert::push(&parent.features, &features, &mut parent.changes);
            }
            parent.prepare(self, which);
            let queue = &mut parent.queues[which];
            let network = &self.networks[which];
            network.change_onto(&parent.sums[which], &parent.changes, &mut queue.sums);
            queue.plays.push(n);
        }
        source
    }

    /// Judges the boards of a queue.
    #[inline(always)]
    fn empty(&self, queue: &mut Queue, which: usize, plays: &Plays, outlooks: &mut [Outlook]) {
        self.networks[which].outputs_of(&mut queue.sums, &mut queue.room);
        let (outputs, _) = queue.room.outputs.as_chunks::<OUTPUTS>();
        for (&n, &outputs) in queue.plays.iter().zip(outputs) {
            let [own, other] = &plays.found()[n].board.rows;
            outlooks[n] = Outlook(outputs).clamped_by([other[OFF], own[OFF]]).inverted();
        }
        queue.sums.clear();
        queue.plays.clear();
    }
}

#[cfg(test)]
#[path = "evaluator_tests.rs"]
mod tests;
