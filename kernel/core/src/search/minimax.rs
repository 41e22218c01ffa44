//! Plain minimax, without pruning, table or ordering: the oracle of the tests.

use super::alpha_beta::value_of;
use crate::evaluate::{Context, Evaluation};
use crate::game::Game;
use crate::value::Value;

/// The exact value of the position at this depth, draws by history not counted.
pub fn minimax<G: Game>(
    position: &G,
    evaluation: &dyn Evaluation<G>,
    depth: u32,
    quiescence_plies: u32,
) -> Value {
    let context = evaluation.at_root(position);
    full_width(position, evaluation, &context, depth, quiescence_plies, 0)
}

fn full_width<G: Game>(
    position: &G,
    evaluation: &dyn Evaluation<G>,
    context: &Context,
    depth: u32,
    quiescence_plies: u32,
    ply: usize,
) -> Value {
    if let Some(ending) = position.ending() {
        return value_of(position, ending, ply);
    }
    if depth == 0 {
        return quiet(position, evaluation, context, quiescence_plies, ply);
    }
    let value = |&mv: &G::Move| {
        -full_width(&position.play(mv), evaluation, context, depth - 1, quiescence_plies, ply + 1)
    };
    position.legal_moves().as_ref().iter().map(value).max().unwrap_or(0)
}

fn quiet<G: Game>(
    position: &G,
    evaluation: &dyn Evaluation<G>,
    context: &Context,
    plies: u32,
    ply: usize,
) -> Value {
    if let Some(ending) = position.quick_ending() {
        return value_of(position, ending, ply);
    }
    let stand_pat = evaluation.value(position, context);
    if plies == 0 {
        return stand_pat;
    }
    let value = |&mv: &G::Move| -quiet(&position.play(mv), evaluation, context, plies - 1, ply + 1);
    let moves = position.noisy_moves();
    let best = moves.as_ref().iter().map(value).max().unwrap_or(stand_pat);
    if position.noise_is_forced() { best } else { best.max(stand_pat) }
}
