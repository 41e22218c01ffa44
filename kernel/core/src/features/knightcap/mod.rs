//! `knightcap`: the evaluation of KnightCap 3.6, the program of the TDLeaf(λ) papers (Baxter et al.
//! 1998 and 2000), four stages of 1468 weights each, without its defects (`docs/knightcap.md` lists
//! them).
//!
//! One scan serves value and gradient. Everything is counted from sets of squares: what each side
//! attacks, the men that are pinned, and who controls every square.

mod activity;
mod control;
mod declared;
mod finish;
mod kings;
mod officers;
mod passed;
mod pawns;
mod pins;
mod scene;
mod side;
mod sink;
mod specifics;
#[cfg(test)]
mod tests;
mod threat;
#[cfg(test)]
mod vector_tests;

use std::sync::OnceLock;

use shakmaty::{Position, Role};

use self::declared::{OPPONENTS_THREAT, PIECE_VALUES, THREAT, declared, drawn};
use self::scene::Scene;
use self::side::Side;
use self::sink::{Counted, Sink, Weighed, prepared};
use super::{Feature, FeatureSet, Table};
use crate::evaluate::{Context, Guards};
use crate::games::Chess;
use crate::value::Value;

/// The four stages of the papers, fixed at the root of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Opening,
    Middle,
    Ending,
    Mating,
}

impl Stage {
    /// The names of the stages, in the order of their weights.
    const NAMES: [&'static str; 4] = ["opening", "middle", "ending", "mating"];

    fn of_number(number: usize) -> Self {
        [Self::Opening, Self::Middle, Self::Ending][..].get(number).copied().unwrap_or(Self::Mating)
    }

    /// No pawns: mating. At most six pieces, kings included and two more where both queens are on
    /// the board: ending. All of them but two, and somebody may castle: opening.
    fn of(position: &Chess) -> Self {
        let men = position.pieces();
        if men.pawns().is_empty() {
            return Self::Mating;
        }
        let pieces = (men.occupied() & !men.pawns()).count();
        let queens = men.by_role(Role::Queen);
        let both = (queens & men.white()).any() && (queens & men.black()).any();
        let pieces = pieces + if both { 2 } else { 0 };
        match pieces {
            ..=6 => Self::Ending,
            16.. if position.rules().castles().any() => Self::Opening,
            _ => Self::Middle,
        }
    }
}

/// KnightCap's evaluation.
pub struct KnightCap {
    /// Written out when somebody asks: most who play or learn chess never do.
    features: OnceLock<Vec<Feature>>,
}

impl KnightCap {
    /// The set.
    pub fn new() -> Self {
        Self { features: OnceLock::new() }
    }
}

/// Counts everything, White's minus Black's.
fn scan(position: &Chess, context: &Context, sink: &mut impl Sink) {
    let mut scene = Scene::unseen(position, context);
    scene.look();
    // Threats cost most: without weights of theirs they only keep few endings from being drawn.
    let idle = sink.is_idle(THREAT) && sink.is_idle(OPPONENTS_THREAT) && !finish::asks(&scene);
    let threat =
        if idle { None } else { threat::found(&scene, &scene::VALUES, threat::Manner::CLEAN) };
    terms(&scene, threat, sink);
    finish::scan(&scene, threat, sink);
}

/// All terms, before what may replace or fade them.
fn terms(scene: &Scene, threat: Option<threat::Threat>, sink: &mut impl Sink) {
    for side in [0, 1] {
        let view = Side::of(scene, side);
        if scene.stage != Stage::Mating {
            pawns::scan(&view, view.own[scene::P], sink);
            activity::scan(&view, sink);
        }
        officers::scan(&view, sink);
        kings::scan(&view, sink);
        specifics::scan(&view, sink);
    }
    if let Some(threat) = threat {
        sink.add(threat.term, scene::sign(threat.side));
    }
}

impl FeatureSet<Chess> for KnightCap {
    fn name(&self) -> &'static str {
        "knightcap"
    }

    fn features(&self) -> &[Feature] {
        self.features.get_or_init(declared)
    }

    fn stages(&self) -> &[&'static str] {
        &Stage::NAMES
    }

    fn stage(&self, position: &Chess) -> usize {
        Stage::of(position) as usize
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn unit(&self) -> Option<usize> {
        Some(PIECE_VALUES + 1)
    }

    fn tables(&self) -> Vec<Table> {
        drawn()
    }

    fn counts(&self, position: &Chess, context: &Context, out: &mut Vec<(u32, f64)>) {
        let mut counted = Counted::new();
        scan(position, context, &mut counted);
        let counts = counted.0.into_iter().enumerate().filter(|&(_, count)| count != 0.0);
        out.extend(counts.map(|(i, count)| (i as u32, count)));
    }

    fn is_costly(&self) -> bool {
        true
    }

    fn guards(&self, position: &Chess, context: &Context) -> Option<Guards> {
        let mut scene = Scene::unseen(position, context);
        scene.look();
        // When mating nothing of the kind is looked at, and nobody is bound hand and foot.
        (scene.stage != Stage::Mating).then(|| Guards {
            safe_squares: activity::safe_squares(&scene, scene.mover),
            hung: activity::hung(&scene, scene.mover).count_ones(),
        })
    }

    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        prepared(weights)
    }

    fn weighted(&self, position: &Chess, context: &Context, prepared: &[Value]) -> i64 {
        let mut weighed = Weighed { weights: prepared, sum: 0 };
        scan(position, context, &mut weighed);
        weighed.sum
    }
}
