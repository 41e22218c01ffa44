use super::*;
use crate::games::backgammon::ROLLS;
use crate::gammon::entries::Entries;
use crate::gammon::inputs::changes;
use crate::gammon::testing::random_boards;

fn shape(inputs: Inputs) -> GammonShape {
    GammonShape { inputs, hidden: 32, race_hidden: 16 }
}

#[test]
fn what_is_kept_of_the_parent_makes_no_difference() {
    for inputs in [Inputs::Raw, Inputs::Expert] {
        let gammon = Gammon::new(shape(inputs), 1, 0).unwrap();
        for (n, board) in random_boards(5, 600).iter().enumerate() {
            for (found, outlook) in gammon.outlooks_after(board, ROLLS[n % 21].0) {
                let full = gammon.outlook(&found.board.swapped()).inverted();
                for k in 0..5 {
                    assert!((outlook.0[k] - full.0[k]).abs() < 2e-6, "{outlook:?} {full:?}");
                }
            }
        }
    }
}

#[test]
fn the_parent_knows_what_a_play_changes() {
    let gammon = Gammon::new(shape(Inputs::Raw), 1, 0).unwrap();
    let (mut parent, mut plays) = (Parent::default(), Plays::default());
    for (n, board) in random_boards(6, 300).iter().enumerate() {
        parent.set(&gammon, board);
        plays.generate(board, ROLLS[n % 21].0);
        for found in plays.found() {
            let sight = parent.look(found);
            let after = found.board.swapped();
            assert_eq!(sight, Sight::of(&after));
            let wanted = changes(Inputs::Raw, &board.swapped(), &after);
            let sorted = |entries: &Entries| {
                let mut list: Vec<_> = entries.iter().collect();
                list.sort_by_key(|&(row, _)| row);
                list
            };
            assert_eq!(sorted(&parent.changes), sorted(&wanted));
        }
    }
}

#[test]
fn games_that_are_over_are_worth_their_points() {
    let gammon = Gammon::new(shape(Inputs::Raw), 1, 0).unwrap();
    let mut points = [[0; 25]; 2];
    points[1][20] = 15;
    let board = Board::of_points(points).unwrap();
    assert_eq!(gammon.outlook(&board), Outlook::of_result(3));
    assert_eq!(gammon.outlook(&board.swapped()), Outlook::of_result(-3));
}

#[test]
fn weights_go_both_ways_and_must_fit() {
    let shape = shape(Inputs::Expert);
    let gammon = Gammon::new(shape, 3, 0).unwrap();
    let weights = gammon.weights();
    assert_eq!(weights.len(), shape.count());
    assert_eq!(Gammon::of_weights(shape, &weights).unwrap().weights(), weights);
    assert!(weights.iter().filter(|w| w.abs() > 0.1).count() == 8);
    assert!(Gammon::of_weights(shape, &weights[1..]).is_err());
    assert!(Gammon::new(GammonShape { hidden: 40, ..shape }, 1, 0).is_err());
}
