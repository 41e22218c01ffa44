//! Positions and moves as text: FEN with hands in brackets, and moves as in UCI.

use super::board::{bit, square};
use super::build::square_name;
use super::moves::{Move, What};
use super::position::{NONE, Position};
use super::rules::{Kind, Mark, VariantRules, has};
use super::zobrist;

impl Position {
    /// The position that a text describes.
    pub(super) fn parse(rules: &'static VariantRules, text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let board = words.next().ok_or("there is no board")?;
        let mut made = Self::bare(rules);
        let (board, hands) = split_hands(board)?;
        made.read_board(board)?;
        made.read_hands(hands)?;
        match words.next() {
            Some("w") | None => {}
            Some("b") => {
                made.turn = 1;
                made.hash ^= zobrist::SECOND;
            }
            Some(other) => return Err(format!("{other:?} is no side; write w or b")),
        }
        let mut rest: Vec<&str> = words.collect();
        made.read_counters(&mut rest)?;
        if rules.ends.checks_count {
            for side in [0, 1] {
                made.hash ^= zobrist::checks(side, made.checks[side]);
            }
        }
        made.read_castling(rest.first().copied().unwrap_or("-"))?;
        made.read_en_passant(rest.get(1).copied().unwrap_or("-"))?;
        if let Some(other) = rest.get(2) {
            return Err(format!("{other:?} is too much"));
        }
        made.checked = made.king_is_attacked(made.us());
        Ok(made)
    }

    fn read_board(&mut self, board: &str) -> Result<(), String> {
        let (ranks, files) = (self.rules.ranks, self.rules.files);
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(ranks) {
            return Err(format!("{} rows on a board of {ranks} ranks", rows.len()));
        }
        for (row, text) in rows.into_iter().enumerate() {
            let rank = ranks - 1 - row as u8;
            let width = self.read_row(rank, text)?;
            if width != u32::from(files) {
                return Err(format!("the row {text:?} has {width} squares of {files}"));
            }
        }
        Ok(())
    }

