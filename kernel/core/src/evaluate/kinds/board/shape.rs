//! How many hidden units, and where each weight stands.

use super::view::INPUTS;
use crate::error::Error;

const MOST_HIDDEN: usize = 512;

/// A network over the men on their squares: what it is besides its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// Hidden units.
    pub hidden: usize,
}

impl BoardShape {
    /// The shape that a text says: `hidden=32`.
    ///
    /// # Errors
    /// [`Error::BadSetting`] or [`Error::UnknownName`] for what no such network can be.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        if name != "hidden" {
            return Err(Error::UnknownName {
                kind: "setting of a board network",
                name: name.to_owned(),
                known: "hidden".to_owned(),
            });
        }
        let hidden = value.parse().ok().filter(|units| (1..=MOST_HIDDEN).contains(units));
        hidden.map(|hidden| Self { hidden }).ok_or_else(|| {
            Error::BadSetting(format!(
                "hidden={value} of a board network; it has 1 to {MOST_HIDDEN} hidden units, e.g. \
                 hidden=32"
            ))
        })
    }

    /// The weights behind those of the features.
    #[must_use]
    pub fn weights(self) -> usize {
        (INPUTS + 3) * self.hidden
    }

    /// Where the weights of an input begin, one for each unit.
    pub(super) fn input(self, input: usize) -> usize {
        input * self.hidden
    }

    /// Where the biases of the units begin.
    pub(super) fn bias(self) -> usize {
        self.input(INPUTS)
    }

    /// Where the worths of the units in the middle game begin, and in the end game.
    pub(super) fn worths(self) -> [usize; 2] {
        [self.input(INPUTS + 1), self.input(INPUTS + 2)]
    }

    /// The names of these weights: of each input one for each unit, then biases and worths.
    pub(super) fn names(self) -> impl Iterator<Item = String> {
        let rows = (0..INPUTS).map(input_name);
        let rows = rows.chain(["bias", "middle", "end"].map(str::to_owned));
        rows.flat_map(move |row| (1..=self.hidden).map(move |unit| format!("{row}.h{unit}")))
    }
}

/// An input by its name: `own-pawn-e4`, `other-king-g8`, `to-move`.
fn input_name(input: usize) -> String {
    const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let (kind, square) = (input >> 6, input & 63);
    let Some(role) = ROLES.get(kind % 6).filter(|_| input + 1 < INPUTS) else {
        return "to-move".to_owned();
    };
    let whose = if kind < 6 { "own" } else { "other" };
    let (file, rank) = ((b'a' + square as u8 % 8) as char, square / 8 + 1);
    format!("{whose}-{role}-{file}{rank}")
}
