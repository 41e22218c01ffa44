//! Searchers of one game that remember, behind the face of all games.

use plywise_core::error::Error;
use plywise_core::game::Game;
use plywise_core::search::{self, Searcher, Settings};

use crate::any_game::{AnyEvaluation, AnyPosition, AnyRemembering, AnyReport, AnySearch, Extras};
use crate::game_evaluation::player;
use crate::placed::placed_in;
use crate::result_text::line_as_text;
use crate::search_result::SearchResult;

/// A searcher of one game that remembers.
pub struct Remembering<G: Game>(pub Searcher<G>);

impl<G: Game> AnyRemembering for Remembering<G> {
    fn clear(&mut self) {
        self.0.clear();
    }
    fn search(
        &mut self,
        position: &dyn AnyPosition,
        evaluation: &dyn AnyEvaluation,
        settings: &Settings,
        extras: &Extras<'_>,
    ) -> Result<SearchResult, Error> {
        let game = position.game();
        let root = placed_in::<G>(game, position)?;
        let player = player::<G>(game, (evaluation, AnySearch::Platform(settings)))?;
        let only: Result<Vec<_>, _> =
            extras.only.iter().map(|text| root.position.parse_move(text)).collect();
        let report = |told: &search::Report<'_, G::Move>| {
            (extras.report)(AnyReport {
                depth: told.depth,
                selective_depth: told.selective_depth,
                number: told.number,
                value: told.value,
                bound: told.bound,
                nodes: told.nodes,
                elapsed: told.elapsed,
                fullness: told.fullness,
                line: line_as_text(&root.position, told.line),
            });
        };
        let found = self.0.answer(&search::SearchRequest {
            position: &root.position,
            history: &root.history,
            evaluation: player.evaluation,
            settings,
            seed: extras.seed,
            control: extras.control,
            remote: extras.remote,
            report: Some(&report),
            only: &only?,
            lines: extras.lines,
            planted: extras.planted,
        })?;
        Ok(SearchResult::of(root, &found, extras.lines))
    }
}
