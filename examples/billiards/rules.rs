//! What may be played, and what does a shot come to?
//!
//! Pure logic: a [`Shot`](shot::Shot) lists what happened, a game judges it and answers with a
//! [`Verdict`](verdict::Verdict) that holds the game after the shot. Nothing is changed in place, so
//! that undo is a copy and a bot can judge shots that nobody played.

pub mod ball;
pub mod shot;
pub mod verdict;
pub mod eight_ball;
pub mod practice;
