//! Any of the selective searches, by one door.

use super::choice::Choice;
use super::evaluator::Evaluator;
use super::limits::Budget;
use super::{b_star, bayes, best_first, conspiracy, palay, probcut, randomised, uct};
use crate::dice;
use crate::error::Error;
use crate::game::Game;
use crate::history::History;
use crate::search::{Control, Remote};

/// A search to be made.
pub struct SelectiveRequest<'a, G: Game> {
    /// The position to search.
    pub position: &'a G,
    /// What led to it.
    pub history: &'a History,
    /// What positions are judged by.
    pub evaluator: &'a dyn Evaluator<G>,
    /// What the search may cost.
    pub budget: Budget,
    /// What chance is drawn from.
    pub seed: u64,
    /// Asked now and then whether to give up.
    pub control: Control<'a>,
    /// A hand that may end it with what it found so far.
    pub remote: Option<&'a Remote>,
}

/// A selective search and its settings.
#[derive(Clone, Debug)]
pub enum SelectiveSearch {
    /// Bayesian search.
    Bayesian(bayes::Settings),
    /// Best-first minimax search.
    BestFirst,
    /// UCT.
    Uct(uct::Settings),
    /// ProbCut.
    ProbCut(probcut::Settings),
    /// B*.
    BStar(b_star::Settings),
    /// Palay's probability B*.
    ProbabilityBStar(palay::Settings),
    /// Randomised best-first search.
    RandomisedBestFirst(randomised::Settings),
    /// Conspiracy-number search.
    ConspiracyNumbers(conspiracy::Settings),
}

impl SelectiveSearch {
    /// Searches. The result depends on the request alone (and on the clock, where time is limited).
    ///
    /// # Errors
    /// On settings out of range, or when the caller wants to stop.
    pub fn search<G: Game>(
        &self,
        request: &SelectiveRequest<'_, G>,
    ) -> Result<Choice<G::Move>, Error> {
        dice::refuse(request.position, "a selective search")?;
        match self {
            SelectiveSearch::Bayesian(settings) => bayes::search(request, settings),
            SelectiveSearch::BestFirst => best_first::search(request),
            SelectiveSearch::Uct(settings) => uct::search(request, settings),
            SelectiveSearch::ProbCut(settings) => probcut::search(request, settings),
            SelectiveSearch::BStar(settings) => b_star::search(request, settings),
            SelectiveSearch::ProbabilityBStar(settings) => palay::search(request, settings),
            SelectiveSearch::RandomisedBestFirst(settings) => randomised::search(request, settings),
            SelectiveSearch::ConspiracyNumbers(settings) => conspiracy::search(request, settings),
        }
    }
}
