//! Evaluations of one game behind the face of all games.

use std::any::Any;
use std::cell::RefCell;

use plywise_core::error::Error;
use plywise_core::evaluate;
use plywise_core::game::Game;
use plywise_core::play::Player;
use plywise_core::search::{self, Searcher, Settings};

use crate::any_game::{AnyEvaluation, AnyFound, AnyPosition};
use crate::found_text::found_as_text;
use crate::placed::placed;

/// An evaluation of one game.
pub struct Judge<G: Game>(pub Box<dyn evaluate::Evaluation<G>>);

impl<G: Game> AnyEvaluation for Judge<G> {
    fn value(&self, position: &dyn AnyPosition) -> Result<i32, Error> {
        let position = &placed::<G>(position)?.position;
        let context = self.0.at_root(position);
        Ok(self.0.value(position, &context))
    }
    fn real_value(&self, position: &dyn AnyPosition) -> Result<f64, Error> {
        let position = &placed::<G>(position)?.position;
        let context = self.0.at_root(position);
        Ok(self.0.real_value(position, &context))
    }
    fn gradient(&self, position: &dyn AnyPosition) -> Result<Vec<(u32, f64)>, Error> {
        let position = &placed::<G>(position)?.position;
        let context = self.0.at_root(position);
        let mut gradient = Vec::new();
        self.0.gradient(position, &context, &mut gradient);
        Ok(gradient)
    }
    fn names(&self) -> Vec<String> {
        self.0.names()
    }
    fn unit(&self) -> i32 {
        self.0.unit()
    }
    fn search(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        seed: u64,
        control: search::Control<'_>,
    ) -> Result<AnyFound, Error> {
        let root = placed::<G>(position)?;
        let found = with_searcher::<G, _>(|searcher| {
            searcher.search(&root.position, &root.history, self.0.as_ref(), settings, seed, control)
        })?;
        Ok(found_as_text(root, &found, 1))
    }
    fn minimax(&self, position: &dyn AnyPosition, depth: u32, plies: u32) -> Result<i32, Error> {
        Ok(search::minimax(&placed::<G>(position)?.position, self.0.as_ref(), depth, plies))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// One side of a game of `G`.
pub fn player<'a, G: Game>(
    (evaluation, settings): (&'a dyn AnyEvaluation, &'a Settings),
) -> Result<Player<'a, G>, Error> {
    Ok(Player { evaluation: judge::<G>(evaluation)?, settings })
}

/// The evaluation as one of the game `G`.
pub fn judge<G: Game>(
    evaluation: &dyn AnyEvaluation,
) -> Result<&dyn evaluate::Evaluation<G>, Error> {
    let judge = evaluation.as_any().downcast_ref::<Judge<G>>();
    judge.map(|judge| judge.0.as_ref()).ok_or_else(|| {
        Error::BadSetting("an evaluation of one game was given to another game".to_owned())
    })
}

thread_local! {
    /// The tables of the last search in this thread, to be used again by the next one.
    static SEARCHER: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Work with this thread's searcher.
pub fn with_searcher<G: Game, T>(work: impl FnOnce(&mut Searcher<G>) -> T) -> T {
    let kept = SEARCHER.with(|cell| cell.borrow_mut().take());
    let mut searcher: Box<Searcher<G>> =
        kept.and_then(|any| any.downcast().ok()).unwrap_or_default();
    let done = work(&mut searcher);
    SEARCHER.with(|cell| *cell.borrow_mut() = Some(searcher));
    done
}
