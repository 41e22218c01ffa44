//! Evaluations of one game behind the face of all games.

use std::any::Any;
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use plywise_core::dice;
use plywise_core::error::Error;
use plywise_core::evaluate::{self, Context, Judged};
use plywise_core::game::Game;
use plywise_core::history::History;
use plywise_core::play::{Grown, Player};
use plywise_core::search::{self, Searcher, Settings};

use crate::any_game::{AnyEvaluation, AnyPosition, AnySearch, SearchRoot};
use crate::expectimax::{ExpectimaxResult, expected_in};
use crate::placed::{Placed, placed_in};
use crate::python_game::with_python;
use crate::result_text::line_as_text;
use crate::search_result::SearchResult;
use crate::selective::forecast_of;

/// An evaluation of one game.
pub struct GameEvaluation<G: Game> {
    pub evaluation: Arc<dyn evaluate::Evaluation<G>>,
    /// The name of the game: all games written in Python have one type.
    pub game: String,
}

impl<G: Game> GameEvaluation<G> {
    /// The position, if it is one of this game.
    fn placed<'a>(&self, position: &'a dyn AnyPosition) -> Result<&'a Placed<G>, Error> {
        placed_in(&self.game, position)
    }

    /// The position with what the root of its search fixes.
    fn below<'a>(
        &self,
        position: &'a dyn AnyPosition,
        root: SearchRoot<'_>,
    ) -> Result<(&'a G, Context), Error> {
        let position = &self.placed(position)?.position;
        let root = root.map(|root| self.placed(root)).transpose()?;
        let root = root.map_or(position, |root| &root.position);
        Ok((position, self.evaluation.at_root(root)))
    }
}

