//! Betza's notation: how a piece moves, in a few letters. `N` leaps like a knight, `R` slides like a
//! rook, `W3` at most three steps, `fmW` forward without taking, `nN` where nothing is in the way.

/// How a piece gets to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// At once, over anything.
    Leap,
    /// At once, if the squares on the way are empty.
    Lame,
    /// Step by step, at most so many.
    Slide(u8),
    /// Over one man, and on.
    Hop,
    /// Over one man, to the square behind it.
    Grasshop,
}

/// One direction in which a piece moves, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    /// Ranks forward and files to the right.
    pub step: (i8, i8),
    pub way: Way,
    pub moves: bool,
    pub takes: bool,
    /// Only from the squares of the double step.
    pub initial: bool,
}

/// A piece's moves, and whether it takes en passant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Betza {
    pub atoms: Vec<Atom>,
    pub en_passant: bool,
}

/// Letters, the long and the short part of the step, and whether it rides without being told.
const ATOMS: [(char, (i8, i8), bool); 13] = [
    ('W', (1, 0), false),
    ('F', (1, 1), false),
    ('D', (2, 0), false),
    ('N', (2, 1), false),
    ('A', (2, 2), false),
    ('H', (3, 0), false),
    ('L', (3, 1), false),
    ('C', (3, 1), false),
    ('J', (3, 2), false),
    ('Z', (3, 2), false),
    ('G', (3, 3), false),
    ('R', (1, 0), true),
    ('B', (1, 1), true),
];
const UPRIGHT: &str = "fbvh";
const SIDEWAYS: &str = "rlsh";

/// What stands before an atom.
#[derive(Clone, Debug, Default)]
struct Modifiers {
    moves: bool,
    takes: bool,
    hops: Option<Way>,
    lame: bool,
    initial: bool,
    directions: Vec<(char, char)>,
}

/// The moves that a text describes; what is wrong with it otherwise.
pub(super) fn parse(text: &str) -> Result<Betza, String> {
    let letters: Vec<char> = text.chars().collect();
    let (mut made, mut before, mut i) = (Betza::default(), Modifiers::default(), 0);
    while i < letters.len() {
        let letter = letters[i];
        i += 1;
        match letter {
            'm' => before.moves = true,
            'c' => before.takes = true,
            'p' => before.hops = Some(Way::Hop),
            'g' => before.hops = Some(Way::Grasshop),
            'n' => before.lame = true,
            'i' => before.initial = true,
            'e' => made.en_passant = true,
            _ if UPRIGHT.contains(letter) || SIDEWAYS.contains(letter) => {
                let pair = letters.get(i).copied().filter(|&next| combine(letter, next));
                i += usize::from(pair.is_some());
                before.directions.push((letter, pair.unwrap_or(letter)));
            }
            _ => {
                let steps = steps_of(letter).ok_or_else(|| unknown(letter, text))?;
                let (limit, used) = ride(letter, &letters[i..], text)?;
                i += used;
                add(&mut made.atoms, &steps, std::mem::take(&mut before), limit, text)?;
            }
        }
    }
    let pending = Modifiers { takes: false, ..before };
    if pending.moves || pending.lame || pending.initial || !pending.directions.is_empty() {
        return Err(format!("{text:?} ends before the piece that its last letters are for"));
    }
    Ok(made)
}

fn unknown(letter: char, text: &str) -> String {
    format!(
        "{letter:?} in {text:?} is not supported; atoms are WFDNAHLCJZGKRBQ, before them stand \
         f b v h r l s (where to), m c (only moving, only taking), n (lame), p g (hopping), i (first \
         move) and e (en passant), behind them the same letter or a number"
    )
}

/// The steps that an atom's letter stands for, each with whether it rides.
fn steps_of(letter: char) -> Option<Vec<((i8, i8), bool)>> {
    let one = |wanted: char| ATOMS.iter().find(|(c, ..)| *c == wanted).map(|a| (a.1, a.2));
    match letter {
        'K' => Some(vec![one('W')?, one('F')?]),
        'Q' => Some(vec![one('R')?, one('B')?]),
        _ => Some(vec![one(letter)?]),
    }
}

