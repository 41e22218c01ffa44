//! Random evaluations for play: a number of its own for every position (thesis, appendix E).
//!
//! The best of many random numbers is greater than the best of few. So a search that adds one to every
//! value prefers positions with many good moves: where the evaluation sees no difference, that is far
//! better than any move.

use crate::evaluate::{Context, Evaluation, Guards, Standing};
use crate::game::Game;
use crate::value::{EVALUATION_LIMIT, Value};

/// The number that a position gets, between ± `noise`, for the side to move.
#[must_use]
pub fn drawn<G: Game>(position: &G, noise: Value) -> Value {
    let range = 2 * noise as u64 + 1;
    (((position.scattered() >> 32) * range) >> 32) as Value - noise
}

/// An evaluation with a number of the position's own added to every value.
pub(super) struct WithNoise<'a, G: Game> {
    pub inner: &'a dyn Evaluation<G>,
    pub noise: Value,
}

impl<G: Game> WithNoise<'_, G> {
    fn noisy(&self, position: &G, value: Value) -> Value {
        (value + drawn(position, self.noise)).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}

impl<G: Game> Evaluation<G> for WithNoise<'_, G> {
    fn at_root(&self, position: &G) -> Context {
        self.inner.at_root(position)
    }
    fn value(&self, position: &G, context: &Context) -> Value {
        self.noisy(position, self.inner.value(position, context))
    }
    fn standing(&self, position: &G, context: &Context) -> Standing {
        let inner = self.inner.standing(position, context);
        Standing { value: self.noisy(position, inner.value), ..inner }
    }
    fn after(
        &self,
        position: &G,
        mv: G::Move,
        before: &Standing,
        context: &Context,
    ) -> Option<Value> {
        // At most: the noise before may have been the least, and that after the most.
        self.inner.after(position, mv, before, context).map(|after| after + 2 * self.noise)
    }
    fn is_costly(&self) -> bool {
        self.inner.is_costly()
    }
    fn guards(&self, position: &G, context: &Context) -> Option<Guards> {
        self.inner.guards(position, context)
    }
    fn table_salt(&self, context: &Context) -> u64 {
        self.inner.table_salt(context)
    }
    fn real_value(&self, position: &G, context: &Context) -> f64 {
        self.inner.real_value(position, context)
    }
    fn gradient(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.inner.gradient(position, context, out);
    }
    fn names(&self) -> Vec<String> {
        self.inner.names()
    }
    fn unit(&self) -> Value {
        self.inner.unit()
    }
    fn poll_interval(&self) -> u64 {
        self.inner.poll_interval()
    }
}
