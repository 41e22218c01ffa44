//! What networks see of a board, as feature sets: so that linear evaluations may see it too.

use std::sync::{Arc, LazyLock};

use super::entries::Entries;
use super::inputs::{Inputs, Sight, fill, input_names};
use crate::error::Error;
use crate::evaluate::{Context, Evaluation};
use crate::features::{Feature, FeatureSet, HasFeatures};
use crate::game::{Game, Turn};
use crate::games::Backgammon;
use crate::games::backgammon::Board;
use crate::value::Value;

/// The inputs of a network. Where a network asks, "own" is the player about to roll; the set, as all
/// sets, counts in the first player's view.
pub struct BoardInputs(Inputs);

static FEATURES: LazyLock<[Vec<Feature>; 2]> = LazyLock::new(|| {
    [Inputs::Raw, Inputs::Expert].map(|inputs| {
        // Made once, and never given back: names of features live as long as the program.
        let leaked = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let feature = |words: String| {
            let name = leaked(words.replace(" point ", " ").replace(' ', "-"));
            Feature::term(name, leaked(words))
        };
        input_names(inputs).into_iter().map(feature).collect()
    })
});

/// A board as the first player sees it.
fn first_s(position: &Backgammon) -> Board {
    let board = position.board();
    if position.roller() == Turn::Second { board.swapped() } else { *board }
}

impl FeatureSet<Backgammon> for BoardInputs {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn features(&self) -> &[Feature] {
        &FEATURES[usize::from(self.0 == Inputs::Expert)]
    }

    fn counts(&self, position: &Backgammon, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let board = first_s(position);
        let mut entries = Entries::default();
        fill(self.0, &board, &Sight::of(&board), &mut entries);
        let counts = entries.iter().filter(|&(_, value)| value != 0.0);
        out.extend(counts.map(|(input, value)| (input as u32, f64::from(value))));
    }

    fn weighted(&self, position: &Backgammon, context: &Context, weights: &[Value]) -> i64 {
        let mut counts = Vec::new();
        self.counts(position, context, &mut counts);
        let terms = counts.iter().map(|&(input, count)| count * f64::from(weights[input as usize]));
        terms.sum::<f64>().round() as i64
    }
}

impl HasFeatures for Backgammon {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        const SETS: &[&dyn FeatureSet<Backgammon>] =
            &[&BoardInputs(Inputs::Expert), &BoardInputs(Inputs::Raw)];
        SETS
    }

    fn own_kind(
        kind: &str,
        settings: &str,
        set: &str,
        weights: &[f64],
        scale: i32,
    ) -> Option<Result<Arc<dyn Evaluation<Self>>, Error>> {
        super::evaluation::of_kind(kind, settings, set, weights, scale)
    }
}