/// How far an atom rides by what stands behind it, and how many letters that takes.
fn ride(letter: char, behind: &[char], text: &str) -> Result<(Option<u8>, usize), String> {
    match behind.first() {
        Some('0') => Ok((Some(u8::MAX), 1)),
        Some(digit) if digit.is_ascii_digit() => {
            if behind.get(1).is_some_and(char::is_ascii_digit) {
                return Err(format!("a number of two digits in {text:?}; 9 steps are the most"));
            }
            Ok((digit.to_digit(10).map(|steps| steps as u8), 1))
        }
        Some(&same) if same == letter => Ok((Some(u8::MAX), 1)),
        _ => Ok((None, 0)),
    }
}

fn combine(first: char, second: char) -> bool {
    let upright = |c| UPRIGHT.contains(c);
    let sideways = |c| SIDEWAYS.contains(c);
    first == second || upright(first) && sideways(second) || sideways(first) && upright(second)
}

fn add(
    atoms: &mut Vec<Atom>,
    steps: &[((i8, i8), bool)],
    before: Modifiers,
    limit: Option<u8>,
    text: &str,
) -> Result<(), String> {
    let both = !before.moves && !before.takes;
    for &((long, short), rides) in steps {
        let riding = limit.or(rides.then_some(u8::MAX));
        let way = match (before.hops, riding) {
            (Some(_), None) => return Err(format!("only riders hop, as pR or gQ; got {text:?}")),
            (Some(_), Some(steps)) if steps != u8::MAX => {
                return Err(format!("hoppers of limited reach are not supported: {text:?}"));
            }
            (Some(hop), _) => hop,
            (None, Some(steps)) if before.lame && steps != u8::MAX => {
                return Err(format!("n is for leapers, as nN; got {text:?}"));
            }
            (None, Some(steps)) => Way::Slide(steps),
            (None, None) if before.lame => Way::Lame,
            (None, None) => Way::Leap,
        };
        if before.initial && (before.takes || both) {
            return Err(format!(
                "a first move that takes is not supported: write im, as ifmnD; got {text:?}"
            ));
        }
        let alone = steps.len() == 1 && short == 0;
        for step in turned(long, short) {
            let chosen = before.directions.is_empty()
                || before.directions.iter().any(|&pair| selects(pair, step, (long, short), alone));
            if chosen {
                atoms.push(Atom {
                    step,
                    way,
                    moves: before.moves || both,
                    takes: before.takes || both,
                    initial: before.initial,
                });
            }
        }
    }
    Ok(())
}