impl<G: Game> AnyEvaluation for GameEvaluation<G> {
    fn value(&self, position: &dyn AnyPosition, root: SearchRoot<'_>) -> Result<i32, Error> {
        let (position, context) = self.below(position, root)?;
        Ok(self.evaluation.value(position, &context))
    }
    fn real_value(&self, position: &dyn AnyPosition, root: SearchRoot<'_>) -> Result<f64, Error> {
        let (position, context) = self.below(position, root)?;
        Ok(self.evaluation.real_value(position, &context))
    }
    fn gradient(
        &self,
        position: &dyn AnyPosition,
        root: SearchRoot<'_>,
    ) -> Result<Vec<(u32, f64)>, Error> {
        let (position, context) = self.below(position, root)?;
        let mut gradient = Vec::new();
        self.evaluation.gradient(position, &context, &mut gradient);
        Ok(gradient)
    }
    fn predictions(
        &self,
        position: &dyn AnyPosition,
        root: Option<&dyn AnyPosition>,
    ) -> Result<Vec<f64>, Error> {
        let context = self.evaluation.at_root(&self.placed(root.unwrap_or(position))?.position);
        let mut predictions = Vec::new();
        self.evaluation.predictions(&self.placed(position)?.position, &context, &mut predictions);
        Ok(predictions)
    }
    fn judged(&self, position: &dyn AnyPosition, root: SearchRoot<'_>) -> Result<Judged, Error> {
        let (position, context) = self.below(position, root)?;
        Ok(Judged::at(self.evaluation.as_ref(), position, &context))
    }
    fn targets(&self, score: f64, outcomes: &[f64]) -> Vec<f64> {
        let mut targets = Vec::new();
        self.evaluation.targets(score, outcomes, &mut targets);
        targets
    }
    fn prediction_gradient(
        &self,
        position: &dyn AnyPosition,
        output: usize,
        root: Option<&dyn AnyPosition>,
    ) -> Result<Vec<(u32, f64)>, Error> {
        let outputs = self.evaluation.outputs();
        if output >= outputs.len() {
            let (most, names) = (outputs.len() - 1, outputs.join(", "));
            return Err(Error::BadSetting(format!(
                "output {output}; they count from 0 to {most}: {names}"
            )));
        }
        let context = self.evaluation.at_root(&self.placed(root.unwrap_or(position))?.position);
        let position = &self.placed(position)?.position;
        let mut gradient = Vec::new();
        self.evaluation.prediction_gradient(position, &context, output, &mut gradient);
        Ok(gradient)
    }
    fn outputs(&self) -> Vec<String> {
        self.evaluation.outputs()
    }
    fn objective(&self) -> &'static str {
        self.evaluation.objective()
    }
    fn names(&self) -> Vec<String> {
        self.evaluation.names()
    }
    fn unit(&self) -> i32 {
        self.evaluation.unit()
    }
    fn search(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        (seed, planted): (u64, Option<&search::Planted>),
        control: search::Control<'_>,
    ) -> Result<SearchResult, Error> {
        let root = self.placed(position)?;
        let found = with_searcher::<G, _>(settings.threads, |searcher| {
            searcher.answer(&search::SearchRequest {
                position: &root.position,
                history: &root.history,
                evaluation: self.evaluation.as_ref(),
                settings,
                seed,
                control,
                remote: None,
                report: None,
                only: &[],
                lines: 1,
                planted,
            })
        })?;
        Ok(SearchResult::of(root, &found, 1))
    }
    fn expectimax(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        asked: (u64, bool),
        control: search::Control<'_>,
    ) -> Result<ExpectimaxResult, Error> {
        let root = self.placed(position)?;
        expected_in(root, self.evaluation.as_ref(), settings, asked, control)
    }
    fn quiet_line(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        control: search::Control<'_>,
    ) -> Result<(Vec<String>, u64), Error> {
        let root = &self.placed(position)?.position;
        dice::refuse(root, "quiescence")?;
        let (line, nodes) = with_searcher::<G, _>(settings.threads, |searcher| {
            searcher.quiet_line(root, self.evaluation.as_ref(), settings, control)
        })?;
        Ok((line_as_text(root, &line), nodes))
    }
    fn quiet_leaf(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        control: search::Control<'_>,
    ) -> Result<(Option<Arc<dyn AnyPosition>>, bool), Error> {
        let root = &self.placed(position)?.position;
        dice::refuse(root, "quiescence")?;
        with_searcher::<G, _>(settings.threads, |searcher| {
            let line = searcher.quiet_line(root, self.evaluation.as_ref(), settings, control)?.0;
            if line.is_empty() {
                return Ok((None, root.ending().is_some()));
            }
            let leaf = line.into_iter().fold(root.clone(), |position, mv| position.play(mv));
            let is_over = leaf.ending().is_some();
            let leaf = Placed { position: leaf, history: History::default() };
            Ok((Some(Arc::new(leaf) as Arc<dyn AnyPosition>), is_over))
        })
    }
    fn minimax(&self, position: &dyn AnyPosition, depth: u32, plies: u32) -> Result<i32, Error> {
        let position = &self.placed(position)?.position;
        dice::refuse(position, "minimax")?;
        Ok(search::minimax(position, self.evaluation.as_ref(), depth, plies))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// One side of a game of `G`, of that name.
pub fn player<'a, G: Game>(
    game: &str,
    (evaluation, search): (&'a dyn AnyEvaluation, AnySearch<'a>),
) -> Result<Player<'a, G>, Error> {
    let evaluation = judge::<G>(game, evaluation)?.as_ref();
    Ok(match search {
        AnySearch::Platform(settings) => Player { evaluation, settings, grown: None },
        AnySearch::Grown(evaluator, using, budget) => {
            let grown = Some(Grown { using, forecast: forecast_of(game, evaluator)?, budget });
            Player { evaluation, settings: &UNASKED, grown }
        }
    })
}

/// The settings of a player who looks ahead in another way.
static UNASKED: LazyLock<Settings> = LazyLock::new(Settings::default);

/// The evaluation as one of the game `G`, of that name.
pub fn judge<'a, G: Game>(
    game: &str,
    evaluation: &'a dyn AnyEvaluation,
) -> Result<&'a Arc<dyn evaluate::Evaluation<G>>, Error> {
    let judge = evaluation.as_any().downcast_ref::<GameEvaluation<G>>();
    let judge = judge.filter(|judge| judge.game == game);
    judge.map(|judge| &judge.evaluation).ok_or_else(|| {
        Error::BadSetting(format!("an evaluation of another game was given to {game}"))
    })
}

thread_local! {
    /// The tables of the last search in this thread, to be used again by the next one.
    static SEARCHER: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Work with this thread's searcher, in searches by so many threads.
pub fn with_searcher<G: Game, T>(threads: usize, work: impl FnOnce(&mut Searcher<G>) -> T) -> T {
    let kept = SEARCHER.with(|cell| cell.borrow_mut().take());
    let mut searcher: Box<Searcher<G>> =
        kept.and_then(|any| any.downcast().ok()).unwrap_or_default();
    let done = with_python::<G, _>(threads, || work(&mut searcher));
    SEARCHER.with(|cell| *cell.borrow_mut() = Some(searcher));
    done
}