    fn read_row(&mut self, rank: u8, text: &str) -> Result<u32, String> {
        let mut letters = text.chars().peekable();
        let mut file = 0_u32;
        while let Some(letter) = letters.next() {
            if letter.is_ascii_digit() {
                let mut empty = u32::from(letter) - 48;
                while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                    empty = empty.saturating_mul(10).saturating_add(u32::from(digit) - 48);
                }
                file = file.saturating_add(empty);
                continue;
            }
            let is_plus = letter == '+';
            let letter = if is_plus { letters.next().unwrap_or('+') } else { letter };
            let is_tilde = letters.next_if_eq(&'~').is_some();
            let kind = self.kind_written(letter, is_plus, is_tilde)?;
            if file >= u32::from(self.rules.files) {
                return Err(format!("the row {text:?} is too long"));
            }
            let side = usize::from(letter.is_ascii_lowercase());
            if self.rules.king == Some(kind) && self.kings[side] != NONE {
                let which = if side == 0 { "White" } else { "Black" };
                return Err(format!("{which} has two kings"));
            }
            self.put(side, kind, square(rank, file as u8));
            file += 1;
        }
        Ok(file)
    }

    fn kind_written(&self, letter: char, is_plus: bool, is_tilde: bool) -> Result<Kind, String> {
        let small = letter.to_ascii_lowercase();
        let mark = match (is_plus, is_tilde) {
            (true, _) => Mark::Plus,
            (false, true) => Mark::Tilde,
            _ => Mark::None,
        };
        let find = |mark: Mark| {
            let is = |kind: &super::rules::KindRules| kind.letter == small && kind.mark == mark;
            self.rules.kinds.iter().position(is).map(|i| i as Kind)
        };
        // Where nothing hangs on it, a promoted pawn is what it became.
        let found = find(mark).or_else(|| find(Mark::None).filter(|_| mark == Mark::Tilde));
        found.ok_or_else(|| {
            let known: String = self.rules.kinds.iter().map(|kind| kind.letter).collect();
            let plus = if is_plus { "+" } else { "" };
            format!("no piece is written {plus}{letter} (letters: {known})")
        })
    }

    fn read_hands(&mut self, hands: &str) -> Result<(), String> {
        for letter in hands.chars().filter(|&c| c != '-') {
            let kind = self.kind_written(letter, false, false)?;
            let side = usize::from(letter.is_ascii_lowercase());
            if self.hands[side][usize::from(kind)] == u8::MAX {
                return Err("a hand is too full".to_owned());
            }
            self.hold(side, kind, 1);
        }
        Ok(())
    }

    /// Takes the counters off the end: checks, plies without progress, the number of the move.
    fn read_counters(&mut self, rest: &mut Vec<&str>) -> Result<(), String> {
        if self.rules.ends.checks_count {
            self.checks = [1, 1];
            if let Some(at) = rest.iter().position(|word| word.contains('+') && word.len() == 3) {
                let word = rest.remove(at);
                let counts = word.split('+').map(str::parse::<u8>);
                let counts: Vec<u8> = counts.filter_map(Result::ok).collect();
                let both = <[u8; 2]>::try_from(counts);
                self.checks = both.map_err(|_| format!("{word:?} are no checks, such as 3+3"))?;
            }
        }
        let is_number = |word: &&str| word.parse::<u16>().is_ok();
        let first = rest.iter().position(is_number).unwrap_or(rest.len());
        let numbers: Vec<&str> = rest.drain(first..).collect();
        let read = |word: &&str| word.parse().map_err(|_| format!("{word:?} is no number"));
        if numbers.len() > 2 {
            return Err(format!("{:?} is too much", numbers[2]));
        }
        self.slow = numbers.first().map_or(Ok(0), read)?;
        self.number = numbers.get(1).map_or(Ok(1), read)?;
        Ok(())
    }

    fn read_castling(&mut self, word: &str) -> Result<(), String> {
        if word == "-" || !self.rules.castling.enabled {
            return Ok(());
        }
        for letter in word.chars() {
            let side = usize::from(letter.is_ascii_lowercase());
            let is_left = match letter.to_ascii_uppercase() {
                'K' => false,
                'Q' => true,
                _ => return Err(format!("{letter:?} in {word:?} is no right to castle; KQkq are")),
            };
            self.read_right(side, is_left).map_err(|why| format!("castling {letter}: {why}"))?;
        }
        Ok(())
    }

    fn read_right(&mut self, side: usize, is_left: bool) -> Result<(), String> {
        let (rules, castling) = (self.rules, &self.rules.castling);
        if !rules.castling_fits() {
            return Err("castlingKingsideFile or its like is outside the board".to_owned());
        }
        let rank = rules.relative(side, castling.rank);
        let standing = |at: u8, kinds: u64| {
            self.sides[side] & bit(at) != 0
                && has(kinds, rules.kind(self.kinds[usize::from(at)]).like)
        };
        let on_rank = |kinds: u64| {
            let all = (0..rules.files).map(|file| square(rank, file));
            all.filter(|&at| standing(at, kinds)).collect::<Vec<u8>>()
        };
        let kings = on_rank(castling.king[side]);
        let home = square(rank, castling.king_file);
        let king = match kings.as_slice() {
            [] => return Err(format!("no king stands on rank {}", rank + 1)),
            [one] => *one,
            _ => home,
        };
        let told = castling.rook_files[usize::from(is_left)].map(|file| square(rank, file));
        let mut rooks = on_rank(castling.rooks[side]);
        rooks.retain(|&at| (at < king) == is_left && at != king);
        let outer = if is_left { rooks.first() } else { rooks.last() }.copied();
        let rook = told.filter(|at| rooks.contains(at)).or(outer);
        let rook =
            rook.ok_or_else(|| format!("no rook beside the king on {}", square_name(king)))?;
        self.castling_kings[side] = king;
        self.give_right(side, rook);
        Ok(())
    }

    fn read_en_passant(&mut self, word: &str) -> Result<(), String> {
        if word == "-" {
            return Ok(());
        }
        for text in split_squares(word) {
            let at = self.square_written(text).ok_or_else(|| format!("{text:?} is no square"))?;
            let (us, rules) = (self.us(), self.rules);
            let empty = self.kinds[usize::from(at)] == NONE;
            let taker = self.attacked_by(at, us, self.occupied(), rules.en_passant[us]);
            if empty && taker && self.passed_by(at).is_some() {
                self.en_passant |= bit(at);
                self.hash ^= zobrist::en_passant(at);
            }
        }
        Ok(())
    }

    fn square_written(&self, text: &str) -> Option<u8> {
        let mut letters = text.chars();
        let file = super::draft::file_number(letters.next()?)?;
        let rank: u8 = letters.as_str().parse().ok().filter(|&rank| rank > 0)?;
        (file < self.rules.files && rank <= self.rules.ranks).then(|| square(rank - 1, file))
    }

    /// The position as text.
    #[must_use]
    pub fn fen(&self) -> String {
        let rules = self.rules;
        let mut text = String::with_capacity(96);
        for rank in (0..rules.ranks).rev() {
            let mut empty = 0;
            for file in 0..rules.files {
                let Some((side, kind)) = self.man(square(rank, file)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.push_str(&self.letters(side, kind));
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text.push_str(if rank > 0 { "/" } else { "" });
        }
        if rules.drops.enabled {
            text.push_str(&self.written_hands());
        }
        let castling = self.written_rights();
        let passed = super::board::squares(self.en_passant).map(square_name).collect::<String>();
        let passed = if passed.is_empty() { "-".to_owned() } else { passed };
        let checks = if rules.ends.checks_count {
            format!(" {}+{}", self.checks[0], self.checks[1])
        } else {
            String::new()
        };
        let turn = if self.turn == 0 { 'w' } else { 'b' };
        let (slow, number) = (self.slow, self.number);
        format!("{text} {turn} {castling} {passed}{checks} {slow} {number}")
    }

    /// A man as it is written: capitals are White's.
    fn letters(&self, side: usize, kind: Kind) -> String {
        let kind = self.rules.kind(kind);
        let letter = if side == 0 { kind.letter.to_ascii_uppercase() } else { kind.letter };
        match kind.mark {
            Mark::None => letter.to_string(),
            Mark::Plus => format!("+{letter}"),
            Mark::Tilde => format!("{letter}~"),
        }
    }

    fn written_hands(&self) -> String {
        let mut text = "[".to_owned();
        for side in [0, 1] {
            for (kind, &held) in self.hands[side].iter().enumerate().rev() {
                for _ in 0..held {
                    text.push_str(&self.letters(side, kind as Kind));
                }
            }
        }
        text.push(']');
        text
    }

    fn written_rights(&self) -> String {
        let letters = "KQkq".chars().enumerate();
        let rights: String =
            letters.filter(|&(i, _)| self.rights >> i & 1 == 1).map(|(_, letter)| letter).collect();
        if rights.is_empty() { "-".to_owned() } else { rights }
    }

    /// A legal move as in UCI.
    pub(super) fn move_text(&self, mv: Move) -> String {
        let rules = self.rules;
        let kind = rules.kind(mv.kind);
        match mv.what {
            What::Drop => format!("{}@{}", self.letters(0, mv.kind), square_name(mv.to)),
            What::Castle => self.castling_text(mv),
            What::Promotion if kind.mark == Mark::Plus => {
                format!("{}{}+", square_name(mv.from), square_name(mv.to))
            }
            What::Promotion => {
                format!("{}{}{}", square_name(mv.from), square_name(mv.to), kind.letter)
            }
            What::Move | What::EnPassant | What::Pass => {
                format!("{}{}", square_name(mv.from), square_name(mv.to))
            }
        }
    }

    /// Castling is the king's move; where the king could go there otherwise, he takes his rook.
    fn castling_text(&self, mv: Move) -> String {
        let us = self.us();
        let (to, _) = self.castled(us, mv.from, mv.to);
        let kind = self.rules.kind(self.kinds[usize::from(mv.from)]);
        let steps = kind.going(us, mv.from, self.occupied(), false) & bit(to) != 0 || to == mv.from;
        format!("{}{}", square_name(mv.from), square_name(if steps { mv.to } else { to }))
    }
}

/// Board and hands: `…[Pp]`.
fn split_hands(word: &str) -> Result<(&str, &str), String> {
    match word.split_once('[') {
        None => Ok((word, "")),
        Some((board, hands)) => {
            let inside = hands.strip_suffix(']').ok_or("a hand ends with ]")?;
            Ok((board, inside))
        }
    }
}

/// The squares of `e3` or `e3e4`.
fn split_squares(word: &str) -> impl Iterator<Item = &str> {
    let starts: Vec<usize> =
        word.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i).collect();
    let ends: Vec<usize> = starts.iter().copied().skip(1).chain([word.len()]).collect();
    starts.into_iter().zip(ends).map(move |(from, to)| &word[from..to])
}