/// All steps of the same length, each once.
fn turned(long: i8, short: i8) -> Vec<(i8, i8)> {
    let mut steps = Vec::with_capacity(8);
    for (a, b) in [(long, short), (short, long)] {
        for step in [(a, b), (a, -b), (-a, b), (-a, -b)] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// Whether a pair of letters chooses a step. Of two letters the second says where its long part goes
/// and the first where the short one; `h` is a half of all, or a handedness.
fn selects(pair: (char, char), step: (i8, i8), atom: (i8, i8), alone: bool) -> bool {
    let (ranks, files) = step;
    let is_upright = ranks.abs() >= files.abs();
    let is_sideways = files.abs() >= ranks.abs();
    match pair {
        // Along ranks and files there is no short part: two letters are two directions.
        (a, b) if alone && a != b => {
            selects((a, a), step, atom, false) || selects((b, b), step, atom, false)
        }
        ('f', 'f') => is_upright && ranks > 0,
        ('b', 'b') => is_upright && ranks < 0,
        ('v', 'v') => is_upright,
        ('r', 'r') => is_sideways && files > 0,
        ('l', 'l') => is_sideways && files < 0,
        ('s', 's') => is_sideways,
        ('f', 'h') => ranks >= 0,
        ('b', 'h') => ranks <= 0,
        ('r', 'h') => files >= 0,
        ('l', 'h') => files <= 0,
        ('h', hand @ ('r' | 'l')) => {
            let turns = if ranks.abs() > files.abs() { ranks * files } else { -ranks * files };
            atom.0 == atom.1 || atom.1 == 0 || (turns > 0) == (hand == 'r')
        }
        (short, long) => selects((long, long), step, atom, false) && on_side(short, step, long),
    }
}

fn on_side(letter: char, (ranks, files): (i8, i8), long: char) -> bool {
    match letter {
        'f' => ranks >= 0 && !"fbv".contains(long),
        'b' => ranks <= 0 && !"fbv".contains(long),
        'r' => files >= 0 && !"rls".contains(long),
        'l' => files <= 0 && !"rls".contains(long),
        'v' | 's' => true,
        _ => false,
    }
}

/// The squares that a lame leaper passes on its way, as steps from its own square: along the longer
/// side until what is left is a diagonal.
pub(super) fn path(step: (i8, i8)) -> Vec<(i8, i8)> {
    let (mut at, mut passed) = ((0, 0), Vec::new());
    loop {
        let left = (step.0 - at.0, step.1 - at.1);
        let longer = left.1.abs() - left.0.abs();
        at.0 += if longer > 0 { 0 } else { left.0.signum() };
        at.1 += if longer < 0 { 0 } else { left.1.signum() };
        if at == step {
            return passed;
        }
        passed.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<(i8, i8)> {
        let mut steps: Vec<_> = parse(text).unwrap().atoms.iter().map(|atom| atom.step).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn atoms_go_all_ways_unless_told() {
        assert_eq!(steps("W"), [(-1, 0), (0, -1), (0, 1), (1, 0)]);
        assert_eq!(steps("N").len(), 8);
        assert_eq!(steps("K").len(), 8);
    }

    #[test]
    fn directions_choose_among_them() {
        assert_eq!(steps("fW"), [(1, 0)]);
        assert_eq!(steps("fsW"), [(0, -1), (0, 1), (1, 0)]);
        assert_eq!(steps("fN"), [(2, -1), (2, 1)]);
        assert_eq!(steps("fhN"), [(1, -2), (1, 2), (2, -1), (2, 1)]);
        assert_eq!(steps("frN"), [(1, 2)]);
        assert_eq!(steps("rfN"), [(2, 1)]);
        assert_eq!(steps("fsN"), [(1, -2), (1, 2)]);
        assert_eq!(steps("hrN"), [(-2, -1), (-1, 2), (1, -2), (2, 1)]);
        assert_eq!(steps("fF"), [(1, -1), (1, 1)]);
        assert_eq!(steps("FfW").len(), 5);
    }

    #[test]
    fn ways_and_purposes_are_told_apart() {
        let pawn = parse("fmWfceF").unwrap();
        assert!(pawn.en_passant && pawn.atoms[0].moves && !pawn.atoms[0].takes);
        assert_eq!(parse("W3").unwrap().atoms[0].way, Way::Slide(3));
        assert_eq!(parse("NN").unwrap().atoms[0].way, Way::Slide(u8::MAX));
        assert_eq!(parse("nZ").unwrap().atoms[0].way, Way::Lame);
        assert_eq!(parse("gQ").unwrap().atoms[0].way, Way::Grasshop);
    }

    #[test]
    fn lame_leapers_know_their_path() {
        assert_eq!(path((2, 1)), [(1, 0)]);
        assert_eq!(path((-3, 2)), [(-1, 0), (-2, 1)]);
        assert_eq!(path((2, 2)), [(1, 1)]);
        assert_eq!(path((1, 0)), []);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert!(parse("oR").unwrap_err().contains("'o' in \"oR\""));
        assert!(parse("R12").unwrap_err().contains("two digits"));
        assert!(parse("f").unwrap_err().contains("ends before"));
        assert!(parse("iD").unwrap_err().contains("first move that takes"));
    }
}
