//! Tests of the rules of eight-ball, one rule a test.

use super::*;
use crate::rules::shot::shot;

fn after(shots: &[&str]) -> EightBall {
    shots.iter().fold(EightBall::new(Player::One), |game, line| game.judge(&shot(line)).next)
}

/// A break that pockets no ball, so that player two has an open table.
const DRY_BREAK: &str = "c1 r1 r2 r3 r4";

/// Player two has pocketed all seven solids and is on the eight.
fn on_the_eight() -> EightBall {
    after(&[DRY_BREAK, "c1 p1 p2 p3 p4 p5 p6 p7"])
}

#[test]
fn dry_break_passes_turn_and_leaves_table_open() {
    let game = after(&[DRY_BREAK]);
    assert_eq!((game.turn, game.group(Player::One)), (Player::Two, None));
}

#[test]
fn pocketed_ball_on_break_keeps_turn_and_open_table() {
    let game = after(&["c1 p11"]);
    assert_eq!((game.turn, game.group(Player::One)), (Player::One, None));
    assert!(!game.table.contains(Ball(11)));
}

#[test]
fn weak_break_passes_turn_without_ball_in_hand() {
    let verdict = EightBall::new(Player::One).judge(&shot("c1 r1 r2"));
    assert_eq!(verdict.fouls, [Foul::WeakBreak]);
    assert_eq!((verdict.next.turn, verdict.ball_in_hand), (Player::Two, None));
}

#[test]
fn scratch_on_break_gives_ball_behind_head_string() {
    let verdict = EightBall::new(Player::One).judge(&shot("c1 p4 p0"));
    assert_eq!(verdict.fouls, [Foul::Scratch]);
    assert_eq!(verdict.ball_in_hand, Some(Placement::BehindHeadString));
    assert_eq!((verdict.next.turn, verdict.next.group(Player::One)), (Player::Two, None));
    assert!(!verdict.next.table.contains(Ball(4)), "pocketed balls stay down");
}

#[test]
fn eight_on_break_is_respotted() {
    let verdict = EightBall::new(Player::One).judge(&shot("c1 p8"));
    assert_eq!((verdict.respot, verdict.winner), (vec![Ball::EIGHT], None));
    assert_eq!(verdict.next.turn, Player::One);
    assert!(verdict.next.table.contains(Ball::EIGHT));
    let scratched = EightBall::new(Player::One).judge(&shot("c1 p8 p0"));
    assert_eq!((scratched.respot, scratched.winner), (vec![Ball::EIGHT], None));
    assert_eq!(scratched.next.turn, Player::Two);
}

#[test]
fn first_pocketed_ball_on_open_table_decides_groups() {
    let game = after(&[DRY_BREAK, "c2 p12 p2"]);
    assert_eq!(game.group(Player::Two), Some(Group::Stripes));
    assert_eq!(game.group(Player::One), Some(Group::Solids));
    assert_eq!(game.turn, Player::Two);
}

#[test]
fn foul_on_open_table_decides_no_groups() {
    let verdict = after(&[DRY_BREAK]).judge(&shot("c2 p2 p0"));
    assert_eq!(verdict.next.group(Player::One), None);
    assert_eq!(verdict.ball_in_hand, Some(Placement::Anywhere));
}

#[test]
fn eight_first_on_open_table_is_a_foul() {
    let verdict = after(&[DRY_BREAK]).judge(&shot("c8 r8"));
    assert_eq!(verdict.fouls, [Foul::WrongBallFirst]);
}

#[test]
fn only_own_ball_keeps_turn() {
    let open = [DRY_BREAK, "c2 p2"];
    let own = after(&[&open[..], &["c3 p3"]].concat());
    let other = after(&[&open[..], &["c3 p12"]].concat());
    assert_eq!((own.turn, other.turn), (Player::Two, Player::One));
    assert!(!other.table.contains(Ball(12)));
}

#[test]
fn every_foul_passes_turn_with_ball_in_hand() {
    let game = after(&[DRY_BREAK, "c2 p2"]);
    let fouls = [
        ("c3 p3 p0", Foul::Scratch),
        ("r0", Foul::NoContact),
        ("c12 r12", Foul::WrongBallFirst),
        ("r0 c3", Foul::NoCushion),
        ("c8 r8", Foul::WrongBallFirst),
    ];
    for (line, foul) in fouls {
        let verdict = game.judge(&shot(line));
        assert_eq!(verdict.fouls, [foul], "{line}");
        assert_eq!(verdict.next.turn, Player::One, "{line}");
        assert_eq!(verdict.ball_in_hand, Some(Placement::Anywhere), "{line}");
    }
}

#[test]
fn shot_with_several_fouls_reports_all() {
    let verdict = after(&[DRY_BREAK, "c2 p2"]).judge(&shot("c12 p0"));
    assert_eq!(verdict.fouls, [Foul::Scratch, Foul::WrongBallFirst]);
}

#[test]
fn legal_targets_follow_state_of_game() {
    assert_eq!(EightBall::new(Player::One).legal_targets(), BallSet::full());
    assert!(!after(&[DRY_BREAK]).legal_targets().contains(Ball::EIGHT));
    let solids = after(&[DRY_BREAK, "c2 p2"]).legal_targets();
    assert!(solids.iter().eq([1, 3, 4, 5, 6, 7].map(Ball)));
    assert!(on_the_eight().legal_targets().iter().eq([Ball::EIGHT]));
}

#[test]
fn eight_after_own_group_wins() {
    let verdict = on_the_eight().judge(&shot("c8 p8"));
    assert_eq!(verdict.winner, Some(Player::Two));
    assert_eq!(verdict.next.winner, Some(Player::Two));
}

#[test]
fn eight_with_foul_loses() {
    for line in ["c8 p8 p0", "c9 p8", "r0 p8"] {
        assert_eq!(on_the_eight().judge(&shot(line)).winner, Some(Player::One), "{line}");
    }
}

#[test]
fn eight_too_early_loses() {
    for game in [after(&[DRY_BREAK]), after(&[DRY_BREAK, "c2 p2"])] {
        assert_eq!(game.judge(&shot("c1 p8")).winner, Some(Player::One));
    }
}

#[test]
fn eight_in_shot_of_last_own_ball_loses() {
    let game = after(&[DRY_BREAK, "c1 p1 p2 p3 p4 p5 p6"]);
    assert_eq!(game.judge(&shot("c7 p7 p8")).winner, Some(Player::One));
}

#[test]
fn scratch_on_unpocketed_eight_is_only_a_foul() {
    let verdict = on_the_eight().judge(&shot("c8 r8 p0"));
    assert_eq!((verdict.winner, verdict.next.turn), (None, Player::One));
}

#[test]
fn finished_game_does_not_change() {
    let game = on_the_eight().judge(&shot("c8 p8")).next;
    let verdict = game.judge(&shot("c9 p9"));
    assert_eq!((verdict.next, verdict.winner), (game, Some(Player::Two)));
}

#[test]
fn judge_leaves_original_unchanged() {
    let game = after(&[DRY_BREAK]);
    let before = game.clone();
    let _ = game.judge(&shot("c2 p2 p0"));
    assert_eq!(game, before);
}
