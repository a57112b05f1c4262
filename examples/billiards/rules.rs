//! The rules of the games.
//!
//! They are pure logic: a [`Shot`](shot::Shot) is a list of events, and a game returns a
//! [`Verdict`](verdict::Verdict) that contains the game after the shot. Nothing is changed in place, so
//! undo needs only a copy, and a bot can judge hypothetical shots.

pub mod ball;
pub mod shot;
pub mod verdict;
pub mod eight_ball;
pub mod nine_ball;
pub mod practice;
