//! Positions of one game, with what led to them, behind the face of all games.

use std::any::Any;
use std::sync::Arc;

use plywise_core::dice;
use plywise_core::error::Error;
use plywise_core::game::{Ending, Game, Turn, divide, perft};
use plywise_core::history::History;
use plywise_core::search;

use crate::any_game::AnyPosition;
use crate::door::Text;
use crate::python_game::with_python;

/// A position of one game with its history.
pub struct Placed<G: Game> {
    pub position: G,
    pub history: History,
}

impl<G: Game> Placed<G> {
    /// After a legal move.
    pub fn play(&self, mv: G::Move) -> Self {
        let mut history = self.history.clone();
        history.push(self.position.key());
        Self { position: self.position.play(mv), history }
    }
}

impl<G: Game> AnyPosition for Placed<G> {
    fn game(&self) -> &str {
        self.position.name()
    }
    fn text(&self) -> String {
        self.position.text()
    }
    fn turn(&self) -> Turn {
        self.position.turn()
    }
    fn roller(&self) -> Turn {
        self.position.roller()
    }
    fn chances(&self) -> Result<Vec<(String, f64)>, Error> {
        if !dice::are_due(&self.position) || self.position.ending().is_some() {
            return Ok(Vec::new());
        }
        let rolls = dice::rolls(&self.position)?.into_iter();
        Ok(rolls.map(|(mv, chance)| (self.position.move_text(mv), chance)).collect())
    }
    fn key(&self) -> u64 {
        self.position.key()
    }
    fn history(&self) -> &[u64] {
        self.history.keys()
    }
    fn is_check(&self) -> bool {
        self.position.is_check()
    }
    fn ending(&self) -> Option<Ending> {
        let by_history = || self.history.ending(&self.position, self.position.key(), true);
        self.position.ending().or_else(by_history)
    }
    fn moves(&self) -> Vec<String> {
        let moves = self.position.legal_moves();
        moves.as_ref().iter().map(|&mv| self.position.move_text(mv)).collect()
    }
    fn noise_is_forced(&self) -> bool {
        self.position.noise_is_forced()
    }
    fn quick_ending(&self) -> Option<Ending> {
        self.position.quick_ending()
    }
    fn noisy_moves(&self) -> Vec<String> {
        let moves = self.position.noisy_moves();
        moves.as_ref().iter().map(|&mv| self.position.move_text(mv)).collect()
    }
    fn after(&self, mv: &str) -> Result<Arc<dyn AnyPosition>, Error> {
        Ok(Arc::new(self.play(self.position.parse_move(mv)?)))
    }
    fn notation(&self, mv: &str) -> Result<String, Error> {
        Ok(self.position.notation(self.position.parse_move(mv)?))
    }
    fn movetext(&self, moves: &[Text], mut number: u64) -> Result<String, Error> {
        let mut position = self.position.clone();
        let mut text = String::with_capacity(8 * moves.len());
        let mut before = Turn::Second;
        for mv in moves {
            let mv = position.parse_move(mv)?;
            let side = position.roller();
            let is_first = text.is_empty();
            let begins = (before, side) == (Turn::Second, Turn::First);
            if !is_first {
                number += u64::from(begins);
                text.push(' ');
            }
            if begins {
                text.push_str(&format!("{number}. "));
            } else if is_first {
                text.push_str(&format!("{number}... "));
            }
            text.push_str(&position.notation(mv));
            position = position.play(mv);
            before = side;
        }
        Ok(text)
    }
    fn other_text(&self, mv: &str) -> Result<String, Error> {
        Ok(self.position.other_text(self.position.parse_move(mv)?))
    }
    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        self.position.count(kind, side)
    }
    fn places(&self) -> &'static [&'static str] {
        G::places()
    }
    fn piece_at(&self, place: usize) -> Option<(&'static str, Turn)> {
        self.position.piece_at(place)
    }
    fn standing(&self, kind: &str, side: Turn) -> Vec<usize> {
        self.position.standing(kind, side)
    }
    fn attackers(&self, place: usize, side: Turn) -> Option<Vec<usize>> {
        self.position.attackers(place, side)
    }
    fn perft(&self, depth: u32, control: search::Control<'_>) -> Result<u64, Error> {
        with_python::<G, _>(1, || perft(&self.position, depth, control))
    }
    fn divide(
        &self,
        depth: u32,
        control: search::Control<'_>,
    ) -> Result<Vec<(String, u64)>, Error> {
        let counts = with_python::<G, _>(1, || divide(&self.position, depth, control))?;
        Ok(counts.into_iter().map(|(mv, count)| (self.position.move_text(mv), count)).collect())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The position as one of the game `G`, of that name.
pub fn placed_in<'a, G: Game>(
    game: &str,
    position: &'a dyn AnyPosition,
) -> Result<&'a Placed<G>, Error> {
    let placed = position.as_any().downcast_ref().filter(|_| position.game() == game);
    placed.ok_or_else(|| {
        let other = position.game();
        Error::BadSetting(format!("a position of {other} was given to an evaluation of {game}"))
    })
}
